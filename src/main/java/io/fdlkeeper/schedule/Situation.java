package io.fdlkeeper.schedule;

import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.ScheduledJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that a decision on a schedule looks at.
 *
 * @param known what was kept of it; empty when it was never looked at
 */
record Situation(ScheduledJob job, Optional<FireTime> known, List<Pause> pauses, Room room, Instant now) {

    Situation {
        pauses = List.copyOf(pauses);
    }

    /** Whether there is room for the job beside those that run. */
    enum Room {
        FREE,
        STILL_RUNNING,
        TAKEN_BY_OTHERS
    }
}
