package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.state.KeeperState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with what a command finds: one clear sentence, the right exit code, nothing deleted. */
class BadInputTests {

    private static final String NO_SUCH_VERSION = "01a13cdb-cc00-7a32-9ae4-000000000000";
    private static final String[] JOBS = {"plan gc", "run gc", "plan retention", "run retention"};

    @TempDir
    private Path folder;

    @Test
    void aFolderWithoutFdlJsonIsRefused() throws IOException {
        var repository = unpacked("a-story");
        Files.delete(repository.resolve("fdl.json"));
        assertEveryJobRefuses(repository, "repository-document", "fdl.json");
    }

    @Test
    void anotherMajorVersionIsRefused() throws IOException {
        var repository = unpacked("a-story");
        var document = repository.resolve("fdl.json");
        Files.writeString(document, Files.readString(document).replace("\"0.1\"", "\"1.0\""));
        assertEveryJobRefuses(repository, "unknown-fdl-major", "1.0");
    }

    @Test
    void aRefThatNamesNothingIsRefused() throws IOException {
        var repository = unpacked("a-story");
        Files.writeString(repository.resolve("refs/heads/lost"), NO_SUCH_VERSION);
        assertEveryJobRefuses(repository, "ref-to-missing-version", NO_SUCH_VERSION);
    }

    @ParameterizedTest
    @CsvSource({"fdl.json, repository-document", "version.json, record-unreadable"})
    void halfWrittenJsonIsRefused(String name, String guard) throws IOException {
        var repository = unpacked("a-story");
        var document = find(repository, name);
        var content = Files.readString(document);
        Files.writeString(document, content.substring(0, content.length() / 2));
        assertEveryJobRefuses(repository, guard, name);
    }

    @Test
    void anUnreadableCatalogIsRefused() throws IOException {
        var repository = unpacked("a-story");
        var catalog = find(repository, "ducklake.duckdb");
        Files.write(catalog, new byte[(int) Files.size(catalog)]);
        assertCollectionRefuses(
                repository,
                "catalog-sha256-mismatch",
                repository.relativize(catalog).toString());
    }

    @Test
    void aReferenceThatDanglesIsRefused() {
        assertCollectionRefuses(unpacked("n-dangling"), "dangling", "data/");
    }

    @Test
    void aLogBesideACatalogIsRefused() {
        assertCollectionRefuses(unpacked("k3-wal"), "catalog-wal", ".wal");
    }

    @Test
    void aClockThatIsAnHourFromTheStoresIsRefused() {
        var repository = unpacked("b-daily");
        var wrong = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        for (var job : JOBS) {
            assertRefused(
                    Commands.in(folder).withClocks(wrong, Clock.systemUTC()).on(repository, job),
                    "clock-skew",
                    "set the clock right");
        }
    }

    @Test
    void aClockThatOnlyNewFilesBetrayIsRefusedBeforeTheFirstDeletion() {
        var repository = unpacked("b-daily");
        var before = FixtureCliTests.keys(repository);
        var wrong = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        var run =
                Commands.in(folder).withClocks(wrong, wrong).on(repository, "run gc", "--trust-age", "--grace", "P7D");
        assertRefused(run, "clock-skew", "set the clock right");
        assertThat(FixtureCliTests.keys(repository)).isEqualTo(before);
    }

    @Test
    void aListingThatEndsEarlyIsRefused() {
        var store = Fixture.named("b-daily").load();
        var keeper = new FakeKeeper(store, folder);
        var before = Set.copyOf(store.keys());
        store.faults().breakListingsAfter(5);
        for (var job : List.of("plan gc", "run gc", "plan retention", "run retention")) {
            var words = (job + " --json").split(" ");
            assertRefused(Commands.in(folder).withKeeper(keeper).run(words), "listing-incomplete", "");
        }
        assertThat(store.keys()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void aFolderWithoutPermissionIsRefused() throws IOException {
        var repository = unpacked("b-daily");
        var closed = repository.resolve("data/main");
        var open = Files.getPosixFilePermissions(closed);
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        try {
            assumeTrue(!Files.isReadable(closed), "skipped: this user (root, most likely) may read every folder");
            assertCollectionRefuses(repository, "listing-incomplete", "data/main");
        } finally {
            Files.setPosixFilePermissions(closed, open);
        }
    }

    @Test
    void aFullDiskWhilePlanningIsToldAndLosesNothing() throws Exception {
        var repository = unpacked("b-daily");
        var before = FixtureCliTests.keys(repository);
        var state = Files.createDirectories(folder.resolve("state"));
        assumeTrue(
                command("mount", "-t", "tmpfs", "-o", "size=64m", "none", state.toString()) == 0,
                "skipped: only root can mount the small disk that this needs");
        try {
            var commands = Commands.in(folder);
            assertThat(commands.on(repository, "run list").code()).isZero();
            fill(state.resolve("filler"));
            for (var job : List.of("plan gc", "run gc")) {
                var full = commands.on(repository, job, "--trust-age", "--grace", "P7D");
                assertThat(full.code()).as(full.out()).isEqualTo(1);
                assertOneSentence(full, "state");
            }
            Files.delete(state.resolve("filler"));
            assertThat(planWithCopyOf(state, repository).code()).isZero();
            assertThat(FixtureCliTests.keys(repository)).isEqualTo(before);
        } finally {
            command("umount", "--lazy", state.toString());
        }
    }

    @Test
    void aStateDirectoryInUseIsTold() {
        var repository = unpacked("a-story");
        try (var other = KeeperState.open(folder.resolve("state"), Clock.systemUTC())) {
            assertThat(other.runs().list(Optional.empty(), 1)).isEmpty();
            var busy = Commands.in(folder).on(repository, "run gc");
            assertThat(busy.code()).isEqualTo(6);
            assertOneSentence(busy, "state");
        }
    }

    @Test
    void anUnreadableStateIsTold() throws IOException {
        var repository = unpacked("a-story");
        var state = Files.createDirectories(folder.resolve("state"));
        Files.writeString(state.resolve("state.json"), "{\"format\": 9");
        var failed = Commands.in(folder).on(repository, "plan gc");
        assertThat(failed.code()).isEqualTo(1);
        assertOneSentence(failed, "state.json");
    }

    @Test
    void aFolderThatIsNotThereIsTold() {
        var failed = Commands.in(folder).on(folder.resolve("nowhere"), "plan gc");
        assertThat(failed.code()).isEqualTo(1);
        assertOneSentence(failed, "nowhere");
    }

    private void assertEveryJobRefuses(Path repository, String guard, String words) {
        var before = FixtureCliTests.keys(repository);
        for (var job : JOBS) {
            assertRefused(Commands.in(folder).on(repository, job), guard, words);
        }
        assertThat(FixtureCliTests.keys(repository)).isEqualTo(before);
    }

    private void assertCollectionRefuses(Path repository, String guard, String words) {
        var before = FixtureCliTests.keys(repository);
        for (var job : List.of("plan gc", "run gc")) {
            assertRefused(Commands.in(folder).on(repository, job, "--trust-age"), guard, words);
        }
        assertThat(FixtureCliTests.keys(repository)).isEqualTo(before);
    }

    private static void assertRefused(Commands.Outcome outcome, String guard, String words) {
        var object = outcome.json();
        assertThat(outcome.code()).as(outcome.out() + outcome.err()).isEqualTo(4);
        assertThat(object.get("outcome").asText()).isEqualTo("refused");
        assertThat(object.get("refusals")).anySatisfy(refusal -> {
            assertThat(refusal.get("guard").asText()).isEqualTo(guard);
            assertThat(refusal.get("subject").asText() + " "
                            + refusal.get("detail").asText())
                    .contains(words);
            assertThat(refusal.get("detail").asText()).isNotBlank().doesNotContain("Exception");
        });
    }

    /** On standard error for people, in an object for scripts, and no stack trace. */
    private static void assertOneSentence(Commands.Outcome outcome, String words) {
        var object = outcome.json();
        assertThat(object.get("outcome").asText()).isEqualTo("failed");
        assertThat(object.get("message").asText())
                .contains(words)
                .doesNotContain("\n")
                .doesNotContain("Exception");
        assertThat(outcome.err().lines().filter(line -> line.startsWith("fdl-keeper: ")))
                .hasSize(1);
        assertThat(outcome.err()).doesNotContain("\tat ");
    }

    private Path unpacked(String fixture) {
        var repository = folder.resolve("repository");
        Fixture.named(fixture).unpackTo(repository, Clock.systemUTC().instant());
        return repository;
    }

    private static Path find(Path repository, String name) throws IOException {
        try (var files = Files.walk(repository)) {
            return new TreeSet<>(files.filter(file -> file.endsWith(name)).toList()).first();
        }
    }

    /** The engine of this process remembers its failure, so the next process is played with a copy of what is on the disk. */
    private Commands.Outcome planWithCopyOf(Path state, Path repository) throws Exception {
        var copy = folder.resolve("copy");
        assertThat(command("cp", "-r", state.toString(), copy.toString())).isZero();
        return Commands.in(folder)
                .run("plan", "gc", "--location", repository.toString(), "--state", copy.toString(), "--grace", "P7D");
    }

    private static void fill(Path file) throws IOException {
        byte[] block = "full".repeat(256).getBytes(StandardCharsets.UTF_8);
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(Files.size(file)).isPositive();
        }
    }

    private static int command(String... words) throws IOException, InterruptedException {
        var process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}
