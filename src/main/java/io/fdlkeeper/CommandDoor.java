package io.fdlkeeper;

import io.fdlkeeper.cli.ProductVersion;
import io.fdlkeeper.control.ControlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where command lines come into the service. A service without it does its own jobs all the same. */
final class CommandDoor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CommandDoor.class);

    /** A batch in hand takes less; a service manager that waits for less ends it itself. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Optional<ControlServer> server;

    private CommandDoor(Optional<ControlServer> server) {
        this.server = server;
    }

    /**
     * Opens it.
     *
     * @param state  the state directory, whose lock the service holds
     * @param daemon as it is when a command comes
     */
    static CommandDoor open(Path state, Machine machine, Supplier<LentKeeper.Daemon> daemon) {
        try {
            return new CommandDoor(Optional.of(
                    ControlServer.start(state, ProductVersion.number(), new DaemonCommands(machine, daemon))));
        } catch (IOException e) {
            LOG.error(
                    "No socket can be made in the state directory {} ({}): commands on this state will say that it is"
                            + " in use, until the service ends",
                    state,
                    e.getMessage());
            return new CommandDoor(Optional.empty());
        }
    }

    /** Returns how many command lines are at work. */
    int atWork() {
        return server.map(ControlServer::atWork).orElse(0);
    }

    /** Lets nobody in any more, and waits until the commands at work have stopped. */
    @Override
    public void close() {
        server.ifPresent(open -> {
            open.stopListening();
            if (!open.awaitEnd(PATIENCE)) {
                LOG.warn("Commands were still at work after {}, and are cut off", PATIENCE);
            }
        });
    }
}
