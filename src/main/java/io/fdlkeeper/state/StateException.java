package io.fdlkeeper.state;

import org.jspecify.annotations.Nullable;

/** The keeper's own state could not be read or written. The message says what, where and what to do. */
public class StateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StateException(String message) {
        this(message, null);
    }

    public StateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
