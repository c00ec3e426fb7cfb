package io.fdlkeeper.plan;

import java.util.Locale;

/** Why a plan needs a person before it is executed. */
public enum Approval {
    /** It takes more than the allowed share of objects, bytes or versions. */
    SHARE,
    /** No live version names anything, or one cannot be told from a version that names nothing. */
    EMPTY_LIVE_SET,
    /** It takes files from a folder no catalog ever named: perhaps somebody else's. */
    UNKNOWN_FOLDER,
    /** A version was marked within the grace period and nobody knows which files it named. */
    UNKNOWN_RELEASE;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
