package io.fdlkeeper.gc;

import java.util.Locale;

/** What a sweep finds an object to be. Every listed object has exactly one. */
public enum Verdict {
    /** A live version names it. */
    LIVE,
    /** As live, but only rows that a later snapshot ended name it: history alone holds it. */
    HISTORY_ONLY,
    /** The SQL of a live version, or an address of it outside, may mean it. */
    VIEW_NAMED,
    /** Nothing names it, and it is not older than the grace period. */
    YOUNG,
    /** Not of a kind that is ever collected. */
    FOREIGN,
    /** Nothing names it, and a hold keeps it. */
    HELD,
    /** Nothing names it, and it was not seen so for long enough. */
    FIRST_SEEN,
    /** Named by a version marked less than the grace period ago. */
    RECENTLY_RELEASED,
    /** It may go. */
    CANDIDATE;

    /** Returns the word scripts see. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
