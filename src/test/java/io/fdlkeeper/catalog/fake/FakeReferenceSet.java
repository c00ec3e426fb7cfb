package io.fdlkeeper.catalog.fake;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A set of names in memory, read through the store's ports so that faults and other people's steps come in between. */
final class FakeReferenceSet implements ReferenceSet {

    private final FakeCatalogs catalogs;
    private final ObjectReader reader;
    private final Map<ObjectKey, Marks> names = new TreeMap<>();
    private final Map<VersionId, Set<ObjectKey>> live = new TreeMap<>();

    private static final class Marks {
        private boolean live;
        private boolean current;
        private boolean released;
    }

    FakeReferenceSet(FakeCatalogs catalogs, ObjectReader reader) {
        this.catalogs = catalogs;
        this.reader = reader;
    }

    @Override
    public CatalogReading add(CatalogSource source, NameRole role) {
        if (source.expectedBytes().isPresent()
                && source.expectedBytes().getAsLong() != source.object().bytes()) {
            return refused(Guard.CATALOG_TRUNCATED, source, "has another size than its record tells");
        }
        var known = catalogs.find(source.version(), source.object())
                .filter(recorded -> source.expectedSha256().stream().allMatch(recorded.sha256()::equals));
        return known.map(recorded -> take(source.version(), recorded.text(), role))
                .orElseGet(() -> read(source, role));
    }

    private CatalogReading read(CatalogSource source, NameRole role) {
        var found = reader.read(source.object().key(), Documents.LIMIT);
        if (found.isEmpty()
                || !found.get().object().etag().equals(source.object().etag())) {
            return refused(Guard.CATALOG_CHANGED, source, "is not the object that was listed");
        }
        ListedObject object = found.get().object();
        byte[] content = found.get().content();
        var sha256 = sha256(content);
        if (source.expectedSha256().stream().anyMatch(expected -> !expected.equals(sha256))) {
            return refused(Guard.CATALOG_SHA256_MISMATCH, source, "has another digest than its record tells");
        }
        var text = CatalogText.parse(found.get().text());
        if (text.isEmpty()) {
            return refused(Guard.CATALOG_UNREADABLE, source, "cannot be read to its end");
        }
        var after = reader.head(source.object().key());
        if (after.isEmpty() || !after.get().etag().equals(object.etag())) {
            return refused(Guard.CATALOG_CHANGED, source, "changed while it was read");
        }
        catalogs.keep(source.version(), new FakeCatalogs.Recorded(object, sha256, text.get()));
        return take(source.version(), text.get(), role);
    }

    private CatalogReading take(VersionId version, CatalogText written, NameRole role) {
        var text = catalogs.understand(written);
        for (var row : text.rows()) {
            if (row.namesKey() || row.kind() == CatalogText.Kind.SCHEDULED) {
                mark(version, row, role);
            }
        }
        return new CatalogReading.Read(text.facts());
    }

    private void mark(VersionId version, CatalogText.Row row, NameRole role) {
        var key = new ObjectKey(row.text());
        var marks = names.computeIfAbsent(key, name -> new Marks());
        if (row.namesKey() && role == NameRole.LIVE) {
            marks.live = true;
            marks.current |= row.current();
            live.computeIfAbsent(version, id -> new HashSet<>()).add(key);
        }
        marks.released |= row.namesKey() && role == NameRole.RELEASED;
    }

    private static CatalogReading refused(Guard guard, CatalogSource source, String detail) {
        return new CatalogReading.Refused(List.of(new Refusal(
                guard,
                "versions/" + source.version(),
                "the catalog " + source.object().key() + " " + detail)));
    }

    @Override
    public boolean addRecorded(VersionId version, NameRole role) {
        var recorded = catalogs.ofVersion(version);
        recorded.forEach(catalog -> take(version, catalog.text(), role));
        return !recorded.isEmpty();
    }

    @Override
    public Iterator<NamedKey> inKeyOrder() {
        return names.entrySet().stream()
                .map(entry -> new NamedKey(
                        entry.getKey(),
                        entry.getKey().text(),
                        entry.getValue().live,
                        entry.getValue().current,
                        entry.getValue().released,
                        true))
                .iterator();
    }

    @Override
    public Set<ObjectKey> liveAmong(Collection<ObjectKey> keys) {
        return keys.stream()
                .filter(key -> names.containsKey(key) && names.get(key).live)
                .collect(Collectors.toSet());
    }

    @Override
    public Set<VersionId> versionsNaming(ObjectKey key) {
        var versions = new TreeSet<VersionId>();
        live.forEach((version, keys) -> {
            if (keys.contains(key)) {
                versions.add(version);
            }
        });
        return versions;
    }

    @Override
    public void close() {}

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
