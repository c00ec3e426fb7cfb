package io.fdlkeeper.store.s3;

/** What a request was decided on did not hold any more, so it was not sent. */
final class NotAskedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotAskedException() {
        super("the request was not sent: what it was decided on did not hold any more", null, false, false);
    }
}
