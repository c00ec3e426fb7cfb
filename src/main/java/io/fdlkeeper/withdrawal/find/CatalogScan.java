package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.Scanned;
import io.fdlkeeper.withdrawal.find.LeakSearch.CatalogSearched;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Reads every catalog there is: of live, marked and unfinished versions, and the old versions a store keeps of any. */
final class CatalogScan {

    private static final Set<String> MAIN_CATALOGS = Set.of("ducklake.duckdb", "metadata.db");

    private final ObjectStore store;
    private final RepositoryView view;
    private final LeakSearch search;
    private final NamedBy names;
    private final Gathered gathered;
    private final List<Looked> looked = new ArrayList<>();

    /** A catalog that was read. */
    private record Looked(CatalogSource source, Optional<StoredVersion> old) {}

    CatalogScan(ObjectStore store, RepositoryView view, LeakSearch search, NamedBy names, Gathered gathered) {
        this.store = store;
        this.view = view;
        this.search = search;
        this.names = names;
        this.gathered = gathered;
    }

    /** Returns false when it was stopped before the end. */
    boolean run(Progress progress, StopToken stop) {
        progress.stage("read catalogs", view.versions().size());
        List<Version> newestFirst = new ArrayList<>(view.versions().values());
        // The newest know what tables and columns were called before.
        Collections.reverse(newestFirst);
        for (Version version : newestFirst) {
            for (ListedObject catalog : version.catalogs()) {
                if (stop.requested()) {
                    return false;
                }
                read(version, catalog);
            }
            progress.advance(1);
        }
        return old(stop) && again(stop);
    }

    /** Reads those again that were read before a name was known by which a selector means something in them. */
    private boolean again(StopToken stop) {
        List<Looked> outdated = looked.stream()
                .filter(catalog -> search.isOutdated(catalog.source(), catalog.old()))
                .toList();
        for (Looked catalog : outdated) {
            if (stop.requested()) {
                return false;
            }
            CatalogSource source = catalog.source();
            CatalogSearched searched = guarded(() ->
                    catalog.old().map(old -> search.catalog(source, old)).orElseGet(() -> search.catalog(source)));
            place(catalog, searched);
        }
        return true;
    }

    private void place(Looked catalog, CatalogSearched searched) {
        VersionId version = catalog.source().version();
        String key = catalog.source().object().key().text();
        if (searched instanceof CatalogSearched.Read read) {
            if (catalog.old().isEmpty()) {
                read.places().forEach(place -> gathered.place(version, place));
            } else if (!read.places().isEmpty()) {
                gathered.oldCatalog(found(catalog.old().get()));
            }
        } else {
            String why = ((CatalogSearched.Unreadable) searched).why();
            gathered.unreadable(
                    key,
                    catalog.old()
                                    .map(old -> "the old version " + old.versionId() + " of it: ")
                                    .orElse("")
                            + why,
                    List.of(version));
        }
    }

    private void read(Version version, ListedObject catalog) {
        CatalogSource source = CatalogSource.of(version, catalog);
        take(new Looked(source, Optional.empty()), guarded(() -> search.catalog(source)));
    }

    private void take(Looked catalog, CatalogSearched searched) {
        if (searched instanceof CatalogSearched.Read read) {
            looked.add(catalog);
            take(
                    new NamedBy.Catalog(catalog.source().version(), catalog.old()),
                    catalog.source().object().key().text(),
                    read);
        }
        place(catalog, searched);
    }

    private void take(NamedBy.Catalog catalog, String key, CatalogSearched.Read read) {
        gathered.scanned(new Scanned(0, read.bytes(), 1));
        names.add(catalog, read.names());
        read.names().stream()
                .flatMap(name -> name.external().stream())
                .distinct()
                .forEach(address -> gathered.unreadable(
                        search.withholding(address),
                        "it lies outside of the repository, where " + key + " names it",
                        List.of(catalog.version())));
    }

    private boolean old(StopToken stop) {
        Versioning versioning = store.hidden().versions().versioning();
        if (versioning == Versioning.NONE) {
            return true;
        }
        if (versioning == Versioning.UNKNOWN) {
            gathered.unreadable(
                    "versions/", "the store does not tell whether it keeps old versions of objects", List.of());
        }
        List<StoredVersion> old = new ArrayList<>();
        try {
            store.hidden().versions().list("versions/", version -> {
                if (!version.current()
                        && !version.deleteMarker()
                        && catalogOf(version.key().text()).isPresent()) {
                    old.add(version);
                }
            });
        } catch (StoreException e) {
            gathered.unreadable("versions/", "old versions cannot be listed: " + e.sentence(), List.of());
        }
        for (StoredVersion version : old) {
            if (stop.requested()) {
                return false;
            }
            readOld(version);
        }
        return true;
    }

    private void readOld(StoredVersion old) {
        String key = old.key().text();
        VersionId id = catalogOf(key).orElseThrow();
        CatalogSource source = new CatalogSource(
                id,
                new ListedObject(
                        old.key(), old.bytes(), old.lastModified(), old.etag().orElseThrow()),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.of(List.of()));
        take(new Looked(source, Optional.of(old)), guarded(() -> search.catalog(source, old)));
    }

    /** Reports the old catalogs that name a key which is found. */
    void naming(String key) {
        names.oldCatalogs(key)
                .forEach(catalog -> gathered.oldCatalog(found(catalog.old().orElseThrow())));
    }

    private static FoundFile found(StoredVersion old) {
        return new FoundFile(
                old.key().text(), -1, old.bytes(), old.etag().orElseThrow().text(), Optional.of(old.versionId()), true);
    }

    /** A store that fails for one catalog makes that one unreadable, and the find goes on. */
    private static CatalogSearched guarded(Supplier<CatalogSearched> search) {
        try {
            return search.get();
        } catch (StoreException e) {
            return new CatalogSearched.Unreadable(e.sentence());
        }
    }

    /** Returns the version a key is a catalog of, by its name alone. */
    private static Optional<VersionId> catalogOf(String key) {
        String[] parts = key.split("/", 4);
        if (parts.length < 3 || !VersionId.isValid(parts[1])) {
            return Optional.empty();
        }
        boolean catalog = parts.length == 3 ? MAIN_CATALOGS.contains(parts[2]) : parts[2].equals("catalogs");
        return catalog ? Optional.of(new VersionId(parts[1])) : Optional.empty();
    }
}
