package io.fdlkeeper.store;

/** What a store does with the content that a write or a deletion replaces. */
public enum Versioning {
    /** Nothing old is kept, and never was. */
    NONE,
    /** Every old content stays as a noncurrent version, and a deletion only adds a delete marker. */
    ENABLED,
    /** Versions of earlier days are still there; new ones are not made. */
    SUSPENDED,
    /** The store does not tell, so old contents must be expected and their absence cannot be proved. */
    UNKNOWN
}
