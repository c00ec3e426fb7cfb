package io.fdlkeeper.catalog.duckdb.search;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * In which bucket a value lies. Source: the Iceberg specification, bucket transform: 32-bit Murmur3 with seed 0 over the bytes of a text, or
 * over a number, days or microseconds as a 64-bit integer, little end first.
 */
final class Bucket {

    private Bucket() {}

    static int of(String text, int buckets) {
        return bucket(text.getBytes(StandardCharsets.UTF_8), buckets);
    }

    static int of(long number, int buckets) {
        return bucket(
                ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(number)
                        .array(),
                buckets);
    }

    private static int bucket(byte[] bytes, int buckets) {
        return (hash(bytes) & Integer.MAX_VALUE) % buckets;
    }

    private static int hash(byte[] bytes) {
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int hash = 0;
        while (words.remaining() >= Integer.BYTES) {
            hash = Integer.rotateLeft(hash ^ mixed(words.getInt()), 13) * 5 + 0xe6546b64;
        }
        int rest = 0;
        for (int i = bytes.length - 1; i >= words.position(); i--) {
            rest = rest << Byte.SIZE | Byte.toUnsignedInt(bytes[i]);
        }
        hash ^= mixed(rest);
        hash ^= bytes.length;
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    private static int mixed(int word) {
        return Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
    }
}
