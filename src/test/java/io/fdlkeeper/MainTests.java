package io.fdlkeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTests {

    @Test
    void aFirstInterruptionAsksToStopAndASecondEnds() {
        var err = new ByteArrayOutputStream();
        var ends = new ArrayList<Integer>();
        var interruption = new Interruption(new PrintStream(err, true, StandardCharsets.UTF_8), ends::add);
        assertThat(interruption.requested()).isFalse();
        interruption.heard(2);
        assertThat(interruption.requested()).isTrue();
        assertThat(ends).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("interrupt again to end at once");
        interruption.heard(2);
        assertThat(ends).isEqualTo(List.of(130));
    }

    @Test
    void aRequestThatCameBeforeThereWasATaskIsHandedToItOnce() {
        var ends = new ArrayList<Integer>();
        var stops = new ArrayList<String>();
        var interruption =
                new Interruption(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), ends::add);
        interruption.heard(15);
        interruption.whenRequested(() -> stops.add("stop"));
        assertThat(stops).containsExactly("stop");
        interruption.heard(15);
        assertThat(stops).containsExactly("stop");
        assertThat(ends).isEqualTo(List.of(143));
    }

    @Test
    void idsSortByTheTimeTheyWereMade() {
        var time = Instant.parse("2026-11-30T17:45:12.123Z");
        var early = new RunIds(Clock.fixed(time, ZoneOffset.UTC)).get();
        var late = new RunIds(Clock.fixed(time.plus(Duration.ofMillis(1)), ZoneOffset.UTC)).get();
        assertThat(early).matches("20261130T174512123Z-[0-9a-f]{6}").isLessThan(late);
        assertThat(new RunIds(Clock.fixed(time, ZoneOffset.UTC)).get()).isNotEqualTo(early);
    }
}
