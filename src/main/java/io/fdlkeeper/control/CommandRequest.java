package io.fdlkeeper.control;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command line as it was typed, with what it takes from its process. Never holds a credential.
 *
 * @param arguments     the words after the program's name
 * @param folder        the working directory, absolute
 * @param home          the user's own folder
 * @param environment   only variables that say where things are
 * @param actor         who gives the order
 * @param terminal      whether a person watches standard error
 * @param input         what the command reads from standard input; empty where it reads nothing
 * @param configuration digest of the configuration file the command means; empty where it means none
 */
public record CommandRequest(
        List<String> arguments,
        Path folder,
        Path home,
        Map<String, String> environment,
        String actor,
        boolean terminal,
        String input,
        Optional<String> configuration) {

    public CommandRequest {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Never shows words or input, which may hold what a withdrawal looks for. */
    @Override
    public String toString() {
        return "CommandRequest[of " + actor + ", withheld]";
    }
}
