package io.fdlkeeper.run;

import java.util.Locale;

/** How a run ended. Partial is never success. */
public enum RunOutcome {
    SUCCEEDED,
    /** Something that was to be done was not: failed, refused by the store, or capped by time. */
    PARTIAL,
    /** A guard refused, or the plan needs approval; nothing was done. */
    REFUSED,
    /** The plan named was out of date; nothing was done. */
    STALE,
    /** Stopped on request, cleanly. */
    STOPPED,
    FAILED,
    /** The process ended without closing the run; a later run reconciled its journal. */
    INTERRUPTED;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
