package io.fdlkeeper.control;

import org.jspecify.annotations.Nullable;

/** A daemon and a command line did not come together. The message is one sentence for a person. */
public final class ControlException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean taken;

    ControlException(String message, boolean taken, @Nullable Throwable cause) {
        super(message, cause);
        this.taken = taken;
    }

    /** The daemon has the state and does not do the command; nothing was begun. */
    static ControlException refused(String message) {
        return new ControlException(message, true, null);
    }

    static ControlException broken(String message, @Nullable Throwable cause) {
        return new ControlException(message, false, cause);
    }

    /** Tells whether nothing was begun, since another process has the state. */
    public boolean nothingBegun() {
        return taken;
    }
}
