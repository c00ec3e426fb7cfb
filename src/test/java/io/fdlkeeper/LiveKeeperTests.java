package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fdlkeeper.cli.CommandFailure;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.state.KeeperState;
import io.fdlkeeper.state.StateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service whose state breaks under it says so, does nothing meanwhile, and goes on when the state is sound again. */
class LiveKeeperTests {

    @TempDir
    Path folder;

    @Test
    void lockThatWasReplacedStopsJobsUntilItIsTakenAgain() throws Exception {
        LiveKeeper keeper = open(folder.resolve("state"));
        keeper.workplace().state().runs().begin(run("r1"));
        Path fresh = Files.createFile(folder.resolve("fresh"));
        Files.move(fresh, folder.resolve("state/lock"), StandardCopyOption.REPLACE_EXISTING);

        keeper.noticed(new LeaseLostException("the lease was lost"));
        assertThat(keeper.problem().orElseThrow()).contains("the lock of the state directory");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(keeper::workplace)
                .withMessageContaining("the state is out of order and is opened again every minute");
        keeper.maintain(false);
        assertThat(keeper.problem())
                .as("nothing is taken away from a running job")
                .isPresent();

        keeper.maintain(true);
        assertThat(keeper.problem()).isEmpty();
        assertThat(keeper.workplace().state().runs().find("r1")).isPresent();
        keeper.end();
    }

    @Test
    void otherFailuresAreNoneOfTheState() throws Exception {
        LiveKeeper keeper = open(folder.resolve("state"));
        keeper.noticed(new IllegalStateException("the store does not answer"));
        keeper.noticed(new StateException("a journal of one run is damaged"));
        assertThat(keeper.problem()).isEmpty();
        keeper.end();
    }

    @Test
    void fullDiskIsNoticedAndTheStateIsOpenedAgainWhenThereIsRoom() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        String refusal = run("mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", disk.toString());
        if (!refusal.isEmpty()) {
            System.out.println("The test of a full disk is skipped: none can be mounted here (" + refusal + ")");
        }
        assumeTrue(refusal.isEmpty(), refusal);
        try {
            LiveKeeper keeper = open(disk.resolve("state"));
            keeper.workplace().state().runs().begin(run("before"));
            fill(disk);
            breakTheDatabase(keeper);
            assertThat(keeper.problem()).isPresent();
            keeper.maintain(true);
            assertThat(keeper.problem().orElseThrow()).contains("is full; make room on it");

            Files.delete(disk.resolve("filler"));
            keeper.maintain(true);
            assertThat(keeper.problem()).isEmpty();
            assertThat(keeper.workplace().state().runs().find("before")).isPresent();
            keeper.workplace().state().runs().begin(run("after"));
            keeper.end();
        } finally {
            run("umount", disk.toString());
        }
    }

    @Test
    void stateThatCannotBeOpenedAgainAndAgainIsGivenUp() throws Exception {
        LiveKeeper keeper = open(folder.resolve("state"));
        Files.delete(folder.resolve("state/lock"));
        keeper.maintain(false);
        Files.move(folder.resolve("state"), folder.resolve("elsewhere"));
        Files.createDirectory(folder.resolve("state"));
        Files.writeString(folder.resolve("state/foreign"), "not ours");
        for (int minute = 0; minute < 4; minute++) {
            keeper.maintain(true);
        }
        assertThat(keeper.isLost()).isFalse();
        keeper.maintain(true);
        assertThat(keeper.isLost()).isTrue();
        assertThat(keeper.problem().orElseThrow()).contains("it is no state of ours");
    }

    private static void breakTheDatabase(LiveKeeper keeper) {
        for (int i = 0; i < 1000; i++) {
            try {
                keeper.workplace().state().runs().begin(run("r" + i));
            } catch (StateException e) {
                keeper.noticed(e);
                return;
            }
        }
    }

    private LiveKeeper open(Path state) throws IOException {
        Files.createDirectories(folder.resolve("repository"));
        Path file = Files.writeString(
                folder.resolve("config.yml"),
                "state: {directory: " + state + "}\nrepositories: [{name: demo, location: repository}]\n");
        Machine machine = Machine.ours();
        return new LiveKeeper(
                machine,
                new WiredKeeper(
                        machine, new Settings(machine).requireFile(file), KeeperState.open(state, Clock.systemUTC())));
    }

    private static RunRecord run(String id) {
        return new RunRecord(
                id,
                "/srv/lake",
                JobKind.GC,
                "tester",
                Instant.parse("2026-06-01T00:00:00Z"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                "",
                List.of());
    }

    private static void fill(Path disk) throws IOException {
        try (var filler = Files.newOutputStream(disk.resolve("filler"))) {
            while (true) {
                filler.write(new byte[4096]);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left on device");
        }
    }

    /** Runs a command and returns what it says when it fails; empty when it does not. */
    private static String run(String... command) throws Exception {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? "" : said + " ";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
