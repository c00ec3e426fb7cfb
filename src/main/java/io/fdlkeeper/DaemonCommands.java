package io.fdlkeeper;

import io.fdlkeeper.cli.KeeperCommandLine;
import io.fdlkeeper.cli.Surroundings;
import io.fdlkeeper.control.CommandHost;
import io.fdlkeeper.control.CommandRequest;
import io.fdlkeeper.run.StopToken;
import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Does inside the daemon what a command line asks for, by the code that a command line has itself. */
final class DaemonCommands implements CommandHost {

    private final Machine machine;
    private final Supplier<LentKeeper.Daemon> daemon;

    /** @param daemon as it is at the moment; another one after its configuration was read again */
    DaemonCommands(Machine machine, Supplier<LentKeeper.Daemon> daemon) {
        this.machine = machine;
        this.daemon = daemon;
    }

    @Override
    public int execute(CommandRequest request, PrintStream out, PrintStream err, StopToken stop) {
        Machine theirs = new Machine(
                request.folder(),
                request.home(),
                request.environment(),
                machine.distribution(),
                machine.clock(),
                machine.storeClock());
        Surroundings surroundings = new Surroundings(
                new ByteArrayInputStream(request.input().getBytes(StandardCharsets.UTF_8)),
                out,
                err,
                request.folder(),
                request.actor(),
                request.terminal(),
                stop,
                machine.clock());
        return KeeperCommandLine.run(
                request.arguments(), surroundings, new LentKeeper(theirs, daemon.get(), request.configuration(), err));
    }
}
