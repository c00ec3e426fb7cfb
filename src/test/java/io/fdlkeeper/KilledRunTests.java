package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.maintenance.JobOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process killed with SIGKILL at any step, and the job run again, ends where it would have ended without the kill. */
class KilledRunTests {

    private static final int KILLED = 128 + 9;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"retention, g1-mark-only", "gc, d-unfinished"})
    void jobRunAgainAfterAKillAtAnyStepEndsAsIfThereHadBeenNone(String job, String fixture) throws Exception {
        Instant now = Instant.now();
        String address = Fixture.named(fixture).repositoryUrl();
        Path untouched = unpack(fixture, "untouched", now);
        int steps = KilledRun.steps(job, untouched, folder.resolve("untouched-state"), address);
        SortedMap<String, String> expected = contents(untouched);
        assertThat(steps).isGreaterThan(10);

        for (int step = 1; step <= steps; step++) {
            Path repository = unpack(fixture, "step-" + step, now);
            Path state = folder.resolve("state-" + step);

            assertThat(runAndDie(job, repository, state, address, step))
                    .as("step " + step)
                    .isEqualTo(KILLED);

            assertThat(KilledRun.toItsEnd(job, repository, state, address))
                    .as("the run after the kill at step " + step)
                    .isEqualTo(JobOutcome.SUCCEEDED);
            assertThat(contents(repository)).as("killed at step " + step).isEqualTo(expected);
        }
    }

    private Path unpack(String fixture, String name, Instant now) throws IOException {
        Path repository = Files.createDirectory(folder.resolve(name));
        Fixture.named(fixture).unpackTo(repository, now);
        return repository;
    }

    private int runAndDie(String job, Path repository, Path state, String address, int step) throws Exception {
        var process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledRun.class.getName(),
                        job,
                        repository.toString(),
                        state.toString(),
                        address,
                        Integer.toString(step)))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output-" + step).toFile())
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    /** Every file with its size; a mark with its content but for the run and the time that wrote it. */
    private static SortedMap<String, String> contents(Path repository) throws IOException {
        SortedMap<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(repository)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> contents.put(repository.relativize(file).toString(), content(file)));
        }
        return contents;
    }

    private static String content(Path file) {
        try {
            if (!file.endsWith("expired.json")) {
                return Files.size(file) + " bytes";
            }
            var mark = (ObjectNode) JSON.readTree(file.toFile());
            mark.remove(List.of("run", "expired_at"));
            return mark.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
