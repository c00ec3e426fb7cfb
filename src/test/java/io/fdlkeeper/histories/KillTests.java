package io.fdlkeeper.histories;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.run.JobKind;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process killed at any journaled step of a run, and then the run again: the repository ends as if nothing had happened. */
class KillTests {

    private static final int KILLED = 128 + 9;
    private static final int MOST_STEPS = 60;

    @TempDir
    private Path folder;

    @Test
    void retentionKilledAtAnyStepEndsAsIfNothingHadHappened() throws Exception {
        assertThat(killedAtEveryStep("b2-history", 10, JobKind.RETENTION)).isGreaterThan(10);
    }

    @Test
    void collectionKilledAtAnyStepEndsAsIfNothingHadHappened() throws Exception {
        assertThat(killedAtEveryStep("d-unfinished", 1, JobKind.GC)).isGreaterThan(10);
    }

    /** Kills the run at its first step, its second, and so on until it ends before it could be killed; returns how many there were. */
    private int killedAtEveryStep(String fixture, int keep, JobKind job) throws IOException, InterruptedException {
        var now = Instant.now();
        var whole = unpack(fixture, "whole", now);
        var before = stateOf(whole);
        assertThat(new KillableRun(whole, folder.resolve("state-whole"), keep).of(job, 0))
                .isEqualTo(JobOutcome.SUCCEEDED);
        var expected = stateOf(whole);
        assertThat(expected).isNotEqualTo(before);
        for (int step = 1; step <= MOST_STEPS; step++) {
            var repository = unpack(fixture, "killed-" + step, now);
            var state = folder.resolve("state-" + step);
            boolean killed = kill(repository, state, keep, job, step);
            if (killed) {
                assertThat(new KillableRun(repository, state, keep).of(job, 0))
                        .as("the run after the one killed at step " + step)
                        .isEqualTo(JobOutcome.SUCCEEDED);
            }
            assertThat(stateOf(repository)).as("killed at step " + step).isEqualTo(expected);
            if (!killed) {
                return step - 1;
            }
        }
        throw new AssertionError("the run has more than " + MOST_STEPS + " steps");
    }

    private Path unpack(String fixture, String name, Instant now) throws IOException {
        var repository = Files.createDirectories(folder.resolve(name));
        Fixture.named(fixture).unpackTo(repository, now);
        return repository;
    }

    private boolean kill(Path repository, Path state, int keep, JobKind job, int step)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of(
                KillableRun.class.getName(),
                repository.toString(),
                state.toString(),
                Integer.toString(keep),
                job.name(),
                Integer.toString(step)));
        var log = folder.resolve("child.log").toFile();
        var process =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        int code = process.exitValue();
        assertThat(code)
                .as(Files.readString(log.toPath(), StandardCharsets.UTF_8))
                .isIn(0, KILLED);
        return code == KILLED;
    }

    /** Returns every object with its content; of a mark, all but the run and the time. */
    private static TreeMap<String, String> stateOf(Path repository) throws IOException {
        var objects = new TreeMap<String, String>();
        try (var files = Files.walk(repository)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                var content = Files.readString(file, StandardCharsets.ISO_8859_1)
                        .replaceAll("\"(run|expired_at)\"\\s*:\\s*\"[^\"]*\"", "\"$1\":\"*\"");
                objects.put(repository.relativize(file).toString(), Integer.toHexString(content.hashCode()) + " " + content.length());
            }
        }
        return objects;
    }
}
