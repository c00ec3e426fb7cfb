package io.fdlkeeper.store;

/** The store's answer to a deletion. */
public enum DeleteStatus {
    DELETED,
    ALREADY_ABSENT,
    /** Another content stands there now; it was left. */
    CHANGED,
    /** The store does not allow it: permission, lock, hold. */
    REFUSED,
    /** No request was sent: what the deletion was decided on did not hold any more. It was left. */
    NOT_ASKED,
    /** No answer, or an error after retries: it may or may not be gone. */
    FAILED
}
