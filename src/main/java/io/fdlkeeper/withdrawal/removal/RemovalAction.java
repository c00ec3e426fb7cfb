package io.fdlkeeper.withdrawal.removal;

import java.util.Locale;

/** What an item does, in the order of execution. */
public enum RemovalAction {
    DELETE_TAG,
    WRITE_REFS_INDEX,
    /** Deletes a data file at once, with no grace. */
    DELETE_DATA,
    /** Puts {@code expired.json} with the reason {@code withdrawn}. */
    MARK,
    DELETE_CATALOG,
    /** Deletes {@code files.json}, which repeats the names of deleted files. */
    DELETE_INDEX;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
