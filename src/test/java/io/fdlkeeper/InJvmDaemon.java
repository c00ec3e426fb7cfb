package io.fdlkeeper;

import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.cli.ProductVersion;
import io.fdlkeeper.config.KeeperConfiguration;
import io.fdlkeeper.control.ControlServer;
import io.fdlkeeper.state.KeeperState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A daemon of nothing but an open state and its socket. */
final class InJvmDaemon implements AutoCloseable {

    private final WiredKeeper keeper;
    private final ControlServer server;

    private InJvmDaemon(WiredKeeper keeper, ControlServer server) {
        this.keeper = keeper;
        this.server = server;
    }

    /** Starts one on a configuration file. */
    static InJvmDaemon on(Machine machine, Path file) throws IOException {
        KeeperConfiguration configuration =
                new Settings(machine).require(KeeperOptions.ofFile(Optional.of(file.toString())));
        Path state = configuration.state().directory();
        WiredKeeper keeper = new WiredKeeper(machine, configuration, KeeperState.open(state, machine.clock()));
        var daemon = new LentKeeper.Daemon(keeper, state, Settings.digest(file));
        return new InJvmDaemon(
                keeper, ControlServer.start(state, ProductVersion.number(), new DaemonCommands(machine, () -> daemon)));
    }

    WiredKeeper keeper() {
        return keeper;
    }

    @Override
    public void close() {
        server.close();
        keeper.close();
    }
}
