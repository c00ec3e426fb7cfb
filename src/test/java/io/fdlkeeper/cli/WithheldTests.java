package io.fdlkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.run.StopToken;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people mistype must not bring the value they look for to the screen, which ends in logs and tickets. */
class WithheldTests {

    private static final String VALUE = "someone@example.org";
    private static final String WHERE = "main.towns: email = '" + VALUE + "'";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    static Stream<List<String>> mistyped() {
        return Stream.of(
                List.of("withdraw", "find", "w-1", WHERE),
                List.of("withdraw", "find", "w-1", "--were", WHERE),
                List.of("withdraw", "find", "w-1", "--were=" + WHERE),
                List.of("withdraw", "find", "w-1", "--value" + VALUE),
                List.of("withdraw", "find", "w-1", "--value=" + VALUE, VALUE),
                List.of("withdraw", "find", "w-1", "--where", WHERE, "--where"),
                List.of("withdraw", "find", "w-1", "--wheremain.towns: email='" + VALUE + "'"),
                List.of("withdraw", "fnd", "w-1", "--where", WHERE),
                List.of("withdraw", "show", "w-1", "--value", VALUE),
                List.of("withdraw", "open", "--value", VALUE),
                List.of("find", "w-1", "--where", WHERE),
                List.of("witdraw", "find", "w-1", "--where", WHERE));
    }

    @ParameterizedTest
    @MethodSource("mistyped")
    void aMistypedFindNeverRepeatsWhatItLooksFor(List<String> words) {
        for (var more : List.of(List.<String>of(), List.of("--json"), List.of("--debug"))) {
            int code = run(Stream.concat(words.stream(), more.stream()).toList());
            assertThat(code).isEqualTo(2);
            assertThat(text(err) + text(out)).doesNotContain(VALUE).contains("fdl-keeper: ");
        }
    }

    @Test
    void aPlainOptionThatIsMistypedIsNamed() {
        assertThat(run(List.of("withdraw", "show", "w-1", "--reson"))).isEqualTo(2);
        assertThat(text(err)).contains("--reson");
    }

    @Test
    void otherCommandsRepeatWhatTheyDoNotUnderstand() {
        assertThat(run(List.of("status", "towns", "what"))).isEqualTo(2);
        assertThat(text(err)).contains("what");
    }

    private int run(List<String> words) {
        var surroundings = new Surroundings(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Path.of(""),
                "tester",
                false,
                StopToken.NEVER,
                Clock.systemUTC());
        return KeeperCommandLine.run(words, surroundings, new NoSource());
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
