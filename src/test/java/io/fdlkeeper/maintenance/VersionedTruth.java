package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Watches every call that changes a store with old versions, and holds it against what was promised; by no rule of the product. */
final class VersionedTruth {

    private final FakeStore store;
    private final Duration grace;
    private final Map<VersionId, Set<String>> commits = new TreeMap<>();
    private final Map<String, Instant> ours = new HashMap<>();
    private final Map<String, Instant> restored = new HashMap<>();
    private final Map<String, Instant> begun = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private List<StoredVersion> before = List.of();
    private Optional<ListedObject> current = Optional.empty();
    private List<UnfinishedUpload> uploads = List.of();
    private boolean restoring;
    int purged;
    int back;
    int aborted;
    int deleted;

    VersionedTruth(FakeStore store, Duration grace) {
        this.store = store;
        this.grace = grace;
        store.beforeCall(this::before);
        store.afterCall(this::after);
    }

    List<String> violations() {
        return violations;
    }

    void committed(VersionId id, Set<String> keys) {
        commits.put(id, Set.copyOf(keys));
    }

    void begun(UnfinishedUpload upload) {
        begun.put(upload.uploadId(), store.now());
    }

    void restoring(boolean now) {
        restoring = now;
    }

    /** Tells whether readers may read a version. */
    boolean isReadable(VersionId id) {
        return store.exists(FakeRepository.key(id, "ducklake.duckdb"))
                && !store.exists(FakeRepository.key(id, "expired.json"));
    }

    /** Returns what versions that readers may read name. */
    Set<String> named() {
        Set<String> named = new HashSet<>();
        commits.forEach((id, keys) -> {
            if (isReadable(id)) {
                named.addAll(keys);
            }
        });
        return named;
    }

    /** Every version that readers may read is there as a whole. */
    void look(String when) {
        named().stream()
                .filter(key -> !store.exists(key))
                .forEach(key -> violations.add(when + ": a readable version names " + key + ", which is not there"));
        commits.keySet().stream()
                .filter(id -> !store.exists(FakeRepository.key(id, "ducklake.duckdb")))
                .filter(id -> !store.exists(FakeRepository.key(id, "expired.json")))
                .forEach(id -> violations.add(when + ": version " + id + " has neither catalog nor mark"));
    }

    void forbid(boolean wrong, String what) {
        if (wrong) {
            violations.add(what);
        }
    }

    private void before(Call call) {
        if (call.op().changes()) {
            before = store.versions(call.key());
            current = store.object(call.key());
            uploads = store.uploads();
        }
    }

    private void after(Call call) {
        if (call.is(Op.DELETE) && current.isPresent() && !store.exists(call.key())) {
            deletedByUs(call.key());
        } else if (call.is(Op.REMOVE_VERSION)) {
            before.stream()
                    .filter(version -> store.versions(call.key()).stream()
                            .noneMatch(left -> left.versionId().equals(version.versionId())))
                    .forEach(this::removed);
        } else if (call.is(Op.ABORT_UPLOAD)) {
            uploads.stream().filter(upload -> !store.uploads().contains(upload)).forEach(this::aborted);
        }
    }

    private void deletedByUs(String key) {
        ours.put(content(key, current.orElseThrow().etag().text()), store.now());
        if (key.startsWith("data/")) {
            deleted++;
            forbid(named().contains(key), key + " was deleted, and a readable version names it");
            forbid(
                    restored.containsKey(key) && !isOlder(restored.get(key)),
                    key + " was restored, and deleted before the grace was over again");
        }
    }

    private void removed(StoredVersion version) {
        String key = version.key().text();
        if (version.deleteMarker()) {
            if (restoring && store.exists(key)) {
                back++;
                restored.put(key, store.now());
            }
            forbid(!restoring && store.exists(key), key + " came back by a purge");
            return;
        }
        purged++;
        Instant at = ours.get(content(key, version.etag().orElseThrow().text()));
        forbid(restoring, "a restore removed a content of " + key);
        forbid(version.current(), "a content of " + key + " that readers met was purged");
        forbid(at == null, "an old version of " + key + " was purged that was not deleted by us");
        forbid(at != null && !isOlder(at), key + " was purged before the grace was over");
        forbid(named().contains(key), key + " was purged, and a readable version names it");
    }

    private void aborted(UnfinishedUpload upload) {
        aborted++;
        Instant at = begun.getOrDefault(upload.uploadId(), Instant.MAX);
        forbid(at.equals(Instant.MAX) || !isOlder(at), "an upload to " + upload.key() + " was aborted before its time");
    }

    private boolean isOlder(Instant time) {
        return time.plus(grace).isBefore(store.now());
    }

    private static String content(String key, String etag) {
        return key + "\n" + etag;
    }
}
