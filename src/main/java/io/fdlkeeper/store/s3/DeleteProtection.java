package io.fdlkeeper.store.s3;

/** What keeps a content from being deleted that took the place of the one that was judged. */
enum DeleteProtection {
    /** The store compares the tag of each key of a batch itself. */
    BATCH,
    /** The store compares the tag of a deletion of one key itself. */
    SINGLE,
    /** We compare tags just before; what is replaced between the look and the deletion is not noticed. */
    LOOK_BEFORE
}
