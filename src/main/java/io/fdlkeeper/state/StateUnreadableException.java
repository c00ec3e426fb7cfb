package io.fdlkeeper.state;

import org.jspecify.annotations.Nullable;

/** Something in the state directory is damaged, missing, or of a newer version. It was left as it is. */
public final class StateUnreadableException extends StateException {

    private static final long serialVersionUID = 1L;

    StateUnreadableException(String message) {
        this(message, null);
    }

    StateUnreadableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
