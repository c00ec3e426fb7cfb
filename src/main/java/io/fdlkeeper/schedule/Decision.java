package io.fdlkeeper.schedule;

import io.fdlkeeper.run.FireTime;
import java.time.Instant;
import java.util.Optional;

/** What is to be done with a schedule now, and what is to be kept of it. */
sealed interface Decision {

    /** Returns what is to be kept before anything is done. */
    FireTime kept();

    /** Returns when to look again, at the latest; empty when nothing will ever be due. */
    Optional<Instant> lookAgain();

    /** Nothing is due, or what is owed cannot be done yet. */
    record Wait(FireTime kept, Optional<Instant> lookAgain) implements Decision {}

    /**
     * The job runs now.
     *
     * @param missed how many firings before were not kept
     */
    record Fire(FireTime kept, Optional<Instant> lookAgain, long missed) implements Decision {}

    /**
     * One or more firings are not kept.
     *
     * @param count how many
     * @param why   as the end of a sentence
     */
    record Skip(FireTime kept, Optional<Instant> lookAgain, Reason reason, long count, String why)
            implements Decision {}

    /** Why a firing is not kept. */
    enum Reason {
        PAUSED,
        IN_BLACKOUT,
        /** The same job of the same repository has not ended. */
        STILL_RUNNING,
        /** Other jobs run that have to end first; it runs afterwards, whatever the policy. */
        WAITS_ITS_TURN,
        /** Nobody looked in time, for example because the service was down. */
        MISFIRED
    }
}
