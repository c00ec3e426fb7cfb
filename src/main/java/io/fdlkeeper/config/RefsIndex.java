package io.fdlkeeper.config;

/** Who writes {@code refs.json}. */
public enum RefsIndex {
    /** The keeper, after it changed a ref. */
    WRITE,
    /** The host that serves the repository; the keeper leaves it alone. */
    HOST
}
