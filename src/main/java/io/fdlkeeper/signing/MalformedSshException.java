package io.fdlkeeper.signing;

/** Bytes are not what the SSH formats say; never leaves this package. */
final class MalformedSshException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedSshException() {
        super("not as the SSH formats say");
    }
}
