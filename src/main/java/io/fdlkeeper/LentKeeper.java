package io.fdlkeeper;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.config.KeeperConfiguration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a command works with inside the daemon: the state that is open there, and the configuration that the daemon runs. */
final class LentKeeper extends MachineSource {

    private final Daemon daemon;
    private final Optional<String> meant;
    private final PrintStream err;

    /**
     * The daemon's side.
     *
     * @param keeper        with the configuration it runs now
     * @param state         the state directory that is open, whatever that configuration says by now
     * @param configuration digest of the file which that was read from
     */
    record Daemon(WiredKeeper keeper, Path state, String configuration) {}

    /**
     * @param machine as the command line sees it
     * @param meant   digest of the configuration file that the command line means
     */
    LentKeeper(Machine machine, Daemon daemon, Optional<String> meant, PrintStream err) {
        super(machine);
        this.daemon = daemon;
        this.meant = meant;
        this.err = err;
    }

    @Override
    public OpenKeeper open(KeeperOptions options) {
        KeeperConfiguration running = daemon.keeper().configuration();
        if (options.location().isEmpty()) {
            tellOfAnotherFile();
            return daemon.keeper().lend(running);
        }
        KeeperConfiguration named = settings.require(options);
        Path state = daemon.state();
        if (!isSame(state, named.state().directory())) {
            throw new CommandFailure(
                    ExitCode.BUSY, "the daemon has the state directory " + state + " and no other: try again");
        }
        return daemon.keeper().lend(named);
    }

    private void tellOfAnotherFile() {
        if (meant.isPresent() && !meant.get().equals(daemon.configuration())) {
            err.println("fdl-keeper: the configuration file is not the one the running daemon has read, whose settings"
                    + " count here: reload the daemon to let the file count");
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }

    /** The command line does by itself what opens no state, so none of the following is asked for but by hand. */
    @Override
    public Checked check(KeeperOptions options) {
        throw new CommandFailure(
                ExitCode.USAGE, "a running daemon checks no configuration: give the command elsewhere");
    }

    @Override
    public ExitCode serve(KeeperOptions options) {
        throw new CommandFailure(ExitCode.BUSY, "a daemon runs on this state already");
    }

    @Override
    public Sample sample(Path folder) {
        throw new CommandFailure(
                ExitCode.USAGE, "no sample is made on the state of a running daemon: name another folder");
    }
}
