package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process: it does jobs on schedules, pauses, reads its configuration again, and stops. */
class DaemonTests {

    private static final String REPOSITORIES = "repositories: [{name: demo, location: repository}]\n";
    private static final String EVERY_TWO_SECONDS =
            "schedules: {gc: '*/2 * * * * ?', verify: '1/2 * * * * ?', jitter: 0 seconds}\n";

    @TempDir
    Path folder;

    private Commands commands;

    @BeforeEach
    void makeARepository() {
        commands = Commands.in(folder);
        assertThat(commands.run("sample", "repository", "--quiet").code()).isZero();
    }

    @Test
    void firesByItsSchedulesAndRemembersAPauseOverARestart() throws Exception {
        try (var daemon = DaemonProcess.start(folder, EVERY_TWO_SECONDS + REPOSITORIES)) {
            System.out.println("the service was ready after " + daemon.timeToReady());
            assertThat(daemon.timeToReady()).isLessThan(Duration.ofSeconds(30));
            assertThat(daemon.admin("/ping")).startsWith("pong");
            daemon.awaitLog("gc of demo begins");
            daemon.awaitLog("gc of demo ended: succeeded");
            var list = commands.run("schedule", "list", "--json").json().get("schedules");
            assertThat(list).hasSize(2);
            assertThat(list.get(0).get("last").asText()).isNotEmpty();
            var pause = commands.run("pause", "--job", "gc", "--reason", "moving the store", "--json");
            assertThat(pause.code()).as(pause.err()).isZero();
            daemon.awaitLog("gc of demo does not run: paused by tester");
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        var status = commands.run("status", "--json").json();
        assertThat(status.get("pauses").get(0).get("reason").asText()).isEqualTo("moving the store");
        assertThat(status.get("repositories")
                        .get(0)
                        .get("lastRuns")
                        .get("gc")
                        .get("outcome")
                        .asText())
                .isEqualTo("succeeded");
        try (var daemon = DaemonProcess.start(folder, EVERY_TWO_SECONDS + REPOSITORIES)) {
            daemon.awaitLog("gc of demo does not run: paused by tester");
            var byHand = commands.run("run", "gc", "--quiet");
            assertThat(byHand.code()).isEqualTo(6);
            assertThat(byHand.err()).contains("moving the store").contains("--despite-pause");
            assertThat(commands.run("run", "gc", "--despite-pause", "--quiet").code())
                    .isIn(0, 6);
            assertThat(commands.run("resume", "--job", "gc").code()).isZero();
            daemon.awaitLog("gc of demo begins");
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(commands.run("resume", "--job", "gc").code()).isEqualTo(1);
    }

    @Test
    void readsItsConfigurationAgainAndKeepsTheOldOneWhereTheNewIsWrong() throws Exception {
        try (var daemon = DaemonProcess.start(folder, REPOSITORIES)) {
            assertThat(daemon.seen()).contains("no job has a schedule");
            daemon.reconfigure(folder, EVERY_TWO_SECONDS + REPOSITORIES);
            daemon.signal("HUP");
            daemon.awaitLog("the configuration was read again");
            daemon.awaitLog("gc of demo ended: succeeded");

            daemon.reconfigure(folder, "schedules: {gc: at night}\n" + REPOSITORIES);
            daemon.signal("HUP");
            assertThat(daemon.awaitLog("the new configuration is not used, the old one stays"))
                    .contains("schedules.gc: 'at night' is no cron time");
            daemon.awaitLog("gc of demo ended: succeeded");

            daemon.reconfigure(folder, "state: {directory: elsewhere}\nlimits: {jobs-at-once: 2}\n" + REPOSITORIES);
            daemon.signal("HUP");
            assertThat(daemon.awaitLog("the configuration was read again"))
                    .contains("state.directory has changed and waits for a restart")
                    .contains("limits.jobs-at-once has changed and waits for a restart")
                    .doesNotContain("server");
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
    }

    @Test
    void endsCleanlyWhenItIsAskedToBeforeItIsReady() throws Exception {
        try (var daemon = DaemonProcess.startUntil("Registering admin handler", folder, REPOSITORIES, Map.of())) {
            assertThat(daemon.stop()).as(daemon.seen()).isZero();
        }
        assertThat(commands.run("status").code()).isZero();
    }

    @Test
    void doesNotStartOnAConfigurationThatIsWrongNorOnAStateThatIsTaken() throws Exception {
        try (var daemon = DaemonProcess.start(folder, REPOSITORIES)) {
            var second = commands.run("server", "config.yml");
            assertThat(second.code()).isEqualTo(6);
            assertThat(second.err()).contains("in use by process");
            assertThat(daemon.stop()).isZero();
        }
        var wrong = commands.run("server", "missing.yml");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("missing.yml: there is no such file");
    }
}
