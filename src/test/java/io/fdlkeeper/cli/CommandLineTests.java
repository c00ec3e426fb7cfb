package io.fdlkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.run.StopToken;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CommandLineTests {

    private static final KeeperSource NONE = new NoSource() {
        @Override
        public KeeperOptions recall(KeeperOptions options, Optional<String> caseId) {
            return options;
        }

        @Override
        public OpenKeeper open(KeeperOptions options) {
            throw new IllegalStateException("nothing is to be opened here");
        }

        @Override
        public Sample sample(Path folder) {
            throw new IllegalStateException("the disk\n  is full: make room");
        }
    };

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    static Stream<String> commands() {
        return leaves(commandLine(NONE, new ByteArrayOutputStream(), new ByteArrayOutputStream()))
                .map(command -> command.getCommandSpec().qualifiedName());
    }

    @Test
    void theCommandsAreThose() {
        assertThat(commands())
                .containsExactlyInAnyOrder(
                        "fdl-keeper check",
                        "fdl-keeper sample",
                        "fdl-keeper status",
                        "fdl-keeper repo list",
                        "fdl-keeper repo show",
                        "fdl-keeper repo accept",
                        "fdl-keeper plan retention",
                        "fdl-keeper plan gc",
                        "fdl-keeper plan restore",
                        "fdl-keeper restore",
                        "fdl-keeper run retention",
                        "fdl-keeper run gc",
                        "fdl-keeper run verify",
                        "fdl-keeper run list",
                        "fdl-keeper run show",
                        "fdl-keeper explain",
                        "fdl-keeper hold add",
                        "fdl-keeper hold list",
                        "fdl-keeper hold release",
                        "fdl-keeper loss record",
                        "fdl-keeper withdraw open",
                        "fdl-keeper withdraw find",
                        "fdl-keeper withdraw show",
                        "fdl-keeper withdraw plan",
                        "fdl-keeper withdraw approve",
                        "fdl-keeper withdraw reject",
                        "fdl-keeper withdraw execute",
                        "fdl-keeper withdraw pause",
                        "fdl-keeper withdraw resume",
                        "fdl-keeper withdraw cancel",
                        "fdl-keeper withdraw verify",
                        "fdl-keeper withdraw reopen",
                        "fdl-keeper withdraw contained",
                        "fdl-keeper withdraw notified",
                        "fdl-keeper withdraw residue",
                        "fdl-keeper withdraw certificate",
                        "fdl-keeper withdraw report",
                        "fdl-keeper withdraw list",
                        "fdl-keeper withdraw policy",
                        "fdl-keeper withdraw guard",
                        "fdl-keeper approver add",
                        "fdl-keeper approver list",
                        "fdl-keeper approver remove",
                        "fdl-keeper certificate verify",
                        "fdl-keeper audit verify",
                        "fdl-keeper doctor",
                        "fdl-keeper server",
                        "fdl-keeper schedule list",
                        "fdl-keeper schedule next",
                        "fdl-keeper pause",
                        "fdl-keeper resume",
                        "fdl-keeper demo",
                        "fdl-keeper completion");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandSpeaksJsonAndHasHelpWithAnExample(String qualified) {
        var words = qualified.substring("fdl-keeper ".length()).split(" ");
        var command = commandLine(NONE, out, err);
        for (var word : words) {
            command = command.getSubcommands().get(word);
        }
        var spec = command.getCommandSpec();
        assertThat(spec.findOption("--json")).isNotNull();
        assertThat(spec.usageMessage().footer())
                .isNotEmpty()
                .anyMatch(line -> line.contains(qualified) || line.contains("source"));
        assertThat(run(Stream.concat(Arrays.stream(words), Stream.of("--help")).toArray(String[]::new)))
                .isZero();
        assertThat(text(out))
                .contains("Usage: " + qualified)
                .contains("Example:")
                .contains("--json");
        assertThat(spec.options())
                .allSatisfy(option -> assertThat(option.description()).isNotEmpty());
    }

    @Test
    void exitCodesAreTheContract() {
        var numbers = new TreeMap<Integer, ExitCode>();
        for (var code : ExitCode.values()) {
            numbers.put(code.number(), code);
        }
        assertThat(numbers.values())
                .containsExactly(
                        ExitCode.DONE,
                        ExitCode.ERROR,
                        ExitCode.USAGE,
                        ExitCode.PARTIAL,
                        ExitCode.REFUSED,
                        ExitCode.STALE,
                        ExitCode.BUSY,
                        ExitCode.VERIFICATION_FAILED);
        assertThat(numbers.keySet()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        Map<JobOutcome, Integer> outcomes = new EnumMap<>(JobOutcome.class);
        for (var outcome : JobOutcome.values()) {
            outcomes.put(outcome, ExitCode.of(outcome).number());
        }
        assertThat(outcomes)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        JobOutcome.PLANNED, 0,
                        JobOutcome.SUCCEEDED, 0,
                        JobOutcome.FAILED, 1,
                        JobOutcome.PARTIAL, 3,
                        JobOutcome.STOPPED, 3,
                        JobOutcome.REFUSED, 4,
                        JobOutcome.NEEDS_APPROVAL, 4,
                        JobOutcome.STALE, 5,
                        JobOutcome.BUSY, 6,
                        JobOutcome.VERIFICATION_FAILED, 7));
    }

    @Test
    void theHelpListsEveryExitCode() {
        run("--help");
        var listed = new TreeSet<String>();
        text(out)
                .lines()
                .map(String::strip)
                .filter(line -> line.matches("\\d {3}.*"))
                .forEach(line -> listed.add(line.substring(0, 1)));
        assertThat(listed).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
    }

    @Test
    void theGraverOfTwoExitCodesCounts() {
        assertThat(ExitCode.DONE.and(ExitCode.PARTIAL)).isEqualTo(ExitCode.PARTIAL);
        assertThat(ExitCode.REFUSED.and(ExitCode.PARTIAL)).isEqualTo(ExitCode.REFUSED);
        assertThat(ExitCode.VERIFICATION_FAILED.and(ExitCode.ERROR)).isEqualTo(ExitCode.ERROR);
    }

    @Test
    void anUnexpectedFailureIsOneSentenceAndATraceOnlyOnRequest() {
        assertThat(run("sample", "x", "--quiet")).isEqualTo(1);
        assertThat(text(err)).isEqualTo("fdl-keeper: the disk is full: make room" + System.lineSeparator());
        assertThat(text(out)).isEmpty();
        err.reset();
        assertThat(run("sample", "x", "--quiet", "--json", "--debug")).isEqualTo(1);
        assertThat(text(err)).contains("IllegalStateException").contains("\tat ");
        assertThat(text(out).strip())
                .isEqualTo("{\"outcome\":\"failed\",\"message\":\"the disk is full: make room\",\"exitCode\":1}");
    }

    @Test
    void completionIsAScriptThatKnowsTheCommands() {
        assertThat(run("completion")).isZero();
        assertThat(text(out))
                .startsWith("#!/usr/bin/env bash")
                .contains("retention")
                .contains("--trust-age");
    }

    @Test
    void theVersionIsPrinted() {
        assertThat(run("--version")).isZero();
        assertThat(text(out)).startsWith("fdl-keeper ");
    }

    @Test
    void namesCannotRewriteTheScreenOrTheShell() {
        assertThat(Shown.safely("a\u001b[2Jb")).isEqualTo("a\\u001b[2Jb");
        assertThat(Shown.asWord("it's")).isEqualTo("'it'\\''s'");
        assertThat(Shown.asWord("/srv/lake")).isEqualTo("/srv/lake");
    }

    @Test
    void sizesAreReadable() {
        assertThat(List.of(Sizes.of(999), Sizes.of(1000), Sizes.of(999_950), Sizes.of(1_500_000_000)))
                .containsExactly("999 B", "1.0 kB", "1.0 MB", "1.5 GB");
    }

    @Test
    void progressIsABarWithRateAndEstimateOnATerminalAndALineElsewhere() {
        var clock = new HandClock();
        var bar = new ProgressLines(new PrintStream(err, true, StandardCharsets.UTF_8), true, clock);
        bar.stage("delete", 100);
        clock.now = clock.now.plusSeconds(5);
        bar.advance(50);
        bar.end();
        assertThat(text(err))
                .contains("delete [############............] 50/100, 10/s, 5 s left")
                .endsWith("\r\u001b[K");
        err.reset();
        var lines = new ProgressLines(new PrintStream(err, true, StandardCharsets.UTF_8), false, clock);
        lines.stage("list data", -1);
        lines.advance(7);
        lines.stage("delete", 100);
        lines.end();
        assertThat(text(err).lines()).containsExactly("list data", "delete (100)");
    }

    private int run(String... arguments) {
        return KeeperCommandLine.run(List.of(arguments), surroundings(out, err), NONE);
    }

    private static CommandLine commandLine(KeeperSource source, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return KeeperCommandLine.of(new CommandContext(surroundings(out, err), source));
    }

    private static Surroundings surroundings(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return new Surroundings(
                InputStream.nullInputStream(),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Path.of(""),
                "tester",
                false,
                StopToken.NEVER,
                Clock.systemUTC());
    }

    private static Stream<CommandLine> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? Stream.of(command)
                : command.getSubcommands().values().stream().distinct().flatMap(CommandLineTests::leaves);
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }

    /** Stands still until it is moved. */
    private static final class HandClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
