package io.fdlkeeper;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.state.StateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keeper of a service: its configuration can be exchanged, and its state is opened again when it broke.
 *
 * <p>A full disk, for example, leaves the database unusable even when there is room again, until it is closed and opened.
 */
final class LiveKeeper implements OpenKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(LiveKeeper.class);
    private static final long ROOM_BYTES = 512 << 10;
    private static final int MOST_ATTEMPTS = 5;
    private static final Duration TIDIED_EVERY = Duration.ofDays(1);

    private final Machine machine;
    private final Path directory;
    private volatile WiredKeeper keeper;
    private volatile Optional<String> problem = Optional.empty();
    private Instant tidied;
    private volatile int attempts;
    private volatile boolean schedulesAreOld;

    LiveKeeper(Machine machine, WiredKeeper keeper) {
        this.machine = machine;
        this.keeper = keeper;
        this.directory = keeper.configuration().state().directory();
        this.tidied = machine.clock().instant();
    }

    /** Returns why the state cannot be used now; empty when it can. */
    Optional<String> problem() {
        return problem;
    }

    /**
     * Returns the keeper as it is now.
     *
     * @throws CommandFailure when its state is broken
     */
    WiredKeeper usable() {
        if (problem.isPresent()) {
            throw new CommandFailure(
                    ExitCode.ERROR, "the state is out of order and is opened again every minute: " + problem.get());
        }
        return keeper;
    }

    KeeperConfiguration configuration() {
        return keeper.configuration();
    }

    /** Returns the keeper as it is now, for what needs no state. */
    WiredKeeper named() {
        return keeper;
    }

    /** Goes by another configuration from now on; its schedules are to be read then. */
    synchronized void use(KeeperConfiguration configuration) {
        schedulesAreOld = true;
        keeper = keeper.with(configuration);
    }

    /** Hears of a failure of whatever uses the state. */
    void noticed(RuntimeException failure) {
        if (failure instanceof StateException || failure instanceof LeaseLostException) {
            look();
        }
    }

    private synchronized void look() {
        if (problem.isPresent()) {
            return;
        }
        try {
            keeper.state().check();
        } catch (StateException e) {
            problem = Optional.of(String.valueOf(e.getMessage()));
            LOG.error("the state is out of order, and no job runs until it is opened again: {}", e.getMessage());
        }
    }

    /** Returns the folder of the state that is open, whatever a configuration read since then says. */
    Path directory() {
        return directory;
    }

    /**
     * Opens a broken state again, and tidies up a sound one once a day.
     *
     * @param idle whether no job runs, so that nothing is taken away from under it
     * @return whether schedules are to be read: the state was broken and is open again, or they could not be read before
     */
    synchronized boolean maintain(boolean idle) {
        look();
        if (!idle) {
            return schedulesAreOld && problem.isEmpty();
        }
        Instant now = machine.clock().instant();
        if (problem.isPresent()) {
            reopen();
            return problem.isEmpty();
        }
        if (tidied.plus(TIDIED_EVERY).isBefore(now)) {
            tidied = now;
            keeper.tidy();
        }
        return schedulesAreOld;
    }

    /** Returns the jobs that have a schedule, which are read by that. */
    List<ScheduledJob> readSchedules() {
        List<ScheduledJob> jobs = usable().scheduled();
        schedulesAreOld = false;
        return jobs;
    }

    private void reopen() {
        try {
            keeper.state().close();
        } catch (RuntimeException e) {
            LOG.debug("the broken state did not close cleanly", e);
        }
        if (!hasRoom()) {
            problem = Optional.of("the disk of " + directory + " is full; make room on it");
            LOG.error("the state cannot be opened again yet: {}", problem.get());
            return;
        }
        try {
            KeeperState fresh = KeeperState.open(
                    directory,
                    machine.clock(),
                    keeper.configuration().withdrawal().sealingKeyFile());
            keeper = keeper.on(fresh);
            fresh.check();
            problem = Optional.empty();
            attempts = 0;
            LOG.info("the state is open again, and jobs run as before");
        } catch (StateException e) {
            attempts++;
            problem = Optional.of(String.valueOf(e.getMessage()));
            LOG.error("the state cannot be opened again yet: {}", e.getMessage());
        }
    }

    /** An engine that fails while it opens a database on a full disk cannot open it in this process any more. */
    private boolean hasRoom() {
        try {
            return Files.getFileStore(directory).getUsableSpace() >= ROOM_BYTES;
        } catch (IOException e) {
            return false;
        }
    }

    /** Tells whether opening the state again was tried in vain so often that only a new process will help. */
    boolean isLost() {
        return attempts >= MOST_ATTEMPTS;
    }

    @Override
    public CaseDesk desk() {
        return usable().desk();
    }

    @Override
    public Workplace workplace() {
        return usable().workplace();
    }

    @Override
    public List<String> names() {
        return keeper.names();
    }

    @Override
    public int jobsAtOnce() {
        return keeper.jobsAtOnce();
    }

    @Override
    public List<Upcoming> upcoming(int firings) {
        return usable().upcoming(firings);
    }

    @Override
    public Optional<String> identity(String name) {
        return usable().identity(name);
    }

    @Override
    public ManagedRepository repository(String name) {
        return keeper.repository(name);
    }

    /** Whoever works inside the service does not close it. */
    @Override
    public void close() {}

    /** Ends it for good. */
    void end() {
        if (problem.isPresent()) {
            keeper.state().close();
        } else {
            keeper.close();
        }
    }
}
