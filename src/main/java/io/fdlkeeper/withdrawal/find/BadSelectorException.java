package io.fdlkeeper.withdrawal.find;

/** A selector cannot be understood: its sentence says what is wrong, and never shows the value. */
public final class BadSelectorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadSelectorException(String sentence) {
        super(sentence);
    }
}
