package io.fdlkeeper.plan;

import java.util.Locale;

/** What became of one item. */
public enum ItemOutcome {
    DELETED,
    ALREADY_ABSENT,
    /** Named again, held, protected or too young by now; it was left. */
    SPARED,
    /** Another content stands there; it was left. */
    CHANGED,
    /** The store does not allow it. */
    REFUSED,
    /** It may or may not be gone; the next run finds out. */
    FAILED,
    /** A version's mark is put and its catalogs wait until the mark has stood long enough. */
    MARKED,
    /** It was deleted, and is there again with the content it had. */
    RESTORED;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Tells whether the item was done, or rightly left undone. */
    public boolean isGood() {
        return this == DELETED || this == ALREADY_ABSENT || this == SPARED || this == MARKED || this == RESTORED;
    }
}
