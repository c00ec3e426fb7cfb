package io.fdlkeeper.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlackoutTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void dayWindowContainsItsStartAndNotItsEnd() {
        var window = new Blackout(Set.of(DayOfWeek.MONDAY), LocalTime.of(8, 0), LocalTime.of(18, 0), BERLIN);
        assertThat(window.contains(Instant.parse("2026-06-01T05:59:59Z"))).isFalse();
        assertThat(window.contains(Instant.parse("2026-06-01T06:00:00Z"))).isTrue();
        assertThat(window.contains(Instant.parse("2026-06-01T15:59:59Z"))).isTrue();
        assertThat(window.contains(Instant.parse("2026-06-01T16:00:00Z"))).isFalse();
        assertThat(window.contains(Instant.parse("2026-06-02T08:00:00Z"))).isFalse();
        assertThat(window.endAfter(Instant.parse("2026-06-01T08:00:00Z"))).isEqualTo("2026-06-01T16:00:00Z");
    }

    @Test
    void nightWindowBelongsToTheDayItBeginsOn() {
        var window = new Blackout(Set.of(DayOfWeek.FRIDAY), LocalTime.of(22, 0), LocalTime.of(6, 0), BERLIN);
        assertThat(window.contains(Instant.parse("2026-06-05T20:00:00Z"))).isTrue();
        assertThat(window.contains(Instant.parse("2026-06-06T03:59:59Z"))).isTrue();
        assertThat(window.contains(Instant.parse("2026-06-06T04:00:00Z"))).isFalse();
        assertThat(window.contains(Instant.parse("2026-06-05T01:00:00Z"))).isFalse();
        assertThat(window.endAfter(Instant.parse("2026-06-05T21:00:00Z"))).isEqualTo("2026-06-06T04:00:00Z");
        assertThat(window.endAfter(Instant.parse("2026-06-05T22:30:00Z"))).isEqualTo("2026-06-06T04:00:00Z");
    }

    @Test
    void windowFromATimeToTheSameTimeIsAWholeDay() {
        var window = new Blackout(Set.of(), LocalTime.NOON, LocalTime.NOON, BERLIN);
        assertThat(window.contains(Instant.parse("2026-06-05T09:59:59Z"))).isTrue();
        assertThat(window.contains(Instant.parse("2026-06-05T10:00:00Z"))).isTrue();
    }

    @Test
    void endThatComesTwiceInAnAutumnNightIsNotBeforeTheMoment() {
        var window = new Blackout(Set.of(), LocalTime.of(0, 0), LocalTime.of(2, 30), BERLIN);
        Instant secondTime = Instant.parse("2026-10-25T01:15:00Z");
        assertThat(window.contains(secondTime)).isTrue();
        assertThat(window.endAfter(secondTime)).isEqualTo("2026-10-25T01:30:00Z");
    }
}
