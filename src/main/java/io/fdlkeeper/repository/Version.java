package io.fdlkeeper.repository;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One version folder as observed.
 *
 * @param record   its record; empty for an unfinished version
 * @param mark     its mark; empty where there is none, or it cannot be read beside a catalog that is gone
 * @param objects  every object of its folder, in key order; for an expired version only record and mark, since there can be very many
 * @param newest   the store's time of its youngest object
 */
public record Version(
        VersionId id,
        VersionState state,
        Optional<VersionRecord> record,
        Optional<ExpiryMark> mark,
        List<ListedObject> objects,
        Instant newest) {

    /** Names of the main catalog that a version without a record may have, since only the record tells which. */
    private static final List<String> CATALOG_NAMES = List.of("ducklake.duckdb", "metadata.db");

    private static final List<String> LOG_SUFFIXES =
            List.of(".wal", ".wal.checkpoint", ".wal.recovery", "-wal", "-journal", "-shm");

    public Version {
        objects = List.copyOf(objects);
    }

    /** Returns the key of something in the version's folder. */
    public static ObjectKey key(VersionId id, String name) {
        return new ObjectKey("versions/" + id + "/" + name);
    }

    public ObjectKey recordKey() {
        return key(id, "version.json");
    }

    public ObjectKey markKey() {
        return key(id, "expired.json");
    }

    public Optional<ListedObject> object(ObjectKey key) {
        return objects.stream().filter(object -> object.key().equals(key)).findFirst();
    }

    /** Returns the main catalog and all below {@code catalogs/}; logs beside them are no catalogs. */
    public List<ListedObject> catalogs() {
        return objects.stream().filter(object -> isCatalog(object.key())).toList();
    }

    /** Returns everything that goes with the catalogs at retention: they themselves, and logs beside them. */
    public List<ListedObject> catalogsAndLogs() {
        return objects.stream()
                .filter(object -> isCatalog(object.key())
                        || LOG_SUFFIXES.stream()
                                .anyMatch(suffix -> object.key().text().endsWith(suffix)
                                        && isCatalog(withoutSuffix(object.key(), suffix))))
                .toList();
    }

    /** Tells whether the record's main catalog is this key. */
    public boolean isMainCatalog(ObjectKey key) {
        return record.map(known -> key(id, known.catalogName()).equals(key)).orElse(false);
    }

    /**
     * Returns when the version came to be, for the rules of retention.
     *
     * <p>The later of what its record says and the store's time of the record; a record's time more than the tolerance after the store's
     * is not believed.
     */
    public Instant createdAt(Duration tolerance) {
        Instant stored = object(recordKey()).map(ListedObject::lastModified).orElse(newest);
        Instant told = record.map(VersionRecord::createdAt).orElse(stored);
        return told.isAfter(stored.plus(tolerance)) || told.isBefore(stored) ? stored : told;
    }

    /** Tells whether the record claims a time that its store time contradicts. */
    public boolean hasDoubtfulTime(Duration tolerance) {
        return record.isPresent()
                && object(recordKey()).isPresent()
                && record.get()
                        .createdAt()
                        .isAfter(object(recordKey()).get().lastModified().plus(tolerance));
    }

    /** Tells whether its youngest object is not older than the grace period: exactly as old is still young. */
    public boolean isYoung(Instant now, Duration grace) {
        return !newest.plus(grace).isBefore(now);
    }

    private boolean isCatalog(ObjectKey key) {
        String name = key.text().substring("versions/".length() + id.text().length() + 1);
        // A key that ends in a slash is what some tools put for a folder.
        if (name.endsWith("/") || LOG_SUFFIXES.stream().anyMatch(name::endsWith)) {
            return false;
        }
        return name.startsWith("catalogs/")
                || record.map(known -> known.catalogName().equals(name)).orElseGet(() -> CATALOG_NAMES.contains(name));
    }

    private static ObjectKey withoutSuffix(ObjectKey key, String suffix) {
        return new ObjectKey(key.text().substring(0, key.text().length() - suffix.length()));
    }
}
