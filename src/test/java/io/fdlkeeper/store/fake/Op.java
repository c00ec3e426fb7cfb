package io.fdlkeeper.store.fake;

/** What can be asked of the store. */
public enum Op {
    LIST,
    LIST_LEVEL,
    HEAD,
    READ,
    OPEN,
    RANGE,
    LISTED_AS,
    CREATE,
    REPLACE,
    DELETE,
    REMOVE_FOLDER,
    LIST_VERSIONS,
    OPEN_VERSION,
    RANGE_VERSION,
    REMOVE_VERSION,
    LIST_UPLOADS,
    ABORT_UPLOAD;

    /** Tells whether it changes the store. */
    public boolean changes() {
        return this == CREATE || this == REPLACE || this == DELETE || this == REMOVE_VERSION || this == ABORT_UPLOAD;
    }
}
