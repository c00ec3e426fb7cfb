package io.fdlkeeper.gc;

/**
 * What a plain listing does not show, and what a collection has to know of it.
 *
 * @param restored what was deleted and taken back lately; asked where ages are trusted
 */
public record Hidden(RestoredLately restored) {

    /** Nothing is hidden. */
    public static final Hidden NOTHING = new Hidden(RestoredLately.NOTHING);
}
