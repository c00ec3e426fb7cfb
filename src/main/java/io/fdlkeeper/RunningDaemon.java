package io.fdlkeeper;

import io.fdlkeeper.cli.CommandElsewhere;
import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.ProductVersion;
import io.fdlkeeper.cli.Surroundings;
import io.fdlkeeper.control.CommandRequest;
import io.fdlkeeper.control.ControlClient;
import io.fdlkeeper.control.ControlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The daemon that has the state a command wants: the command is done there, with the same words. */
final class RunningDaemon {

    /** Variables that say where things are. Nothing else of a person's environment reaches the daemon. */
    private static final List<String> VARIABLES = List.of("FDL_KEEPER_CONFIG", "XDG_STATE_HOME");

    private final Machine machine;
    private final ControlClient client;

    private RunningDaemon(Machine machine, ControlClient client) {
        this.machine = machine;
        this.client = client;
    }

    /** Finds the daemon of a state directory; empty when the state is in use by something that takes no commands. */
    static Optional<RunningDaemon> of(Machine machine, Path state) {
        return ControlClient.reach(state).map(client -> new RunningDaemon(machine, client));
    }

    /**
     * Leaves the command to the daemon.
     *
     * @param configuration digest of the configuration file that the command means
     */
    void takeOver(Optional<String> configuration) {
        throw new CommandElsewhere((arguments, surroundings) -> execute(arguments, surroundings, configuration));
    }

    private int execute(List<String> arguments, Surroundings surroundings, Optional<String> configuration) {
        try (client) {
            return client.execute(
                    new CommandRequest(
                            arguments,
                            surroundings.folder(),
                            machine.home(),
                            environment(),
                            surroundings.actor(),
                            surroundings.terminal(),
                            input(arguments, surroundings),
                            configuration),
                    ProductVersion.number(),
                    surroundings.out(),
                    surroundings.err(),
                    surroundings.stop());
        } catch (ControlException e) {
            String sentence = String.valueOf(e.getMessage());
            if (client.printed()) {
                // Half an answer stands there already; a second one behind it would make neither readable.
                surroundings.err().println("fdl-keeper: " + sentence);
                return ExitCode.ERROR.number();
            }
            throw new CommandFailure(e.nothingBegun() ? ExitCode.BUSY : ExitCode.ERROR, sentence, e);
        }
    }

    /** Reads standard input only where the command would: a terminal that nobody types at would never end. */
    private static String input(List<String> arguments, Surroundings surroundings) {
        if (arguments.stream().noneMatch(word -> word.equals("-") || word.endsWith("=-"))) {
            return "";
        }
        try {
            return new String(surroundings.in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.USAGE, "standard input cannot be read: " + e.getMessage(), e);
        }
    }

    private Map<String, String> environment() {
        Map<String, String> ours = machine.environment();
        return VARIABLES.stream()
                .flatMap(name -> Stream.ofNullable(ours.get(name)).map(value -> Map.entry(name, value)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
