package io.fdlkeeper.store.s3.fake;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One version of one key, or a delete marker, with what locks it. */
final class FakeVersion {

    private final String key;
    private final String id;
    private final byte @Nullable [] content;
    private final String etag;
    private final Instant lastModified;
    private Retention retention = Retention.NONE;
    private boolean held;

    /** How long a version may not be removed; an empty mode is none. */
    record Retention(String mode, Instant until) {
        static final Retention NONE = new Retention("", Instant.MIN);
    }

    FakeVersion(String key, String id, byte[] content, String etag, Instant lastModified) {
        this.key = key;
        this.id = id;
        this.content = content;
        this.etag = etag;
        this.lastModified = lastModified;
    }

    private FakeVersion(String key, String id, Instant lastModified) {
        this.key = key;
        this.id = id;
        this.content = null;
        this.etag = "";
        this.lastModified = lastModified;
    }

    static FakeVersion marker(String key, String id, Instant now) {
        return new FakeVersion(key, id, now);
    }

    String key() {
        return key;
    }

    String id() {
        return id;
    }

    boolean isMarker() {
        return content == null;
    }

    byte[] content() {
        return content == null ? new byte[0] : content;
    }

    String etag() {
        return etag;
    }

    Instant lastModified() {
        return lastModified;
    }

    Retention retention() {
        return retention;
    }

    void retain(Retention longer) {
        retention = longer;
    }

    boolean isHeld() {
        return held;
    }

    void hold(boolean on) {
        held = on;
    }

    /** Tells why this version may not be removed now. */
    Optional<String> lock(Instant now, boolean bypassGovernance) {
        boolean retained = now.isBefore(retention.until())
                && !(bypassGovernance && retention.mode().equals("GOVERNANCE"));
        return held || retained
                ? Optional.of("Access Denied because object protected by object lock.")
                : Optional.empty();
    }
}
