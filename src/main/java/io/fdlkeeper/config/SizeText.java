package io.fdlkeeper.config;

import io.dropwizard.util.DataSize;

/** A number of bytes as people write it: {@code 128 MB}, {@code 2 GiB}. */
final class SizeText {

    /** What a size looks like, for messages. */
    static final String EXPECTED = "a size, a whole number with a unit such as 128 MB or 2 GiB";

    private SizeText() {}

    /**
     * Reads a size.
     *
     * @throws IllegalArgumentException with what is wrong, as the end of a sentence that begins with the text
     */
    static DataSize parse(String text) {
        DataSize size;
        try {
            size = DataSize.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not " + EXPECTED, e);
        }
        try {
            // The library's own product wraps around without a word.
            Math.multiplyExact(size.getQuantity(), size.getUnit().toBytes(1));
            return size;
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("is too large", e);
        }
    }
}
