package io.fdlkeeper.state;

/** Another process works with this state directory. Nothing was read or changed. */
public final class StateInUseException extends StateException {

    private static final long serialVersionUID = 1L;

    StateInUseException(String message) {
        super(message);
    }
}
