package io.fdlkeeper.store;

/**
 * Some bytes of an object of known size.
 *
 * @param from   the first byte, counted from 0
 * @param length how many, at least one
 * @param of     the object's size; no byte lies past it
 */
public record ByteRange(long from, int length, long of) {

    public ByteRange {
        if (from < 0 || length < 1 || from > of - length) {
            throw new IllegalArgumentException(
                    length + " bytes from " + from + " on are not within an object of " + of + " bytes");
        }
    }

    /** Returns the last byte. */
    public long last() {
        return from + length - 1;
    }
}
