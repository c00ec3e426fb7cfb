package io.fdlkeeper.run;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * When a job runs by itself.
 *
 * @param cron      when, as the configuration has it
 * @param zone      where these times are those of the clock on the wall
 * @param jitter    the most by which a firing is late on purpose, so that not all begin at the same second
 * @param blackouts when it does not run
 */
public record JobSchedule(
        JobKind job, String cron, ZoneId zone, Duration jitter, MisfirePolicy misfire, List<Blackout> blackouts) {

    public JobSchedule {
        blackouts = List.copyOf(blackouts);
    }

    /** Returns what its times are made of: while this stays the same, the times that are kept still hold. */
    public String times() {
        return cron + " | " + zone + " | " + jitter;
    }

    /** Returns the end of the blackout in which a moment lies; empty when it lies in none. */
    public Optional<Instant> blackedOutUntil(Instant moment) {
        return blackouts.stream()
                .filter(window -> window.contains(moment))
                .map(window -> window.endAfter(moment))
                .max(Instant::compareTo);
    }
}
