package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.CLOCK;
import static io.fdlkeeper.state.StateUnderTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.RunRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk ends in one sentence, and what was written before is whole. Needs the right to mount a small disk. */
class DiskFullTests {

    private static final JournalEntry STEP =
            new JournalEntry("delete", "data/a", "e", 1, "deleted", "x".repeat(10_000));

    @TempDir
    Path folder;

    private Path disk;

    @BeforeEach
    void mountASmallDisk() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        String refusal = run("mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", disk.toString());
        if (!refusal.isEmpty()) {
            System.out.println("DiskFullTests are skipped: a small disk cannot be mounted here (" + refusal + ")");
        }
        assumeTrue(refusal.isEmpty(), refusal);
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    @Test
    void stateIsNotBegunOnAFullDiskAndBegunWhenThereIsRoom() throws Exception {
        fill();
        assertDiskIsFull(() -> KeeperState.open(disk.resolve("state"), CLOCK));
        makeRoom();
        KeeperState.open(disk.resolve("state"), CLOCK).close();
    }

    @Test
    void journalKeepsItsWholeLinesAndGoesOnWhenThereIsRoom() throws Exception {
        try (var state = KeeperState.open(disk.resolve("state"), CLOCK);
                var journal = state.journals().open("r1")) {
            journal.record(List.of(STEP));
            fill();
            assertDiskIsFull(() -> journal.record(List.of(STEP)));
            assertThat(state.journals().results("r1")).hasSize(1);
            makeRoom();
            journal.record(List.of(STEP));
            assertThat(state.journals().results("r1")).hasSize(2);
        }
    }

    @Test
    void planThatDoesNotFitLeavesNothing() throws Exception {
        try (var state = KeeperState.open(disk.resolve("state"), CLOCK)) {
            fill();
            try (var draft = state.plans().draft()) {
                var item = new PlanItem(
                        PlanAction.DELETE, "x".repeat(1000), List.of("orphan"), 1, Optional.empty(), Optional.empty());
                assertDiskIsFull(() -> {
                    for (int i = 0; i < 1000; i++) {
                        draft.item(item);
                    }
                });
            }
            assertThat(state.temporaryFolder()).isEmptyDirectory();
        }
    }

    @Test
    void runThatCannotBeWrittenDownIsNotBegunAndEarlierOnesStay() throws Exception {
        var state = KeeperState.open(disk.resolve("state"), CLOCK);
        state.runs().begin(begun("r1"));
        fill();
        assertDiskIsFull(() -> {
            for (int i = 2; i < 1000; i++) {
                state.runs().begin(begun("r" + i));
            }
        });
        makeRoom();
        closeWhateverItSays(state);
        try (var next = KeeperState.open(disk.resolve("state"), CLOCK)) {
            assertThat(next.runs().find("r1")).isPresent();
            next.runs().begin(begun("later"));
        }
    }

    private static void closeWhateverItSays(KeeperState state) {
        try {
            state.close();
        } catch (StateException e) {
            assertThat(e).hasMessageContaining("keeper.mv.db");
        }
    }

    private static void assertDiskIsFull(ThrowingCallable act) {
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(act)
                .withMessageContaining(": the disk is full; make room on it, then run again")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    private void fill() throws IOException {
        try (var filler = Files.newOutputStream(disk.resolve("filler"))) {
            var block = new byte[4096];
            while (true) {
                filler.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
    }

    private void makeRoom() throws IOException {
        Files.delete(disk.resolve("filler"));
    }

    private static RunRecord begun(String id) {
        return new RunRecord(
                id,
                "/srv/lake",
                JobKind.GC,
                "tester",
                NOW,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                "",
                List.of());
    }

    /** Runs a command and returns what it says when it fails; empty when it does not. */
    private static String run(String... command) throws InterruptedException {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? "" : said + " ";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
