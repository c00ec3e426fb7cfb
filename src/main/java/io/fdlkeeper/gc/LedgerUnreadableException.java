package io.fdlkeeper.gc;

/** The ledger is damaged, cut off, or of a newer version. The message says where it lies and what to do. */
public final class LedgerUnreadableException extends Exception {

    private static final long serialVersionUID = 1L;

    public LedgerUnreadableException(String message) {
        super(message);
    }
}
