package io.fdlkeeper.schedule;

import io.fdlkeeper.run.ScheduledJob;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToLongFunction;

/** By how much a firing is late on purpose: by chance, and the same whenever it is asked again. */
final class Jitter {

    private final ToLongFunction<String> chance;

    /** @param chance a number that nobody foresees, and that is the same for the same text */
    Jitter(ToLongFunction<String> chance) {
        this.chance = chance;
    }

    Instant of(ScheduledJob job, Instant due) {
        Duration most = job.schedule().jitter();
        if (most.isZero()) {
            return due;
        }
        long number = chance.applyAsLong(job.location() + " " + job.job().id() + " " + due);
        return due.plusMillis(Math.floorMod(number, most.toMillis() + 1));
    }
}
