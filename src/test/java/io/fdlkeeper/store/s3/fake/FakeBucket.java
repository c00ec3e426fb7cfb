package io.fdlkeeper.store.s3.fake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fdlkeeper.store.ObjectKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** One bucket: every version of every key, newest first, and the uploads under way. What it promises is atomic. */
public final class FakeBucket {

    /** S3's name for the version that a bucket without versioning writes. */
    static final String NULL_VERSION = "null";

    private final String name;
    private final Clock clock;
    private final NavigableMap<String, List<FakeVersion>> versions = new TreeMap<>(ObjectKey::compareUtf8);
    private final NavigableMap<String, FakeUpload> uploads = new TreeMap<>();
    private String versioning = "";
    private boolean locking;
    private long counter;

    FakeBucket(String name, Clock clock) {
        this.name = name;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    /** Puts an object now, whatever was there. */
    public synchronized void put(String key, String content) {
        store(key, content.getBytes(UTF_8), clock.instant());
    }

    /** Puts an object with this time of last change, whatever was there. */
    public synchronized void load(String key, byte[] content, Instant lastModified) {
        store(key, content, lastModified);
    }

    /** Deletes as a client without conditions would. */
    public synchronized void remove(String key) {
        delete(key);
    }

    /** Keeps old contents from now on. */
    public synchronized void enableVersioning() {
        versioning = "Enabled";
    }

    /** Stops keeping old contents; those that are there stay. */
    public synchronized void suspendVersioning() {
        versioning = "Suspended";
    }

    /** Returns all keys that readers see, in the order of their UTF-8 bytes. */
    public synchronized NavigableSet<String> keys() {
        var keys = new TreeSet<String>(ObjectKey::compareUtf8);
        versions.forEach((key, all) -> {
            if (!all.get(0).isMarker()) {
                keys.add(key);
            }
        });
        return keys;
    }

    public synchronized boolean exists(String key) {
        return current(key).isPresent();
    }

    /** Returns what a reader reads, empty when there is nothing. */
    public synchronized Optional<String> text(String key) {
        return current(key).map(version -> new String(version.content(), UTF_8));
    }

    /** Returns how many versions and delete markers a key has. */
    public synchronized int versionsOf(String key) {
        return versions.getOrDefault(key, List.of()).size();
    }

    /** Returns how many uploads are under way. */
    public synchronized int uploadsUnderWay() {
        return uploads.size();
    }

    /** Begins an upload in parts with one part of this content. */
    public synchronized String beginUpload(String key, String part, Instant initiated) {
        var upload = begin(key, initiated);
        upload.parts().put(1, part.getBytes(UTF_8));
        return upload.id();
    }

    /** Protects the current version of a key: mode {@code GOVERNANCE} or {@code COMPLIANCE}. */
    public synchronized void retain(String key, String mode, Instant until) {
        locking = true;
        current(key).orElseThrow().retain(new FakeVersion.Retention(mode, until));
    }

    /** Puts a legal hold on the current version of a key. */
    public synchronized void hold(String key) {
        locking = true;
        current(key).orElseThrow().hold(true);
    }

    String versioning() {
        return versioning;
    }

    void versioning(String status) {
        versioning = status;
    }

    boolean locking() {
        return locking;
    }

    void enableLocking() {
        locking = true;
    }

    NavigableMap<String, List<FakeVersion>> versions() {
        return versions;
    }

    NavigableMap<String, FakeUpload> uploads() {
        return uploads;
    }

    /** Returns the object that readers see; a delete marker is none. */
    Optional<FakeVersion> current(String key) {
        var all = versions.getOrDefault(key, List.of());
        return all.isEmpty() || all.get(0).isMarker() ? Optional.empty() : Optional.of(all.get(0));
    }

    Optional<FakeVersion> version(String key, String id) {
        return versions.getOrDefault(key, List.of()).stream()
                .filter(version -> version.id().equals(id))
                .findFirst();
    }

    FakeVersion store(String key, byte[] content, Instant lastModified) {
        return store(new FakeVersion(key, nextVersion(), content.clone(), md5(content), lastModified));
    }

    FakeVersion store(FakeVersion version) {
        var all = versions.computeIfAbsent(version.key(), absent -> new ArrayList<>());
        if (version.id().equals(NULL_VERSION)) {
            all.removeIf(older -> older.id().equals(NULL_VERSION));
        }
        all.add(0, version);
        return version;
    }

    /** Deletes a key: for good, or behind a delete marker, which is returned. */
    Optional<FakeVersion> delete(String key) {
        if (versioning.isEmpty()) {
            versions.remove(key);
            return Optional.empty();
        }
        return Optional.of(store(FakeVersion.marker(key, nextVersion(), clock.instant())));
    }

    Optional<FakeVersion> deleteVersion(String key, String id) {
        var found = version(key, id);
        found.ifPresent(version -> {
            var all = versions.get(key);
            all.remove(version);
            if (all.isEmpty()) {
                versions.remove(key);
            }
        });
        return found;
    }

    FakeUpload begin(String key, Instant initiated) {
        var upload = new FakeUpload(key, "upload-%06d".formatted(++counter), initiated);
        uploads.put(upload.id(), upload);
        return upload;
    }

    String nextVersion() {
        return versioning.equals("Enabled") ? "v%08d".formatted(++counter) : NULL_VERSION;
    }

    static String md5(byte[] content) {
        return HexFormat.of().formatHex(digest(content));
    }

    static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("MD5").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
