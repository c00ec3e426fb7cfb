package io.fdlkeeper.maintenance;

import java.util.Locale;

/** How an order ended, in the words scripts see. */
public enum JobOutcome {
    PLANNED,
    SUCCEEDED,
    PARTIAL,
    /** A guard refused; nothing was done, or nothing more. */
    REFUSED,
    /** There is a plan, and a person must name its digest. */
    NEEDS_APPROVAL,
    /** The plan named does not fit what is there now. */
    STALE,
    STOPPED,
    /** Another run holds the lease. */
    BUSY,
    /** Something that should be there is not. */
    VERIFICATION_FAILED,
    FAILED;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
