package io.fdlkeeper.run;

import java.util.Locale;

/** What comes of a firing that could not be kept: the service was down, the job paused, still running, or in a blackout. */
public enum MisfirePolicy {
    /** However many were missed, the job runs once as soon as it may. */
    RUN_ONCE,
    /** What was missed is missed; the job waits for its next time. */
    SKIP;

    /** Returns the word of the configuration. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
