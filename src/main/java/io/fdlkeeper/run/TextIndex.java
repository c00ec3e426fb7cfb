package io.fdlkeeper.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Small numbers by texts, in 40 bytes of memory or less for each text, however long it is: millions of keys fit beside everything else.
 *
 * <p>Texts are told apart by 128 bits of their SHA-256, so two of them cannot be mistaken for each other, not even on purpose.
 */
public final class TextIndex {

    /** What {@link #get} answers for a text that was never put. */
    public static final int ABSENT = 0;

    private static final int FIRST_CAPACITY = 1 << 10;

    private final MessageDigest sha256 = sha256();
    private final byte[] digest = new byte[sha256.getDigestLength()];
    private final ByteBuffer words = ByteBuffer.wrap(digest).order(ByteOrder.BIG_ENDIAN);
    private long[] high = new long[FIRST_CAPACITY];
    private long[] low = new long[FIRST_CAPACITY];
    private byte[] numbers = new byte[FIRST_CAPACITY];
    private int size;

    /**
     * Puts a text, or gives it another number.
     *
     * @param number from 1 to 127
     */
    public void put(String text, int number) {
        if (number <= ABSENT || number > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("the number of a text is from 1 to 127, not " + number);
        }
        int slot = slot(text);
        if (numbers[slot] == ABSENT) {
            high[slot] = words.getLong(0);
            low[slot] = words.getLong(Long.BYTES);
            size++;
        }
        numbers[slot] = (byte) number;
        if (size > numbers.length / 4 * 3) {
            grow();
        }
    }

    /** Returns the number of a text, or {@link #ABSENT}. */
    public int get(String text) {
        return numbers[slot(text)];
    }

    /** Returns how many texts were put. */
    public int size() {
        return size;
    }

    private int slot(String text) {
        digestOf(text);
        return slot(words.getLong(0), words.getLong(Long.BYTES));
    }

    /** The slot that holds these words, or the free one where they belong. */
    private int slot(long highWord, long lowWord) {
        int mask = numbers.length - 1;
        int slot = (int) lowWord & mask;
        while (numbers[slot] != ABSENT && (high[slot] != highWord || low[slot] != lowWord)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        var oldHigh = high;
        var oldLow = low;
        var oldNumbers = numbers;
        int capacity = Math.multiplyExact(oldNumbers.length, 2);
        high = new long[capacity];
        low = new long[capacity];
        numbers = new byte[capacity];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldNumbers[i] != ABSENT) {
                int slot = slot(oldHigh[i], oldLow[i]);
                high[slot] = oldHigh[i];
                low[slot] = oldLow[i];
                numbers[slot] = oldNumbers[i];
            }
        }
    }

    private void digestOf(String text) {
        sha256.update(text.getBytes(StandardCharsets.UTF_8));
        try {
            sha256.digest(digest, 0, digest.length);
        } catch (DigestException e) {
            throw new IllegalStateException("a SHA-256 fits into its own length", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
