package io.fdlkeeper.withdrawal.guard;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.repository.ExpiryMark;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.LeakSearch.CatalogSearched;
import io.fdlkeeper.withdrawal.find.LeakSearch.FileSearched;
import io.fdlkeeper.withdrawal.find.Place;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Looks at what came to a repository since a case ended: new versions' catalogs and new files only. Reads only; one-shot.
 *
 * <p>What was there at the end was searched by the verification, whether a version named it or not.
 */
public final class GuardLook {

    private final ObjectStore store;
    private final RepositoryView view;
    private final LeakSearch search;
    private final Set<VersionId> known;
    private final Instant since;
    private final Predicate<String> withdrawnKey;

    private final List<Hit> hits = new ArrayList<>();
    private final List<VersionId> looked = new ArrayList<>();
    private final Map<String, VersionId> named = new HashMap<>();
    private boolean bound;

    /**
     * @param known        versions that were looked at before
     * @param since        files stored before this moment were searched before
     * @param withdrawnKey tells whether a key is one whose object was withdrawn
     */
    public GuardLook(
            ObjectStore store,
            RepositoryView view,
            LeakSearch search,
            Set<VersionId> known,
            Instant since,
            Predicate<String> withdrawnKey) {
        this.store = store;
        this.view = view;
        this.search = search;
        this.known = Set.copyOf(known);
        this.since = since;
        this.withdrawnKey = withdrawnKey;
    }

    /** @param looked versions that were looked at to the end, and need not be again */
    public record Seen(List<Hit> hits, List<VersionId> looked) {

        public Seen {
            hits = List.copyOf(hits);
            looked = List.copyOf(looked);
        }
    }

    public Seen look() {
        view.versions().values().stream()
                .filter(GuardLook::isBack)
                .forEach(version -> hits.add(new Hit(
                        Optional.of(version.id()), "its catalog is there again beside the mark that withdrew it")));
        view.versions().values().stream()
                .filter(version ->
                        !known.contains(version.id()) && !version.catalogs().isEmpty())
                .forEach(this::catalogs);
        try {
            search.bind();
            bound = true;
        } catch (BadSelectorException e) {
            // No new catalog has the table, so no new file has its rows.
            bound = false;
        }
        files();
        return new Seen(hits, looked);
    }

    private static boolean isBack(Version version) {
        return version.state() == VersionState.MARKED
                && version.mark().map(ExpiryMark::isWithdrawal).orElse(false);
    }

    private void catalogs(Version version) {
        boolean whole = true;
        for (ListedObject catalog : version.catalogs()) {
            CatalogSearched searched = search.catalog(CatalogSource.of(version, catalog));
            if (searched instanceof CatalogSearched.Read read) {
                Set<Place> places =
                        read.places().stream().filter(Place::withdraws).collect(Collectors.toSet());
                if (!places.isEmpty()) {
                    hits.add(new Hit(
                            Optional.of(version.id()),
                            "its catalog shows withdrawn data in: "
                                    + places.stream().sorted().map(Place::id).collect(Collectors.joining(", "))));
                }
                read.names().stream()
                        .flatMap(name -> name.spellings().stream())
                        .forEach(key -> named.putIfAbsent(key, version.id()));
            } else {
                whole = false;
            }
        }
        if (whole) {
            looked.add(version.id());
        }
    }

    private void files() {
        List<ListedObject> fresh = new ArrayList<>();
        store.lister().list(view.document().dataDir(), object -> {
            String key = object.key().text();
            if (withdrawnKey.test(key)) {
                hits.add(new Hit(
                        Optional.ofNullable(named.get(key)),
                        "a file that was withdrawn is back: " + search.withholding(key)));
            } else if (named.containsKey(key) && !object.lastModified().isBefore(since)) {
                fresh.add(object);
            }
        });
        if (bound) {
            fresh.forEach(this::file);
        }
    }

    private void file(ListedObject file) {
        String key = file.key().text();
        VersionId version = named.get(key);
        FileSearched searched;
        try {
            searched = search.file(file, Set.of(key));
        } catch (StoreException e) {
            searched = new FileSearched.MayHold(e.sentence());
        }
        if (searched instanceof FileSearched.Rows rows && rows.rows() > 0) {
            hits.add(new Hit(
                    Optional.ofNullable(version),
                    "the file " + search.withholding(key) + " holds " + rows.rows() + " withdrawn rows"));
        } else if (searched instanceof FileSearched.MayHold) {
            // Looked at again next time, since it could not be told.
            looked.remove(version);
        }
    }
}
