package io.fdlkeeper;

import io.dropwizard.lifecycle.Managed;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.state.StateInUseException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The keeper at work in a service: its state stays open, and its schedules run. */
final class KeeperService implements Managed, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(KeeperService.class);

    private final Machine machine;
    private final Path file;
    private final WiredKeeper keeper;
    private final CompletableFuture<ExitCode> end = new CompletableFuture<>();
    private final LentKeeper.Daemon commands;
    private @Nullable CommandDoor door;
    private boolean closed;

    private KeeperService(Machine machine, Path file, WiredKeeper keeper) {
        this.machine = machine;
        this.file = file;
        this.keeper = keeper;
        this.commands = new LentKeeper.Daemon(keeper, Settings.digest(file));
    }

    /**
     * Opens the state; nothing runs before {@link #start()}.
     *
     * @throws CommandFailure when another process has the state
     */
    static KeeperService open(Machine machine, Path file, KeeperConfiguration configuration) {
        try {
            return new KeeperService(
                    machine,
                    file,
                    new WiredKeeper(
                            machine,
                            configuration,
                            KeeperState.open(configuration.state().directory(), machine.clock())));
        } catch (StateInUseException e) {
            throw new CommandFailure(ExitCode.BUSY, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns the keeper for whoever works inside the service. Nobody but the service closes it. */
    OpenKeeper keeper() {
        return keeper;
    }

    @Override
    public void start() {
        door = CommandDoor.open(keeper.configuration().state().directory(), machine, () -> commands);
        LOG.info("fdl-keeper keeps {} by {}", String.join(", ", keeper.names()), file);
    }

    /** Reads the configuration again. */
    void reload() {
        LOG.info("reload");
    }

    /** Ends the service: jobs finish the batch in hand, then the ports close. */
    @Override
    public void stop() {
        end.complete(ExitCode.DONE);
        close();
    }

    /** Waits until {@link #stop()} was called and has come to its end. */
    ExitCode awaitStop() {
        return end.join();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (door != null) {
                door.close();
            }
            keeper.close();
        }
    }
}
