package io.fdlkeeper.sample;

import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/** Ids that are the same for the same seed and the same order of calls. */
final class SeededIds {
    private final Random random;

    SeededIds(long seed) {
        this.random = new Random(seed);
    }

    /** Makes a random id (UUIDv4), as repositories and schemas have. */
    UUID random() {
        return new UUID(marked(random.nextLong(), 4), variant(random.nextLong()));
    }

    /** Makes an id that sorts by its time (UUIDv7): 48 bits of milliseconds, then random bits. Source: RFC 9562, 5.7. */
    UUID at(Instant time) {
        var high = (time.toEpochMilli() << 16) | (random.nextLong() & 0xFFFFL);
        return new UUID(marked(high, 7), variant(random.nextLong()));
    }

    private static long marked(long high, int version) {
        return (high & ~0xF000L) | ((long) version << 12);
    }

    private static long variant(long low) {
        return (low & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    }
}
