package io.fdlkeeper.maintenance;

/** There is no case of the id given. */
public final class UnknownCaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnknownCaseException(String id) {
        super("there is no case '" + id
                + "' in this state: see 'withdraw list', or name the state directory with --state");
    }
}
