package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.CLOCK;
import static io.fdlkeeper.state.StateUnderTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a state directory is to others on the machine, and what stays in it. */
class KeeperStateTests {

    private static final String LAKE = "/srv/lake";
    private static final String SECRET_VALUE = "jane.doe@example.org";
    private static final String KEY = "data/email=" + SECRET_VALUE + "/1.parquet";

    @TempDir
    Path folder;

    @Test
    void everythingIsForTheOwnerAlone() throws IOException {
        var directory = folder.resolve("new/state");
        try (var state = KeeperState.open(directory, CLOCK)) {
            useForOneRun(state, "r1", NOW);
            state.referencesFolder(LAKE);
        }
        try (var paths = Files.walk(directory)) {
            for (var path : paths.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .as(path.toString())
                        .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    void noKeyStandsInClearInTheDatabaseOrTheAuditLog() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            useForOneRun(state, "r1", NOW);
            assertThat(Files.readString(folder.resolve("journals/r1.jsonl"))).contains(SECRET_VALUE);
            assertThat(state.runs().find("r1").orElseThrow().message()).contains(SECRET_VALUE);
        }
        for (var file : List.of("keeper.mv.db", "audit/log.jsonl", "audit/head.json")) {
            var bytes = new String(Files.readAllBytes(folder.resolve(file)), StandardCharsets.ISO_8859_1);
            assertThat(bytes).as(file).isNotEmpty().doesNotContain(SECRET_VALUE);
        }
    }

    @Test
    void keyHashIsTheSameInEveryProcessAndAnotherInEveryState() {
        String hash;
        try (var state = KeeperState.open(folder.resolve("one"), CLOCK)) {
            hash = state.keyHash(KEY);
            assertThat(hash).matches("[0-9a-f]{64}").isNotEqualTo(state.keyHash(KEY + "x"));
        }
        try (var state = KeeperState.open(folder.resolve("one"), CLOCK)) {
            assertThat(state.keyHash(KEY)).isEqualTo(hash);
        }
        try (var state = KeeperState.open(folder.resolve("other"), CLOCK)) {
            assertThat(state.keyHash(KEY)).isNotEqualTo(hash);
        }
    }

    @Test
    void compactionForgetsWhatIsOldAndGivesItsSpaceBack() throws IOException {
        var database = folder.resolve("keeper.mv.db");
        try (var state = KeeperState.open(folder, CLOCK)) {
            for (int run = 0; run < 16; run++) {
                useForOneRun(state, "run-" + run, NOW.plus(Duration.ofDays(run)));
            }
        }
        long before = Files.size(database);
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.compact(NOW.plus(Duration.ofDays(15)))).isEqualTo(15);
        }
        assertThat(Files.size(database)).isLessThan(before);
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.runs().list(Optional.empty(), 100))
                    .extracting(RunRecord::id)
                    .containsExactly("run-15");
            assertThat(state.journals().results("run-15")).hasSize(1);
        }
        assertThat(folder.resolve("journals")).isDirectoryContaining("glob:**/run-15.jsonl");
        assertThat(Files.list(folder.resolve("journals"))).hasSize(1);
        assertThat(Files.list(folder.resolve("messages"))).hasSize(1);
    }

    @Test
    void temporaryFilesOfAnEarlierProcessAreRemoved() throws IOException {
        try (var state = KeeperState.open(folder, CLOCK)) {
            Files.writeString(
                    Files.createDirectory(state.temporaryFolder().resolve("spool"))
                            .resolve("part"),
                    "x");
        }
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.temporaryFolder()).isEmptyDirectory();
        }
    }

    @Test
    void repositoriesHaveFoldersThatPeopleRecognise() {
        try (var state = KeeperState.open(folder, CLOCK)) {
            var references = state.referencesFolder("s3://bucket/Lake Süd/");
            assertThat(references.getParent().getFileName().toString()).matches("[0-9a-f]{12}-s3-bucket-lake-s-d-");
            assertThat(state.referencesFolder("s3://bucket/lake/süd/")).isNotEqualTo(references);
        }
    }

    @Test
    void directoryMayHaveAnyNameButOneThatTheDatabaseCannotSpell() {
        for (var name : List.of("~", "with space", "größe%20", "a=b", "state.mv.db")) {
            var directory = folder.resolve(name);
            try (var state = KeeperState.open(directory, CLOCK)) {
                assertThat(state.runs().list(Optional.empty(), 1)).isEmpty();
            }
            assertThat(directory.resolve("keeper.mv.db")).isNotEmptyFile();
        }
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(() -> KeeperState.open(folder.resolve("a;b"), CLOCK))
                .withMessageStartingWith("the state directory cannot have a ';' in its path: ");
    }

    @Test
    void runWhoseIdIsNoFileNameIsRefused() {
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> state.journals().open("../outside"));
        }
    }

    @Test
    void stateOfTheFirstSchemaIsBroughtToTheNewestWithWhatItHolds() throws Exception {
        Path directory = folder.resolve("first-schema");
        try (var state = KeeperState.open(directory, CLOCK)) {
            useForOneRun(state, "r1", NOW);
        }
        String database = "jdbc:h2:file:" + directory.toRealPath().resolve("keeper");
        try (var connection = DriverManager.getConnection(database);
                var statement = connection.createStatement()) {
            statement.execute("DROP TABLE fire_time");
            statement.execute("DELETE FROM \"flyway_schema_history\" WHERE \"version\" = '2'");
            statement.execute("SHUTDOWN");
        }
        try (var state = KeeperState.open(directory, CLOCK)) {
            assertThat(state.fireTimes().find(LAKE, JobKind.GC)).isEmpty();
            assertThat(state.runs().find("r1")).isPresent();
        }
    }

    private static void useForOneRun(KeeperState state, String run, Instant at) {
        state.holds().add(LAKE, new Hold("h-" + run, HoldTarget.parse(KEY), "why", "tester", at, Optional.empty()));
        state.runs().begin(record(run, at, Optional.empty(), Optional.empty(), ""));
        try (var journal = state.journals().open(run)) {
            journal.record(List.of(new JournalEntry("delete", KEY, "e", 1, "deleted", "")));
        }
        state.runs().end(record(run, at, Optional.of(at), Optional.of(RunOutcome.FAILED), "cannot delete " + KEY));
        state.audit().append(new AuditEvent(at, "tester", LAKE, "deleted", Map.of("key", state.keyHash(KEY))));
    }

    private static RunRecord record(
            String run, Instant at, Optional<Instant> end, Optional<RunOutcome> outcome, String message) {
        return new RunRecord(
                run,
                LAKE,
                JobKind.GC,
                "tester",
                at,
                end,
                outcome,
                Optional.empty(),
                Map.of("deleted", 1L),
                message,
                List.of(new RunRecord.Stage("execute", at, at)));
    }
}
