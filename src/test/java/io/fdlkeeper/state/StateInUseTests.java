package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.CLOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process at a time, and what the next finds when one was killed. */
class StateInUseTests {

    @TempDir
    Path folder;

    @Test
    void secondOpeningInOneProcessIsRefusedAndLeavesTheFirstAlone() throws Exception {
        try (var first = KeeperState.open(folder, CLOCK)) {
            var lease = first.leases().tryTake("/srv/lake", "r1").orElseThrow();
            assertThatExceptionOfType(StateInUseException.class)
                    .isThrownBy(() -> KeeperState.open(folder, CLOCK))
                    .withMessage(
                            "the state directory " + folder.toRealPath()
                                    + " is in use by this process; wait until it ends, or ask it instead, or name another directory");
            assertThat(lease.isHeld()).isTrue();
            // The refused opening must not have dropped the first one's lock on the way.
            try (var other = start(folder)) {
                assertThat(other.readLine())
                        .contains("is in use by process "
                                + ProcessHandle.current().pid());
            }
        }
        try (var next = KeeperState.open(folder, CLOCK)) {
            assertThat(next.leases().tryTake("/srv/lake", "r2")).isPresent();
        }
    }

    @Test
    void stateOfAKilledProcessIsOpenedWithAllItHadWritten() throws Exception {
        try (var holder = start(folder)) {
            assertThat(holder.readLine()).isEqualTo(StateHolder.READY);
            assertThatExceptionOfType(StateInUseException.class)
                    .isThrownBy(() -> KeeperState.open(folder, CLOCK))
                    .withMessageContaining(
                            "in use by process " + holder.process().pid() + " on ");
            holder.kill();
        }
        try (var state = KeeperState.open(folder, CLOCK)) {
            assertThat(state.runs().unfinished(StateHolder.REPOSITORY))
                    .extracting(run -> run.id())
                    .containsExactly(StateHolder.RUN);
            assertThat(state.journals().unresolved(StateHolder.RUN)).containsExactly(StateHolder.STEP);
            var lease = state.leases().tryTake(StateHolder.REPOSITORY, "r2").orElseThrow();
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void leaseIsLostWithTheDirectory() throws Exception {
        var directory = folder.resolve("state");
        try (var state = KeeperState.open(directory, CLOCK)) {
            var lease = state.leases().tryTake("/srv/lake", "r1").orElseThrow();
            Files.move(directory, folder.resolve("moved-away"));
            assertThat(lease.isHeld()).isFalse();
            Files.move(folder.resolve("moved-away"), directory);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void leaseIsLostWithTheState() {
        var state = KeeperState.open(folder, CLOCK);
        var lease = state.leases().tryTake("/srv/lake", "r1").orElseThrow();
        state.close();
        assertThat(lease.isHeld()).isFalse();
    }

    private static Holder start(Path directory) throws IOException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StateHolder.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Holder(
                process, new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /** Another process, and what it says. */
    private record Holder(Process process, BufferedReader output) implements AutoCloseable {

        /** Returns its next word on the matter, without its log; null when it has ended. */
        String readLine() throws IOException {
            String line = output.readLine();
            while (line != null && line.contains(" [main] ")) {
                line = output.readLine();
            }
            return line;
        }

        /** Ends it as SIGKILL does. */
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
