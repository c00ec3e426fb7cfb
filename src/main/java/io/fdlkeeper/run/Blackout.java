package io.fdlkeeper.run;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Set;

/**
 * A time of the week in which no scheduled job begins, and a running one stops after the batch in hand.
 *
 * @param days the days it begins on; empty for all
 * @param from when it begins, included
 * @param to   when it ends, excluded; on the next day when it is not after {@code from}
 * @param zone where these times are those of the clock on the wall
 */
public record Blackout(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {

    public Blackout {
        days = Set.copyOf(days);
    }

    public boolean contains(Instant moment) {
        ZonedDateTime there = moment.atZone(zone);
        LocalTime time = there.toLocalTime();
        if (from.isBefore(to)) {
            return isOn(there.getDayOfWeek()) && !time.isBefore(from) && time.isBefore(to);
        }
        return isOn(there.getDayOfWeek()) && !time.isBefore(from)
                || isOn(there.getDayOfWeek().minus(1)) && time.isBefore(to);
    }

    /** Returns when the blackout that contains this moment ends. */
    public Instant endAfter(Instant moment) {
        ZonedDateTime there = moment.atZone(zone);
        LocalDate day = there.toLocalDate();
        boolean endsToday = there.toLocalTime().isBefore(to);
        ZonedDateTime end = ZonedDateTime.of(endsToday ? day : day.plusDays(1), to, zone);
        // Where the clock is turned back across the end, it strikes twice, and the window ends with the second stroke.
        return end.toInstant().isAfter(moment)
                ? end.toInstant()
                : end.withLaterOffsetAtOverlap().toInstant();
    }

    private boolean isOn(DayOfWeek day) {
        return days.isEmpty() || days.contains(day);
    }
}
