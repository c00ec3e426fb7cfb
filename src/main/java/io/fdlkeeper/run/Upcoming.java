package io.fdlkeeper.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a schedule stands.
 *
 * @param kept  what is kept of it; empty before a service first saw it
 * @param pause the pause that keeps it now
 * @param next  its next firings, in order
 */
public record Upcoming(ScheduledJob job, Optional<FireTime> kept, Optional<Pause> pause, List<Firing> next) {

    public Upcoming {
        next = List.copyOf(next);
    }

    /**
     * One firing.
     *
     * @param at       when, with its jitter
     * @param blackout the end of the blackout it falls into
     */
    public record Firing(Instant at, Optional<Instant> blackout) {}
}
