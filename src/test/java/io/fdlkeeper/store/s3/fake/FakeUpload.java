package io.fdlkeeper.store.s3.fake;

import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;

/** An upload in parts under way. */
final class FakeUpload {

    private final String key;
    private final String id;
    private final Instant initiated;
    private final NavigableMap<Integer, byte[]> parts = new TreeMap<>();

    FakeUpload(String key, String id, Instant initiated) {
        this.key = key;
        this.id = id;
        this.initiated = initiated;
    }

    String key() {
        return key;
    }

    String id() {
        return id;
    }

    Instant initiated() {
        return initiated;
    }

    NavigableMap<Integer, byte[]> parts() {
        return parts;
    }
}
