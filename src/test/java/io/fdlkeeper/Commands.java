package io.fdlkeeper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fdlkeeper.cli.KeeperCommandLine;
import io.fdlkeeper.cli.KeeperSource;
import io.fdlkeeper.cli.Surroundings;
import io.fdlkeeper.run.StopToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs commands as the process does, with all that is real but the process. */
final class Commands {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Machine machine;
    private final StopToken stop;
    private final KeeperSource source;

    private Commands(Machine machine, StopToken stop) {
        this(machine, stop, new Wiring(machine, new Signals(new Interruption(System.err, code -> {}))));
    }

    private Commands(Machine machine, StopToken stop, KeeperSource source) {
        this.machine = machine;
        this.stop = stop;
        this.source = source;
    }

    /** Runs commands with another keeper than the wired one. */
    Commands withKeeper(KeeperSource other) {
        return new Commands(machine, stop, other);
    }

    /** Runs commands in a working directory, which is the user's own folder too. */
    static Commands in(Path folder) {
        return new Commands(
                new Machine(folder, folder, Map.of(), Optional.empty(), Clock.systemUTC(), Clock.systemUTC()),
                StopToken.NEVER);
    }

    Commands with(Map<String, String> environment) {
        return new Commands(
                new Machine(
                        machine.folder(),
                        machine.home(),
                        environment,
                        machine.distribution(),
                        machine.clock(),
                        machine.storeClock()),
                stop);
    }

    Commands withClocks(Clock ours, Clock stores) {
        return new Commands(
                new Machine(
                        machine.folder(), machine.home(), machine.environment(), machine.distribution(), ours, stores),
                stop);
    }

    Commands stoppingWhen(StopToken asked) {
        return new Commands(machine, asked);
    }

    /** What a command left behind. */
    record Outcome(int code, String out, String err) {

        /** Reads standard output, which must be one object and nothing else. */
        JsonNode json() {
            try (var parser = JSON.createParser(out)) {
                JsonNode tree = JSON.readTree(parser);
                if (tree == null || !tree.isObject() || parser.nextToken() != null) {
                    throw new AssertionError("standard output is not one object: " + out);
                }
                return tree;
            } catch (IOException e) {
                throw new UncheckedIOException(out, e);
            }
        }
    }

    Outcome run(String... arguments) {
        return reading("", arguments);
    }

    /** Runs a command that reads this from standard input. */
    Outcome reading(String input, String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var surroundings = new Surroundings(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                machine.folder(),
                machine.environment().getOrDefault("FDL_KEEPER_USER", "tester"),
                false,
                stop,
                machine.clock());
        int code = KeeperCommandLine.run(List.of(arguments), surroundings, source);
        return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command on a repository in a folder, with the state in {@code state} of the working directory. */
    Outcome on(Path repository, String command, String... more) {
        return on(List.of("--location", repository.toString()), command, more);
    }

    /** Runs a command on the repository that these options name. */
    Outcome on(List<String> repository, String command, String... more) {
        var arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(repository);
        arguments.addAll(List.of("--state", "state", "--json"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }
}
