package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.cli.ProductVersion;
import io.fdlkeeper.control.ControlServer;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.state.KeeperState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line beside a running daemon: the same answers and exit codes as without it. */
@Timeout(180)
class BesideADaemonTests {

    /** The store stamps what is written with the machine's time, so ours cannot be another; in whole seconds, for columns. */
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    private static final String ORPHAN = "data/main/towns/ducklake-019a0000-0000-7000-8000-00000000old1.parquet";

    /** A run's or hold's id, a file's tag with its inode, and digests over tags: another one each time. */
    private static final Map<String, String> CHANCE = Map.of(
            "[0-9]{8}T[0-9]{9}Z-[0-9a-f]{6}", "RUN",
            "[0-9a-f]+-[0-9a-f]+\\.[0-9a-f]+-[0-9a-f]+", "TAG",
            "[0-9a-f]{64}", "DIGEST",
            "--plan [0-9a-f]{16}", "--plan DIGEST");

    /** Every command that opens the state, in an order in which each has something to say. */
    private static final List<String> COMMANDS = List.of(
            "status",
            "repo list",
            "repo show daily",
            "repo accept 0123456789abcdef --repo daily",
            "plan retention",
            "plan gc",
            "plan gc --trust-age",
            "explain " + ORPHAN + " --repo daily",
            "run gc --trust-age --plan 0123456789abcdef",
            "hold add " + ORPHAN + " --reason audit --repo daily",
            "hold list --repo daily",
            "explain " + ORPHAN + " --trust-age --repo daily",
            "hold release no-such-hold --repo daily",
            "loss record data/main/towns/no-such.parquet --reason disk --repo daily",
            "doctor --write",
            "run verify",
            "run retention",
            "run gc --trust-age",
            "run list",
            "run show no-such-run",
            "plan restore no-such-run --repo daily",
            "restore no-such-run --repo daily",
            "pause --reason moving --repo daily",
            "schedule list",
            "schedule next",
            "resume --repo daily",
            "withdraw open daily --reason personal-data --aware-since 2026-11-29T10:00Z",
            "withdraw list",
            "withdraw policy daily --approvals 2 --reason rule",
            "withdraw guard daily",
            "withdraw find w-none --value text",
            "withdraw show w-none",
            "withdraw plan w-none",
            "withdraw approve w-none --digest 0123456789abcdef",
            "withdraw reject w-none --reason wrong",
            "withdraw execute w-none",
            "withdraw pause w-none --reason wait",
            "withdraw resume w-none",
            "withdraw cancel w-none --reason wrong",
            "withdraw verify w-none",
            "withdraw reopen w-none --reason more",
            "withdraw contained w-none --at 2026-11-29T10:00Z",
            "withdraw notified w-none --at 2026-11-29T10:00Z",
            "withdraw residue w-none ack r1",
            "withdraw certificate w-none --out certificate",
            "withdraw report w-none --art33",
            "approver add ben --key no-such.pub",
            "approver list",
            "approver remove ben",
            "plan gc --repo no-such-repository",
            "plan gc --grace P7D");

    /** These open no state, or one of their own. */
    private static final Set<String> DONE_HERE =
            Set.of("check", "sample", "demo", "server", "completion", "certificate verify", "audit verify");

    private static final List<String> IN_WORDS = List.of(
            "status", "plan gc --trust-age", "run gc --trust-age", "run list", "repo show", "run gc --nonsense");

    private static final Pattern COMMAND = Pattern.compile("#+ `fdl-keeper ([a-z ]+)`");

    @TempDir
    private Path folder;

    private Path file;
    private Instant now = NOW;

    @BeforeEach
    void configure() throws IOException {
        file = folder.resolve("config.yml");
        Files.writeString(file, """
                state:
                  directory: ./state
                gc:
                  grace: 7 days
                  grace-uncommitted: 7 days
                repositories:
                  - name: daily
                    location: ./repository
                """);
        unpack();
    }

    @Test
    void everyCommandThatOpensTheStateIsAsked() throws IOException {
        var commands = Files.readAllLines(Path.of("docs/commands.md")).stream()
                .map(COMMAND::matcher)
                .filter(Matcher::matches)
                .map(heading -> heading.group(1))
                .toList();
        assertThat(commands)
                .hasSizeGreaterThan(20)
                .allMatch(name -> DONE_HERE.contains(name)
                        || commands.stream().anyMatch(other -> other.startsWith(name + " "))
                        || COMMANDS.stream().anyMatch(asked -> (asked + " ").startsWith(name + " ")));
    }

    @Test
    void everyCommandAnswersTheSameWithAndWithoutADaemon() throws IOException {
        List<String> alone = answers(COMMANDS, "--json");
        reset();
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertSame(answers(COMMANDS, "--json"), alone);
            assertThat(daemon.keeper().workplace().state().runs().list(Optional.empty(), 10))
                    .hasSize(5);
        }
    }

    @Test
    void textsAreTheSameWithAndWithoutADaemon() throws IOException {
        List<String> alone = answers(IN_WORDS, "--quiet");
        reset();
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertThat(daemon).isNotNull();
            assertSame(answers(IN_WORDS, "--quiet"), alone);
        }
    }

    @Test
    void aRunIsRememberedUnderWhoAskedForIt() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertThat(commands().run("run", "gc").code()).isZero();
            var runs = daemon.keeper().workplace().state().runs().list(Optional.empty(), 10);
            assertThat(runs).extracting(run -> run.actor()).containsExactly("tester");
        }
    }

    @Test
    void anInterruptedRunStopsInTheDaemonAndSaysSo() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertThat(daemon).isNotNull();
            var run = commands().stoppingWhen(() -> true).run("run", "gc", "--trust-age", "--json");
            assertThat(run.code()).as(run.err()).isEqualTo(3);
            assertThat(run.json().get("outcome").asText()).isEqualTo("stopped");
            assertThat(folder.resolve("repository").resolve(ORPHAN)).exists();
        }
    }

    @Test
    void oneRepositoryIsKeptByOptionsOnTheDaemonsState() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertThat(daemon).isNotNull();
            var run = commands().on(folder.resolve("repository"), "run gc", "--trust-age", "--grace", "P7D");
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.json().get("items")).hasSize(1);
            assertThat(commands().run("run", "list", "--json").json().get("runs"))
                    .hasSize(1);
        }
    }

    @Test
    void whatACaseLooksForIsReadHereAndLookedForThere() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            var opened = commands()
                    .run("withdraw", "open", "--reason", "personal-data", "--aware-since", NOW.toString(), "--json");
            String id = opened.json().get("case").asText();
            var found = commands().reading("no-such-text\n", "withdraw", "find", id, "--value-file", "-", "--json");
            assertThat(found.code()).as("a file that is no Parquet may hold it").isEqualTo(3);
            assertThat(found.json().get("state").asText()).isEqualTo("FIND_INCOMPLETE");
            assertThat(daemon.keeper().workplace().state().cases().list()).hasSize(1);
            var nothing = commands().reading("", "withdraw", "find", id, "--value-file", "-", "--json");
            assertThat(nothing.code()).isEqualTo(2);
        }
    }

    @Test
    void anotherStateIsWorkedOnHere() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            var plan =
                    commands().run("run", "gc", "--location", "repository", "--state", "elsewhere", "--grace", "P7D");
            assertThat(plan.code()).isZero();
            assertThat(folder.resolve("elsewhere/state.json")).exists();
            assertThat(daemon.keeper().workplace().state().runs().list(Optional.empty(), 10))
                    .isEmpty();
        }
    }

    @Test
    void aFileThatTheDaemonHasNotReadDoesNotCountAndThatIsSaid() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertThat(daemon).isNotNull();
            Files.writeString(file, Files.readString(file).replace("name: daily", "name: renamed"));
            var list = commands().run("repo", "list", "--json");
            assertThat(list.json().get("repositories").get(0).get("repository").asText())
                    .isEqualTo("daily");
            assertThat(list.err().lines()).hasSize(1).allMatch(line -> line.contains("reload the daemon"));
        }
    }

    @Test
    void aStateInUseByNoDaemonIsBusyAsEver() throws IOException {
        try (var daemon = InJvmDaemon.on(machine(), file)) {
            assertThat(daemon).isNotNull();
            Files.delete(folder.resolve("state/control/socket"));
            Files.writeString(folder.resolve("state/control/socket"), "no socket");
            var status = commands().run("status", "--json");
            assertThat(status.code()).isEqualTo(6);
            assertThat(status.json().get("message").asText()).contains("is in use by");
        }
    }

    @Test
    void aKilledDaemonsSocketIsLeftAloneByACommandThatGetsTheLock() throws IOException {
        InJvmDaemon.on(machine(), file).close();
        Files.writeString(folder.resolve("state/control/socket"), "left behind");
        assertThat(commands().run("status").code()).isZero();
    }

    @Test
    void nothingOfThePersonsEnvironmentReachesTheDaemonButWhereThingsAre() throws IOException {
        var seen = new AtomicReference<Map<String, String>>();
        var state = folder.resolve("state");
        try (var held = KeeperState.open(state, machine().clock());
                var server = ControlServer.start(state, ProductVersion.number(), (request, out, err, stop) -> {
                    seen.set(request.environment());
                    return 0;
                })) {
            assertThat(held).isNotNull();
            assertThat(server).isNotNull();
            assertThat(commands()
                            .with(Map.of("AWS_SECRET_ACCESS_KEY", "secret", "XDG_STATE_HOME", "/x"))
                            .run("status")
                            .code())
                    .isZero();
        }
        assertThat(seen.get()).containsExactly(Map.entry("XDG_STATE_HOME", "/x"));
    }

    private List<String> answers(List<String> commands, String how) {
        var answers = new ArrayList<String>();
        for (String command : commands) {
            var words = new ArrayList<>(List.of(command.split(" ")));
            words.add(how);
            now = now.plusSeconds(1);
            var outcome = commands().run(words.toArray(String[]::new));
            answers.add(command + " -> " + outcome.code() + "\n" + sure(outcome.out()) + sure(outcome.err()));
        }
        return answers;
    }

    private static void assertSame(List<String> beside, List<String> alone) {
        assertThat(beside).hasSameSizeAs(alone);
        for (int i = 0; i < alone.size(); i++) {
            assertThat(beside.get(i)).isEqualTo(alone.get(i));
        }
    }

    private static String sure(String text) {
        String sure = text;
        for (var chance : CHANCE.entrySet()) {
            sure = sure.replaceAll(chance.getKey(), chance.getValue());
        }
        return sure;
    }

    /** A small repository, with a file that nothing names. */
    private void unpack() throws IOException {
        Path repository = folder.resolve("repository");
        Fixture.named("a-story").unpackTo(repository, NOW);
        Path orphan = Files.writeString(repository.resolve(ORPHAN), "orphan");
        Files.setLastModifiedTime(orphan, FileTime.from(NOW.minus(25, ChronoUnit.DAYS)));
    }

    private void reset() throws IOException {
        now = NOW;
        for (String name : List.of("repository", "state")) {
            try (var files = Files.walk(folder.resolve(name))) {
                for (Path path : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(path);
                }
            }
        }
        unpack();
    }

    private Machine machine() {
        return new Machine(folder, folder, Map.of(), Optional.empty(), clock(), clock());
    }

    private Commands commands() {
        return Commands.in(folder).withClocks(clock(), clock());
    }

    /** Moved by hand, so that ids made later sort later. */
    private Clock clock() {
        return new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }
}
