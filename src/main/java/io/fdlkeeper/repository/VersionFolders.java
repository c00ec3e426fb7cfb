package io.fdlkeeper.repository;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads {@code versions/}: groups its objects by folder and tells each version's state. */
final class VersionFolders {

    static final String PREFIX = "versions/";
    private static final String RECORD = "version.json";
    private static final String MARK = "expired.json";
    private static final Set<String> CATALOG_NAMES = Set.of("ducklake.duckdb", "metadata.db");

    private final ObjectStore store;
    private final DocumentCache cache;
    private final Instant began;
    private final Findings findings;
    private final NavigableMap<VersionId, Version> versions = new TreeMap<>();
    private final Set<VersionId> unfinished = new TreeSet<>();

    VersionFolders(ObjectStore store, DocumentCache cache, Instant began, Findings findings) {
        this.store = store;
        this.cache = cache;
        this.began = began;
        this.findings = findings;
    }

    NavigableMap<VersionId, Version> versions() {
        return versions;
    }

    /** Reads all of them. */
    void readAll() {
        Grouping grouping = new Grouping();
        store.lister().list(PREFIX, grouping::object);
        grouping.close();
        List.copyOf(unfinished).forEach(this::lookForRecord);
    }

    /** Reads one folder anew, listed on its own. */
    void readOne(VersionId id) {
        List<ListedObject> objects = listed(id);
        if (!objects.isEmpty()) {
            add(id.text(), objects);
        }
    }

    private List<ListedObject> listed(VersionId id) {
        List<ListedObject> objects = new ArrayList<>();
        store.lister().list(PREFIX + id + "/", object -> {
            if (!object.key().text().endsWith("/")) {
                objects.add(object);
            }
        });
        return objects;
    }

    /** An old folder without a record counts as abandoned, so a record that a listing swallowed must be looked for. */
    private void lookForRecord(VersionId id) {
        ObjectKey key = Version.key(id, RECORD);
        store.reader().head(key).ifPresent(record -> {
            if (isNew(record)) {
                readOne(id);
            } else {
                unlisted(key);
            }
        });
    }

    boolean isNew(ListedObject object) {
        // A store may tell whole seconds: what was stored in the second we began in counts as new.
        return object.lastModified().isAfter(began.minusSeconds(1));
    }

    void unlisted(ObjectKey key) {
        findings.refuse(
                Guard.ROOT_UNLISTED,
                key.text(),
                "the listing lacks " + key
                        + ", which is there and older than the listing: the store's listing cannot be trusted,"
                        + " so nothing is decided; try again, and ask whoever runs the store if it stays so");
    }

    private void add(String folder, List<ListedObject> objects) {
        boolean isVersion = objects.stream().anyMatch(object -> {
            String name = nameIn(folder, object.key());
            return name.equals(RECORD) || CATALOG_NAMES.contains(name) || name.startsWith("catalogs/");
        });
        if (!VersionId.isValid(folder)) {
            if (isVersion) {
                findings.refuse(
                        Guard.ID_MISMATCH,
                        PREFIX + folder + "/",
                        "the folder holds a version, but its name is no version id (a lower-case UUIDv7)");
            } else {
                findings.foreign(PREFIX + folder + "/");
            }
            return;
        }
        VersionId id = new VersionId(folder);
        unfinished.remove(id);
        classify(id, objects).ifPresent(version -> {
            versions.put(id, version);
            if (version.state() == VersionState.UNFINISHED) {
                unfinished.add(id);
            }
        });
    }

    private Optional<Version> classify(VersionId id, List<ListedObject> objects) {
        Instant newest = objects.stream()
                .map(ListedObject::lastModified)
                .max(Instant::compareTo)
                .orElse(began);
        Optional<ListedObject> recordObject = find(objects, Version.key(id, RECORD));
        Optional<ListedObject> markObject = find(objects, Version.key(id, MARK));
        Optional<VersionRecord> record = Optional.empty();
        if (recordObject.isPresent()) {
            record = readRecord(id, recordObject.get());
            if (record.isEmpty()) {
                return Optional.empty();
            }
        }
        Version draft = new Version(id, VersionState.UNFINISHED, record, Optional.empty(), objects, newest);
        if (markObject.isPresent()) {
            return marked(draft, markObject.get());
        }
        if (record.isEmpty()) {
            return Optional.of(draft);
        }
        boolean hasCatalog = draft.catalogs().stream().anyMatch(catalog -> draft.isMainCatalog(catalog.key()));
        if (!hasCatalog) {
            return withoutCatalog(draft);
        }
        return Optional.of(new Version(id, VersionState.LIVE, record, Optional.empty(), objects, newest));
    }

    private Optional<Version> withoutCatalog(Version draft) {
        ObjectKey catalog = Version.key(draft.id(), draft.record().orElseThrow().catalogName());
        List<ListedObject> again = listed(draft.id());
        Optional<ListedObject> mark = find(again, draft.markKey());
        if (mark.isPresent()) { // Marked, and its catalog deleted, since it was first listed.
            return marked(
                    new Version(draft.id(), draft.state(), draft.record(), draft.mark(), again, draft.newest()),
                    mark.get());
        }
        Optional<ListedObject> there = store.reader().head(catalog);
        if (there.isPresent() && isNew(there.get())) { // The listing had passed its place when it was put.
            again.removeIf(object -> object.key().equals(catalog));
            again.add(there.get());
            again.sort(Comparator.comparing(ListedObject::key));
            return Optional.of(new Version(
                    draft.id(), VersionState.LIVE, draft.record(), Optional.empty(), again, draft.newest()));
        }
        if (there.isPresent()) {
            unlisted(catalog);
        } else {
            findings.refuse(
                    Guard.CATALOG_MISSING,
                    draft.id().text(),
                    "the version has a record but neither its catalog " + catalog
                            + " nor a mark: put the catalog back, or put " + draft.markKey()
                            + " with the reason if the version was meant to go");
        }
        return Optional.empty();
    }

    private Optional<Version> marked(Version draft, ListedObject markObject) {
        boolean catalogsThere = !draft.catalogs().isEmpty();
        Optional<ExpiryMark> mark;
        try {
            mark = Optional.of(Documents.mark(text(markObject)));
        } catch (MalformedDocumentException e) {
            mark = Optional.empty();
            if (catalogsThere) {
                findings.refuse(
                        Guard.MARK_UNREADABLE,
                        markObject.key().text(),
                        "the mark beside a catalog cannot be read: " + e.getMessage()
                                + "; write it again or remove it");
                return Optional.empty();
            }
            findings.note("the mark " + markObject.key() + " gives no reason: " + e.getMessage());
        }
        if (catalogsThere) {
            return Optional.of(new Version(
                    draft.id(), VersionState.MARKED, draft.record(), mark, draft.objects(), draft.newest()));
        }
        VersionState state =
                mark.map(ExpiryMark::isWithdrawal).orElse(false) ? VersionState.WITHDRAWN : VersionState.EXPIRED;
        List<ListedObject> kept = draft.objects().stream()
                .filter(object ->
                        object.key().equals(draft.recordKey()) || object.key().equals(draft.markKey()))
                .toList();
        return Optional.of(new Version(draft.id(), state, draft.record(), mark, kept, draft.newest()));
    }

    private Optional<VersionRecord> readRecord(VersionId id, ListedObject object) {
        String subject = object.key().text();
        try {
            String text = text(object);
            String format = Documents.formatOf(text);
            if (!Documents.major(format).equals("0")) {
                findings.refuse(
                        Guard.UNKNOWN_FDL_MAJOR,
                        subject,
                        "the record is of format " + format + ", and only 0.x is known here: use a newer fdl-keeper");
                return Optional.empty();
            }
            if (!Documents.idOf(text).equals(id.text())) {
                findings.refuse(
                        Guard.ID_MISMATCH,
                        subject,
                        "the record names the version " + Documents.idOf(text) + ", which is not its folder's name");
                return Optional.empty();
            }
            VersionRecord record = Documents.version(text);
            if (record.catalogName().startsWith("/")
                    || new ObjectKey(record.catalogName()).hasDotSegment()
                    || record.catalogName().contains("://")) {
                findings.refuse(
                        Guard.CATALOG_NAME,
                        subject,
                        "the record's catalog '" + record.catalogName() + "' lies outside the version's folder");
                return Optional.empty();
            }
            return Optional.of(record);
        } catch (MalformedDocumentException e) {
            findings.refuse(Guard.RECORD_UNREADABLE, subject, "the record cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    private String text(ListedObject object) {
        Optional<String> cached = cache.find(object);
        if (cached.isPresent()) {
            return cached.get();
        }
        StoredContent content = store.reader()
                .read(object.key(), Documents.LIMIT)
                .orElseThrow(() -> new MalformedDocumentException("it was listed and is gone"));
        cache.keep(content.object(), content.text());
        return content.text();
    }

    private static Optional<ListedObject> find(List<ListedObject> objects, ObjectKey key) {
        return objects.stream().filter(object -> object.key().equals(key)).findFirst();
    }

    private static String nameIn(String folder, ObjectKey key) {
        return key.text().substring(PREFIX.length() + folder.length() + 1);
    }

    /** Cuts the stream of objects into folders; they come together since keys are sorted. */
    private final class Grouping {

        private final Set<String> seen = new TreeSet<>();
        private final List<ListedObject> current = new ArrayList<>();
        private String folder = "";

        void object(ListedObject object) {
            String rest = object.key().text().substring(PREFIX.length());
            int slash = rest.indexOf('/');
            if (slash <= 0 || rest.endsWith("/")) {
                findings.foreign(object.key().text());
                return;
            }
            if (!rest.substring(0, slash).equals(folder)) {
                close();
                folder = rest.substring(0, slash);
                if (!seen.add(folder)) {
                    findings.refuse(
                            Guard.LISTING_ORDER,
                            PREFIX + folder + "/",
                            "the listing comes back to a folder it had left, so it cannot be trusted");
                }
            }
            current.add(object);
        }

        void close() {
            if (!current.isEmpty()) {
                add(folder, List.copyOf(current));
                current.clear();
            }
        }
    }
}
