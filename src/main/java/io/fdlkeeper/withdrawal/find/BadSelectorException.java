package io.fdlkeeper.withdrawal.find;

import java.util.Optional;

/** A selector cannot be understood, or names nothing that is there: its sentence says what is wrong, and never shows the value. */
public final class BadSelectorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Optional<Selector> selector;

    public BadSelectorException(String sentence) {
        super(sentence);
        this.selector = Optional.empty();
    }

    /** @param selector what names nothing in this repository, and may name something in another of the same case */
    public BadSelectorException(String sentence, Selector selector) {
        super(sentence);
        this.selector = Optional.of(selector);
    }

    /** Returns the selector that names nothing in the repository; empty when it is wrong whatever the repository. */
    public Optional<Selector> selector() {
        return selector;
    }
}
