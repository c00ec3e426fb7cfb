package io.fdlkeeper.store.s3.fake;

/** What a store's pages can get wrong. */
public enum ListingFault {
    /** Says after the first page that nothing follows. */
    ENDS_EARLY,
    /** Says that more follow, and hands back the token it was given. */
    REPEATS_TOKEN,
    /** Says that more follow, and not where. */
    FORGETS_TOKEN,
    /** Answers for a bucket of another name. */
    NAMES_ANOTHER_BUCKET,
    /** Orders keys as Java strings are ordered, not by their bytes. */
    ORDERS_BY_UTF16,
    /** Writes keys as they are, whatever encoding was asked for. */
    ENCODES_NOTHING,
    /** Says that keys are encoded, and leaves plus signs as they are, which then read as spaces. */
    LEAVES_PLUS,
    /** Shows keys beside the prefix. */
    IGNORES_PREFIX
}
