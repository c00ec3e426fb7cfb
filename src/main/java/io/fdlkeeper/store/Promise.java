package io.fdlkeeper.store;

/** Something a store may promise that a keeper would like to lean on. */
public enum Promise {
    /** Of many creators of one key exactly one wins; without it no mark is safe. */
    CREATE_ONCE,
    /** A content is replaced only where it is the one named. */
    REPLACE_IF_UNCHANGED,
    /** A deletion of one key compares the tag it names. */
    DELETE_IF_UNCHANGED,
    /** A deletion of many keys compares the tag it names for each. */
    DELETE_MANY_IF_UNCHANGED,
    /** A deletion of many keys answers for each, also for one that is not there. */
    DELETE_MANY,
    /** Keys of every spelling are listed as they were written. */
    ODD_KEYS,
    /** Listings come in the order of UTF-8 bytes. */
    BYTE_ORDER
}
