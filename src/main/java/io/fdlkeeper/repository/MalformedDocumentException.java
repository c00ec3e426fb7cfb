package io.fdlkeeper.repository;

/** A document or a name of the repository is not what the format says. */
public final class MalformedDocumentException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MalformedDocumentException(String message) {
        super(message);
    }

    public MalformedDocumentException(String message, Throwable cause) {
        super(message, cause);
    }
}
