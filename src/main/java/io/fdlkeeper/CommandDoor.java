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
final class CommandDoor {

    private static final Logger LOG = LoggerFactory.getLogger(CommandDoor.class);

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

    /** Lets nobody in any more, and asks the commands at work to stop after the batch in hand. */
    void shut() {
        server.ifPresent(ControlServer::stopListening);
    }

    /**
     * Waits for the commands at work, and then cuts them off.
     *
     * @return whether all came to their own end
     */
    boolean awaitEnd(Duration patience) {
        boolean inTime = server.map(open -> open.awaitEnd(patience)).orElse(true);
        if (!inTime) {
            LOG.error("{} commands did not end in time, and are cut off", atWork());
        }
        return inTime;
    }
}
