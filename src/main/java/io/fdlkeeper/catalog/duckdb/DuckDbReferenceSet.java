package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogReading.Read;
import io.fdlkeeper.catalog.CatalogReading.Refused;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A run's names: read from catalogs, numbered in the {@link NameTable}, remembered in the {@link ReferenceCache}. */
final class DuckDbReferenceSet implements ReferenceSet {

    private final boolean developmentFormat;
    private final ObjectReader reader;
    private final RepositoryAddress address;
    private final ReferenceCache cache;
    private final NameTable names;
    private final NameMarks marks = new NameMarks();
    private final EngineSlot slot;
    private final CatalogOpening opening;
    private final CatalogsAhead ahead;
    private final List<Live> live = new ArrayList<>();
    private final List<NamedKeys> streams = new ArrayList<>();
    private final Runnable closed;

    /** A live catalog of this run, by its record. */
    private record Live(VersionId version, RecordedCatalog recorded) {}

    /** @param closed is told when this set needs its folder no longer */
    DuckDbReferenceSet(
            EngineSettings settings,
            boolean developmentFormat,
            ObjectReader reader,
            RepositoryAddress address,
            Runnable closed) {
        this.closed = closed;
        this.developmentFormat = developmentFormat;
        this.reader = reader;
        this.address = address;
        this.ahead = new CatalogsAhead(reader);
        var segments = new NameSegments(settings.cacheFolder());
        this.cache = new ReferenceCache(settings.cacheFolder(), segments);
        this.names = new NameTable(segments);
        this.slot = new EngineSlot(settings, names);
        this.opening = new CatalogOpening(slot, names, address, developmentFormat);
    }

    @Override
    public CatalogReading add(CatalogSource source, NameRole role) {
        var identity = ReferenceCache.identity(source, address, developmentFormat);
        var recorded = cache.find(source, identity);
        var refusal = logBeside(source, recorded.isPresent()).or(() -> CatalogFile.wrongSize(source));
        if (refusal.isPresent()) {
            return new Refused(List.of(refusal.get()));
        }
        if (recorded.isPresent()) {
            return take(source.version(), outlasting(source.version(), recorded.get(), role), role);
        }
        try (var opened = ahead.open(source).orElse(null)) {
            if (opened == null || !isAsListed(source, opened.file().object())) {
                return refused(Guard.CATALOG_CHANGED, source, "is not the object that was listed; run again");
            }
            return read(source, opened, identity, role);
        } catch (IOException e) {
            return unreadable(source, e);
        }
    }

    @Override
    public void expect(Collection<CatalogSource> sources) {
        ahead.expect(sources.stream()
                .filter(source -> !cache.mayHold(source, ReferenceCache.identity(source, address, developmentFormat)))
                .toList());
    }

    /** What a listing shows is enough for a catalog that was read before; the first time we look directly. */
    private Optional<Refusal> logBeside(CatalogSource source, boolean readBefore) {
        return readBefore && source.beside().isPresent()
                ? CatalogFile.logListedBeside(source)
                : CatalogFile.logBeside(reader, source);
    }

    private CatalogReading read(CatalogSource source, CatalogsAhead.Opened opened, String identity, NameRole role) {
        try {
            var file = opened.file();
            var refusals = CatalogFile.wrongDigest(source, opened.sha256())
                    .map(List::of)
                    .orElse(CatalogFile.wrongKind(reader, source, file.path()));
            if (!refusals.isEmpty()) {
                return new Refused(refusals);
            }
            var reading = opening.read(file.path(), source.object().key());
            var after = reader.head(source.object().key());
            if (after.isEmpty() || !isAsListed(source, after.get())) {
                return refused(Guard.CATALOG_CHANGED, source, "changed while it was read; run again");
            }
            var head = new RecordedCatalog.Head(
                    identity, source.version().text(), opened.sha256(), reading.facts(), List.of());
            var recorded = record(source.version(), head, reading);
            return take(source.version(), outlasting(source.version(), recorded, role), role);
        } catch (UnusableLakeException e) {
            return new Refused(e.findings().stream()
                    .map(finding -> CatalogFile.refusal(finding.guard(), source, finding.detail()))
                    .toList());
        } catch (SQLException | IOException e) {
            slot.suspect();
            return unreadable(source, e);
        }
    }

    private static CatalogReading unreadable(CatalogSource source, Exception e) {
        return refused(Guard.CATALOG_UNREADABLE, source, "cannot be read to its end: " + Engine.firstLine(e));
    }

    private static boolean isAsListed(CatalogSource source, ListedObject seen) {
        return seen.etag().equals(source.object().etag())
                && seen.bytes() == source.object().bytes();
    }

    private static CatalogReading refused(Guard guard, CatalogSource source, String detail) {
        return new Refused(List.of(CatalogFile.refusal(guard, source, detail)));
    }

    /** Numbers the names just read and records them, before anything depends on them. */
    private RecordedCatalog record(VersionId version, RecordedCatalog.Head head, LakeReader.Reading reading)
            throws SQLException {
        try {
            if (reading.unnumbered()) {
                names.number(slot.engine(), reading.known(), reading.spelled());
            }
            var recorded = RecordedCatalog.of(head, reading.known(), names.bases());
            cache.keep(version, recorded);
            return recorded;
        } catch (IOException e) {
            throw unrecorded(version, e);
        }
    }

    /** A live catalog can be read again; of one that goes the record may soon be all there is, so it must outlast a power cut. */
    private RecordedCatalog outlasting(VersionId version, RecordedCatalog recorded, NameRole role) {
        if (role != NameRole.LIVE) {
            try {
                cache.force(version, recorded);
            } catch (IOException e) {
                throw unrecorded(version, e);
            }
        }
        return recorded;
    }

    private static UncheckedIOException unrecorded(VersionId version, IOException e) {
        return new UncheckedIOException(
                "the names of version " + version
                        + " cannot be recorded; check that the cache folder is writable and"
                        + " its disk is not full",
                e);
    }

    private CatalogReading take(VersionId version, RecordedCatalog recorded, NameRole role) {
        marks.add(recorded.names(names), role);
        if (role == NameRole.LIVE) {
            live.add(new Live(version, recorded));
        }
        return new Read(recorded.head().facts());
    }

    @Override
    public boolean addRecorded(VersionId version, NameRole role) {
        var recorded = cache.ofVersion(version);
        recorded.forEach(catalog -> take(version, catalog, role));
        return !recorded.isEmpty();
    }

    @Override
    public Iterator<NamedKey> inKeyOrder() {
        try {
            var engine = slot.engine();
            names.load(engine);
            var stream = new NamedKeys(engine, marks);
            streams.add(stream);
            return stream;
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    @Override
    public Set<ObjectKey> liveAmong(Collection<ObjectKey> keys) {
        var found = new HashSet<ObjectKey>();
        try {
            names.find(slot.engine(), keys, (id, key) -> {
                if (marks.isLive(id)) {
                    found.add(key);
                }
            });
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return found;
    }

    @Override
    public Set<VersionId> versionsNaming(ObjectKey key) {
        var ids = new ArrayList<Integer>();
        try {
            names.find(slot.engine(), List.of(key), (id, same) -> ids.add(id));
        } catch (SQLException e) {
            throw unreadable(e);
        }
        var versions = new TreeSet<VersionId>();
        for (var catalog : live) {
            var named = catalog.recorded().names(names);
            if (ids.stream().anyMatch(named::references)) {
                versions.add(catalog.version());
            }
        }
        return versions;
    }

    private static IllegalStateException unreadable(SQLException e) {
        return new IllegalStateException("the names of this run cannot be read: " + Engine.firstLine(e), e);
    }

    @Override
    public void close() {
        try {
            ahead.close();
            streams.forEach(NamedKeys::close);
            slot.close();
        } finally {
            closed.run();
        }
    }
}
