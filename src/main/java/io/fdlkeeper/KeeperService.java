package io.fdlkeeper;

import io.dropwizard.lifecycle.Managed;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.ConfigurationProblem;
import io.fdlkeeper.config.ConfigurationReading;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.schedule.ScheduleService;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.state.StateInUseException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The keeper at work in a service: its state stays open, and its schedules run. */
final class KeeperService implements Managed {

    private static final Logger LOG = LoggerFactory.getLogger(KeeperService.class);

    private final Machine machine;
    private final Path file;
    private final KeeperConfiguration startedWith;
    private final LiveKeeper keeper;
    private final ScheduleService schedules;
    private final ServiceTelemetry telemetry;
    private final CompletableFuture<ExitCode> end = new CompletableFuture<>();
    private volatile String digest;
    private volatile @Nullable CommandDoor door;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    private KeeperService(Machine machine, Path file, WiredKeeper wired, ServiceTelemetry telemetry) {
        this.machine = machine;
        this.file = file;
        this.startedWith = wired.configuration();
        this.digest = Settings.digest(file);
        this.keeper = new LiveKeeper(machine, wired);
        this.telemetry = telemetry;
        this.schedules = new ScheduleService(
                new ServiceJobs(keeper, this::atWork, this::giveUp),
                wired.chance(),
                machine.clock(),
                wired.jobsAtOnce());
    }

    /**
     * Opens the state; nothing runs before {@link #start()}.
     *
     * @throws CommandFailure when another process has the state
     */
    static KeeperService open(
            Machine machine, Path file, KeeperConfiguration configuration, ServiceTelemetry telemetry) {
        try {
            var state = KeeperState.open(
                    configuration.state().directory(),
                    machine.clock(),
                    configuration.withdrawal().sealingKeyFile());
            var wired = new WiredKeeper(machine, configuration, state, telemetry.observers(), false);
            return new KeeperService(machine, file, wired, telemetry);
        } catch (StateInUseException e) {
            throw new CommandFailure(ExitCode.BUSY, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the keeper for whoever works inside the service. Nobody but the service closes it. */
    OpenKeeper keeper() {
        return keeper;
    }

    /** Returns the configuration in use now. */
    KeeperConfiguration configuration() {
        return keeper.configuration();
    }

    /** Returns why the state cannot be used now; empty when it can. */
    Optional<String> problem() {
        return keeper.problem();
    }

    /** Tells whether schedules are looked at. */
    boolean isScheduling() {
        return schedules.isStarted();
    }

    /** Returns how many scheduled jobs run now. */
    int runningJobs() {
        return schedules.schedules().running();
    }

    /** Returns how many jobs run now, and commands with them. */
    private int atWork() {
        CommandDoor open = door;
        return runningJobs() + (open == null ? 0 : open.atWork());
    }

    /** Returns the keeper as it is now, for what looks into it. */
    LiveKeeper live() {
        return keeper;
    }

    /** Returns how the schedules stand, each with its next firing, its pause and the misfires counted. */
    List<Upcoming> upcoming() {
        return keeper.upcoming(1);
    }

    @Override
    public void start() {
        schedules.start();
        Path state = keeper.directory();
        door = CommandDoor.open(state, machine, () -> new LentKeeper.Daemon(keeper.usable(), state, digest));
        List<Upcoming> upcoming = upcoming();
        LOG.info("keeping {} by {}", String.join(", ", keeper.names()), file);
        upcoming.forEach(schedule -> LOG.info(
                "{} runs at '{}' ({}), next {}",
                schedule.job().text(),
                schedule.job().schedule().cron(),
                schedule.job().schedule().zone(),
                schedule.next().stream()
                        .findFirst()
                        .map(firing -> firing.at().toString())
                        .orElse("never")));
        if (upcoming.isEmpty()) {
            LOG.warn(
                    "no job has a schedule, so none runs by itself: set schedules.retention, schedules.gc or"
                            + " schedules.verify to a cron time in {}",
                    file);
        }
    }

    /**
     * What came of reading the configuration again.
     *
     * @param done      whether the new one is in use
     * @param sentences what is wrong with it, or what of it waits for a restart
     */
    record Reloaded(boolean done, List<String> sentences) {}

    /** Reads the configuration again; the old one stays where anything is wrong with the new. */
    synchronized Reloaded reload() {
        ConfigurationReading reading = new Settings(machine).readForService(file);
        if (reading instanceof ConfigurationReading.Refused refused) {
            List<String> problems = refused.problems().stream()
                    .map(ConfigurationProblem::toString)
                    .toList();
            telemetry.configurationRefused();
            LOG.error("the new configuration is not used, the old one stays: {}", String.join("; ", problems));
            return new Reloaded(false, problems);
        }
        try {
            KeeperConfiguration next = ((ConfigurationReading.Read) reading).configuration();
            keeper.use(next);
            digest = Settings.digest(file);
            telemetry.configurationRead(this);
            schedules.schedules().renew();
            List<String> waiting = startedWith.waitsForRestart(next).stream()
                    .map(name -> name + " has changed and waits for a restart")
                    .toList();
            LOG.info(
                    "the configuration was read again{}",
                    waiting.stream().map(text -> "; " + text).collect(Collectors.joining()));
            return new Reloaded(true, waiting);
        } catch (RuntimeException e) {
            keeper.noticed(e);
            telemetry.configurationRefused();
            LOG.error("the new configuration is read, and its schedules are tried every minute: {}", e.getMessage());
            return new Reloaded(false, List.of(String.valueOf(e.getMessage())));
        }
    }

    /** Asks for the end and waits until running jobs have finished the batch in hand, or the grace is over. */
    void requestStop() {
        if (stopping.getAndSet(true)) {
            return;
        }
        Duration grace = keeper.configuration().limits().stopGrace();
        LOG.info("stopping: {} running jobs finish the batch in hand", atWork());
        long deadline = System.nanoTime() + grace.toNanos();
        Optional<CommandDoor> open = Optional.ofNullable(door);
        open.ifPresent(CommandDoor::shut);
        boolean jobsInTime = schedules.stop(grace);
        if (!jobsInTime) {
            LOG.error(
                    "{} jobs did not end within limits.stop-grace ({} seconds); the next start looks at what they left",
                    runningJobs(),
                    grace.toSeconds());
        }
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        boolean commandsInTime = open.map(shut -> shut.awaitEnd(left)).orElse(true);
        end.complete(jobsInTime && commandsInTime ? ExitCode.DONE : ExitCode.PARTIAL);
    }

    /** A service manager starts it anew, as it does after any failure. */
    private void giveUp() {
        if (!stopping.getAndSet(true)) {
            LOG.error(
                    "the service ends, since only a new process can open its state: {}",
                    problem().orElse(""));
            end.complete(ExitCode.ERROR);
        }
    }

    /** Waits until {@link #requestStop()} was called and has come to its end. */
    ExitCode awaitStop() {
        return end.join();
    }

    /** Ends the keeper, after everything that was registered later. */
    @Override
    public void stop() {
        requestStop();
        if (!closed.getAndSet(true)) {
            keeper.end();
        }
    }
}
