package io.fdlkeeper.store.fake;

/** What can be asked of the store. */
public enum Op {
    LIST,
    LIST_LEVEL,
    HEAD,
    READ,
    OPEN,
    LISTED_AS,
    CREATE,
    REPLACE,
    DELETE,
    REMOVE_FOLDER;

    /** Tells whether it changes the store. */
    public boolean changes() {
        return this == CREATE || this == REPLACE || this == DELETE;
    }
}
