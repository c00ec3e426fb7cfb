package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fdlkeeper.store.ListedObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * How a cached document stands in its file: a JSON array of two texts, the first of fixed length so that a scan need not read the second.
 *
 * <p>The first holds, in hex, the key's hash (16 bytes), that of tag and size (8), and that of both and the document (8).
 */
final class CachedLine {

    private static final int HEAD_AT = 2;
    private static final int HEAD_DIGITS = 64;
    private static final int TEXT_AT = HEAD_AT + HEAD_DIGITS + 2;

    private CachedLine() {}

    /** Half of the SHA-256 of a key: it names one document among any number that could be kept. */
    record Id(long high, long low) {
        static Id of(ListedObject object) {
            ByteBuffer hash = hash(object.key().text());
            return new Id(hash.getLong(), hash.getLong());
        }
    }

    /** Takes apart what a scan finds. */
    @FunctionalInterface
    interface Found {
        void line(Id id, long content);
    }

    /** Returns a hash of what a document was read under. */
    static long content(ListedObject object) {
        return hash(object.bytes() + " " + object.etag().text()).getLong();
    }

    static byte[] of(ListedObject object, String text) {
        Id id = Id.of(object);
        HexFormat hex = HexFormat.of();
        String head = hex.toHexDigits(id.high()) + hex.toHexDigits(id.low()) + hex.toHexDigits(content(object));
        return LineWriter.line(
                new String[] {head + hex.toHexDigits(hash(head + text).getLong()), text});
    }

    /** Returns the document of a line; empty where the line is damaged. */
    static Optional<String> text(byte[] line) {
        try {
            String[] parts = JsonText.MAPPER.readValue(text(line, 0, line.length), String[].class);
            if (parts.length != 2 || parts[0].length() != HEAD_DIGITS) {
                return Optional.empty();
            }
            String head = parts[0].substring(0, HEAD_DIGITS - 16);
            long told = HexFormat.fromHexDigitsToLong(parts[0], HEAD_DIGITS - 16, HEAD_DIGITS);
            return told == hash(head + parts[1]).getLong() ? Optional.of(parts[1]) : Optional.empty();
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Hands over a line's head; nothing for a line that cannot be one of ours. */
    static void scan(byte[] bytes, int from, int to, Found found) {
        if (to - from < TEXT_AT) {
            return;
        }
        try {
            String head = text(bytes, from + HEAD_AT, from + HEAD_AT + HEAD_DIGITS);
            Id id = new Id(HexFormat.fromHexDigitsToLong(head, 0, 16), HexFormat.fromHexDigitsToLong(head, 16, 32));
            found.line(id, HexFormat.fromHexDigitsToLong(head, 32, 48));
        } catch (IllegalArgumentException e) {
            // A damaged line is passed over; the rewrite takes it away.
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.UTF_8);
    }

    private static ByteBuffer hash(String text) {
        return ByteBuffer.wrap(Sha256.begin().digest(text.getBytes(StandardCharsets.UTF_8)));
    }
}
