package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fixtures.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process killed with SIGKILL at any step of a withdrawal, and the case gone on with, ends where it would have ended. */
class KilledWithdrawalProcessTests {

    private static final int KILLED = 128 + 9;
    private static final String WHERE = "main.people: mail = 'leak.7f3a@example.invalid'";

    @TempDir
    Path folder;

    @Test
    void caseGoneOnWithAfterAKillAtAnyStepEndsAsIfThereHadBeenNone() throws Exception {
        Path repository = folder.resolve("repository");
        Path state = folder.resolve("state");
        Fixture.named("h1-withdraw-tag").unpackTo(repository, Instant.now());
        String id = ordered(
                        "open",
                        "--location",
                        "repository",
                        "--reason",
                        "personal-data",
                        "--aware-since",
                        "2026-11-29T10:00Z",
                        "--approvals",
                        "0",
                        "--delete-tags")
                .json()
                .get("case")
                .asText();
        ordered("find", id, "--where", WHERE);
        ordered("plan", id);
        copy(repository, folder.resolve("repository-before"));
        copy(state, folder.resolve("state-before"));
        int steps = KilledWithdrawal.steps(repository, state, id);
        Set<String> expected = FixtureCliTests.keys(repository);
        assertThat(steps).isGreaterThan(20);

        for (int step = 1; step <= steps; step++) {
            again(repository, "repository-before");
            again(state, "state-before");
            assertThat(executeAndDie(repository, state, id, step))
                    .as("step " + step)
                    .isEqualTo(KILLED);

            assertThat(ordered("execute", id).json().get("state").asText())
                    .as("gone on with after step " + step)
                    .isEqualTo("VERIFYING");
            assertThat(FixtureCliTests.keys(repository))
                    .as("killed at step " + step)
                    .isEqualTo(expected);
        }
        ordered("verify", id);
    }

    private Commands.Outcome ordered(String order, String... more) {
        List<String> arguments = new ArrayList<>(List.of("withdraw", order));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--state", "state", "--json"));
        Commands.Outcome outcome = Commands.in(folder).run(arguments.toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.err() + outcome.out()).isZero();
        return outcome;
    }

    private int executeAndDie(Path repository, Path state, String id, int step) throws Exception {
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWithdrawal.class.getName(),
                        repository.toString(),
                        state.toString(),
                        id,
                        Integer.toString(step)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private void again(Path target, String source) throws IOException {
        try (Stream<Path> files = Files.walk(target)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        copy(folder.resolve(source), target);
    }

    /** Links instead of copying: a folder tells contents apart by file and time, so a copy would be another content. */
    private void copy(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Path place = target.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(place);
                } else if (file.toString().contains("/state")) {
                    Files.copy(file, place);
                } else {
                    Files.createLink(place, file);
                }
            }
        }
    }
}
