package io.fdlkeeper.store.s3.fake;

/** A condition that a store can fail to look at, so that its answer reads as success. */
public enum IgnoredCondition {
    /** If-None-Match on a write. */
    CREATE,
    /** If-Match on a write. */
    REPLACE,
    /** If-Match on the deletion of one object. */
    DELETE,
    /** The tag of one key in a batch of deletions. */
    DELETE_IN_BATCH
}
