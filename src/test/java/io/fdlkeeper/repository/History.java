package io.fdlkeeper.repository;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Puts together a view of versions and refs without a store. */
public final class History {

    public static final String LOCATION = "memory://history/";
    public static final long CATALOG_BYTES = 100;

    private final Instant now;
    private final NavigableMap<VersionId, Version> versions = new TreeMap<>();
    private final Map<RefName, Ref> refs = new TreeMap<>();

    public History(Instant now) {
        this.now = now;
    }

    /** Makes an id; a larger number sorts later. */
    public static VersionId id(int number) {
        return new VersionId(String.format(java.util.Locale.ROOT, "01900000-0000-7000-8000-%012x", number));
    }

    /** A version to be told about further; live, and stored when it was created, until told otherwise. */
    public final class Told {

        private final VersionId id;
        private final Instant created;
        private Instant stored;
        private List<VersionId> parents = List.of();
        private VersionState state = VersionState.LIVE;
        private Optional<ExpiryMark> mark = Optional.empty();
        private Instant markedAt = Instant.EPOCH;

        private Told(VersionId id, Instant created) {
            this.id = id;
            this.created = created;
            this.stored = created;
        }

        public Told stored(Instant time) {
            stored = time;
            return this;
        }

        public Told parent(VersionId parent) {
            parents = List.of(parent);
            return this;
        }

        public Told state(VersionState other) {
            state = other;
            return this;
        }

        /** Puts a mark beside the catalog. */
        public Told marked(String reason, Optional<String> run, Instant at) {
            state = VersionState.MARKED;
            mark = Optional.of(new ExpiryMark(Optional.of(at), reason, run));
            markedAt = at;
            return this;
        }

        public History add() {
            versions.put(id, version());
            return History.this;
        }

        public Version version() {
            List<ListedObject> objects = new ArrayList<>();
            boolean hasRecord = state != VersionState.UNFINISHED;
            boolean hasCatalog = state != VersionState.EXPIRED && state != VersionState.WITHDRAWN;
            if (hasCatalog) {
                objects.add(object("ducklake.duckdb", CATALOG_BYTES, stored));
            }
            if (mark.isPresent()) {
                objects.add(object("expired.json", 10, markedAt));
            }
            if (hasRecord) {
                objects.add(object("version.json", 10, stored));
            }
            return new Version(id, state, hasRecord ? Optional.of(record()) : Optional.empty(), mark, objects, stored);
        }

        private VersionRecord record() {
            return new VersionRecord(
                    id, parents, created, "", "ducklake.duckdb", OptionalLong.empty(), Optional.empty());
        }

        private ListedObject object(String name, long bytes, Instant time) {
            return new ListedObject(Version.key(id, name), bytes, time, new ETag(id + name));
        }
    }

    public Told version(VersionId id, Instant created) {
        return new Told(id, created);
    }

    public History ref(String name, VersionId target) {
        RefName ref = new RefName(name);
        refs.put(ref, new Ref(ref, target, new ETag(name + target), now));
        return this;
    }

    public RepositoryView view() {
        return new RepositoryView(
                LOCATION,
                new RepositoryDocument("0.1", "", "data/"),
                now,
                Optional.empty(),
                List.copyOf(refs.values()),
                versions,
                Set.of(),
                List.of(),
                List.of());
    }

    /** Returns the object under a key, as any listing would show it. */
    public static ListedObject listed(String key, long bytes, Instant time) {
        return new ListedObject(new ObjectKey(key), bytes, time, new ETag("tag of " + key));
    }
}
