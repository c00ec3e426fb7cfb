package io.fdlkeeper.store;

import org.jspecify.annotations.Nullable;

/** The store did not answer, or not as it must. The message says what, where and what to do. */
public class StoreException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        this(message, null);
    }

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the one sentence that says what, where and what to do. */
    public final String sentence() {
        return String.valueOf(getMessage());
    }
}
