package io.fdlkeeper.store;

import org.jspecify.annotations.Nullable;

/** A listing could not be read to a proven end: an error is not an empty folder. */
public final class ListingIncompleteException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final String prefix;

    public ListingIncompleteException(String prefix, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.prefix = prefix;
    }

    /** Returns the folder or prefix that could not be read. */
    public String prefix() {
        return prefix;
    }
}
