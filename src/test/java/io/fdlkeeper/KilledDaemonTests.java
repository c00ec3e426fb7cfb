package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.state.StateInUseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals that meet the service in the midst of a scheduled collection: no act twice, none without the lease, and a clean way on. */
class KilledDaemonTests {

    private static final int GARBAGE = 300;
    private static final int KILLED = 128 + 9;
    private static final String CONFIGURATION = """
            limits: {stop-grace: 50 seconds}
            gc: {grace: 1 second, grace-uncommitted: 1 second, allow-short-grace: true, max-share: 1, batch: 1}
            schedules: {gc: '*/2 * * * * ?', jitter: 0 seconds}
            repositories: [{name: demo, location: repository}]
            """;

    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void makeARepositoryFullOfGarbage() throws IOException {
        assertThat(Commands.in(folder).run("sample", "repository", "--quiet").code())
                .isZero();
        data = folder.resolve("repository/data/main/towns");
        var old = FileTime.from(Instant.now().minus(Duration.ofDays(60)));
        for (int i = 0; i < GARBAGE; i++) {
            Path file = Files.writeString(data.resolve("garbage-" + i + ".parquet"), "garbage " + i);
            Files.setLastModifiedTime(file, old);
        }
    }

    @Test
    void killedServiceClosesItsRunAtTheNextStartAndNothingIsDeletedTwice() throws Exception {
        try (var daemon = DaemonProcess.start(folder, CONFIGURATION)) {
            awaitDeletions();
            daemon.signal("KILL");
            assertThat(daemon.awaitEnd()).isEqualTo(KILLED);
        }
        long left = garbage();
        assertThat(left).as("garbage left").isPositive().isLessThan(GARBAGE);
        try (var daemon = DaemonProcess.start(folder, CONFIGURATION)) {
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(outcomes()).contains(RunOutcome.INTERRUPTED).contains(RunOutcome.SUCCEEDED);
        everyPieceOfGarbageWasDeletedOnceAndNothingElseIsMissing();
    }

    @Test
    void stoppedServiceFinishesTheBatchInHandAndGoesOnAfterwards() throws Exception {
        try (var daemon = DaemonProcess.start(folder, CONFIGURATION)) {
            awaitDeletions();
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
            assertThat(daemon.seen()).contains("gc of demo ended: stopped");
        }
        assertThat(garbage()).as("garbage left").isPositive().isLessThan(GARBAGE);
        assertThat(outcomes().get(outcomes().size() - 1)).isEqualTo(RunOutcome.STOPPED);
        assertThat(deletions().values().stream().mapToInt(Integer::intValue).sum())
                .as("what the journal says is what is missing")
                .isEqualTo((int) (GARBAGE - garbage()));
        try (var daemon = DaemonProcess.start(folder, CONFIGURATION)) {
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(outcomes()).doesNotContain(RunOutcome.INTERRUPTED, RunOutcome.FAILED);
        everyPieceOfGarbageWasDeletedOnceAndNothingElseIsMissing();
    }

    @Test
    void suspendedServiceKeepsItsLeaseAndGoesOn() throws Exception {
        try (var daemon = DaemonProcess.start(folder, CONFIGURATION)) {
            awaitDeletions();
            daemon.signal("STOP");
            long left = garbage();
            assertThat(left).isPositive();
            assertThatExceptionOfType(StateInUseException.class)
                    .as("the state is not to be had while its process stands still")
                    .isThrownBy(() -> KeeperState.open(folder.resolve("state"), Clock.systemUTC()));
            assertThat(garbage()).isEqualTo(left);
            daemon.signal("CONT");
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(outcomes()).doesNotContain(RunOutcome.INTERRUPTED, RunOutcome.FAILED);
        everyPieceOfGarbageWasDeletedOnceAndNothingElseIsMissing();
    }

    @Test
    void suspendedServiceThatLostItsLeaseMeanwhileDeletesNothingMore() throws Exception {
        try (var daemon = DaemonProcess.start(folder, CONFIGURATION)) {
            awaitDeletions();
            daemon.signal("STOP");
            long left = garbage();
            assertThat(left).isGreaterThan(1);
            replaceTheLock();
            daemon.forgetLog();
            daemon.signal("CONT");
            daemon.awaitLog("the lease on this repository was lost");
            // The batch in hand, of one object, had its permission before.
            assertThat(garbage()).isBetween(left - 1, left);
            daemon.awaitLog("the state is open again");
            awaitNoGarbage(daemon);
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        everyPieceOfGarbageWasDeletedOnceAndNothingElseIsMissing();
    }

    /** What a person does who takes the lock for a left-over. */
    private void replaceTheLock() throws IOException {
        Path fresh = Files.createFile(folder.resolve("fresh-lock"));
        Files.move(fresh, folder.resolve("state/lock"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Waits until the collection is well under way. */
    private void awaitDeletions() throws Exception {
        awaitGarbageBelow(GARBAGE - 20);
    }

    private void awaitNoGarbage(DaemonProcess daemon) throws Exception {
        awaitGarbageBelow(1);
        daemon.forgetLog();
        daemon.awaitLog("gc of demo ended");
    }

    private void awaitGarbageBelow(long limit) throws Exception {
        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            data.register(watch, StandardWatchEventKinds.ENTRY_DELETE);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (garbage() >= limit) {
                var key = watch.poll(1, TimeUnit.SECONDS);
                if (key != null) {
                    key.pollEvents();
                    key.reset();
                }
                assertThat(System.nanoTime())
                        .as("garbage is collected in time, %d left", garbage())
                        .isLessThan(end);
            }
        }
    }

    private long garbage() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("garbage-"))
                    .count();
        }
    }

    /** Returns how each run ended, oldest first. */
    private List<RunOutcome> outcomes() {
        try (var state = KeeperState.open(folder.resolve("state"), Clock.systemUTC())) {
            return runs(state).stream().map(run -> run.outcome().orElseThrow()).toList();
        }
    }

    /** Returns how often each piece of garbage was deleted, by the journals of all runs. */
    private Map<String, Integer> deletions() {
        Map<String, Integer> deletions = new TreeMap<>();
        try (var state = KeeperState.open(folder.resolve("state"), Clock.systemUTC())) {
            for (RunRecord run : runs(state)) {
                assertThat(state.journals().unresolved(run.id())).isEmpty();
                state.journals().results(run.id()).stream()
                        .filter(entry -> entry.key().contains("/garbage-")
                                && entry.result().equals("deleted"))
                        .forEach(entry -> deletions.merge(entry.key(), 1, Integer::sum));
            }
        }
        return deletions;
    }

    private static List<RunRecord> runs(KeeperState state) {
        var newestFirst = new java.util.ArrayList<>(state.runs().list(Optional.empty(), 10_000));
        java.util.Collections.reverse(newestFirst);
        return newestFirst;
    }

    private void everyPieceOfGarbageWasDeletedOnceAndNothingElseIsMissing() {
        assertThat(deletions())
                .hasSize(GARBAGE)
                .allSatisfy((key, times) -> assertThat(times).as(key).isEqualTo(1));
        var verified = Commands.in(folder).run("run", "verify", "--config", "config.yml", "--quiet");
        assertThat(verified.code()).as(verified.out()).isZero();
    }
}
