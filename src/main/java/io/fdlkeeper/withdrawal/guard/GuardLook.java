package io.fdlkeeper.withdrawal.guard;

import io.fdlkeeper.catalog.CatalogSource;
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
import io.fdlkeeper.withdrawal.find.Selector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Looks at what came to a repository since a case ended: new versions' catalogs and new files only. Reads only; one-shot.
 *
 * <p>What was there at the end was searched by the verification, whether a version named it or not. A file is new when the store got it
 * since, or when no version that new ones descend from names it: a copy can keep the time of its original.
 */
public final class GuardLook {

    private final ObjectStore store;
    private final RepositoryView view;
    private final LeakSearch search;
    private final Set<VersionId> known;
    private final Instant since;
    private final Withdrawn withdrawn;

    private final List<Hit> hits = new ArrayList<>();
    private final Set<VersionId> looked = new HashSet<>();
    private final List<String> unread = new ArrayList<>();
    private final Map<String, Set<VersionId>> named = new HashMap<>();
    private final Set<String> namedBefore = new HashSet<>();

    /**
     * @param known     versions that were looked at before
     * @param since     files stored before this moment were searched before
     * @param withdrawn what the case deleted
     */
    public GuardLook(
            ObjectStore store,
            RepositoryView view,
            LeakSearch search,
            Set<VersionId> known,
            Instant since,
            Withdrawn withdrawn) {
        this.store = store;
        this.view = view;
        this.search = search;
        this.known = Set.copyOf(known);
        this.since = since;
        this.withdrawn = withdrawn;
    }

    /**
     * What a look saw.
     *
     * @param looked  versions that were looked at to the end, and need not be again
     * @param unread  what could not be read and may hold it, in sentences without the value
     * @param nowhere a selector whose table no new catalog has, so that no file was searched: look again without it
     */
    public record Seen(List<Hit> hits, Set<VersionId> looked, List<String> unread, Optional<Selector> nowhere) {

        public Seen {
            hits = List.copyOf(hits);
            looked = Set.copyOf(looked);
            unread = List.copyOf(unread);
        }
    }

    /**
     * Looks.
     *
     * @throws BadSelectorException when a selector cannot be understood in any repository
     */
    public Seen look() {
        view.versions().values().stream()
                .filter(version ->
                        withdrawn.version(version.id()) && !version.catalogs().isEmpty())
                .forEach(version -> hits.add(new Hit(
                        Optional.of(version.id()),
                        Hit.Kind.CATALOG_BACK,
                        "its catalog is there again, and the case took it away")));
        List<Version> fresh = view.versions().values().stream()
                .filter(version ->
                        !known.contains(version.id()) && !version.catalogs().isEmpty())
                .toList();
        fresh.forEach(this::catalogs);
        parents(fresh).forEach(this::namesOf);
        Optional<Selector> nowhere = nowhere();
        List<ListedObject> freshFiles = listed();
        if (nowhere.isEmpty()) {
            freshFiles.forEach(this::file);
        }
        return new Seen(hits, looked, unread, nowhere);
    }

    /** Returns the selector whose table no new catalog has. */
    private Optional<Selector> nowhere() {
        if (named.isEmpty()) {
            return Optional.empty();
        }
        try {
            search.bind();
            return Optional.empty();
        } catch (BadSelectorException e) {
            return Optional.of(e.selector().orElseThrow(() -> e));
        }
    }

    private void catalogs(Version version) {
        looked.add(version.id());
        for (ListedObject catalog : version.catalogs()) {
            CatalogSearched searched = guarded(() -> search.catalog(CatalogSource.of(version, catalog)));
            if (searched instanceof CatalogSearched.Read read) {
                take(version.id(), read);
            } else {
                looked.remove(version.id());
                unread.add("the catalog of version " + version.id() + ": "
                        + ((CatalogSearched.Unreadable) searched).why());
            }
        }
        if (version.state() == VersionState.UNFINISHED) {
            // The catalog of a commit under way can still change.
            looked.remove(version.id());
        }
    }

    /** Versions that were looked at before and that new ones descend from. */
    private List<Version> parents(List<Version> fresh) {
        return fresh.stream()
                .flatMap(version -> version.record().stream())
                .flatMap(record -> record.parents().stream())
                .distinct()
                .filter(known::contains)
                .flatMap(id -> Optional.ofNullable(view.versions().get(id)).stream())
                .toList();
    }

    /** What cannot be read names nothing: then more files are read, and none fewer. */
    private void namesOf(Version version) {
        for (ListedObject catalog : version.catalogs()) {
            if (guarded(() -> search.catalog(CatalogSource.of(version, catalog)))
                    instanceof CatalogSearched.Read read) {
                read.names().forEach(name -> namedBefore.addAll(name.spellings()));
            }
        }
    }

    private static CatalogSearched guarded(Supplier<CatalogSearched> search) {
        try {
            return search.get();
        } catch (StoreException e) {
            return new CatalogSearched.Unreadable(e.sentence());
        }
    }

    private void take(VersionId version, CatalogSearched.Read read) {
        String places = read.places().stream()
                .filter(Place::withdraws)
                .sorted()
                .map(Place::id)
                .collect(Collectors.joining(", "));
        if (!places.isEmpty()) {
            hits.add(new Hit(
                    Optional.of(version), Hit.Kind.CATALOG_SHOWS, "its catalog shows withdrawn data in: " + places));
        }
        read.names().stream()
                .flatMap(name -> name.spellings().stream())
                .forEach(key ->
                        named.computeIfAbsent(key, any -> new HashSet<>()).add(version));
    }

    /** Lists the data folder; returns the new files that new versions name and whose content says nothing yet. */
    private List<ListedObject> listed() {
        List<ListedObject> fresh = new ArrayList<>();
        store.lister().list(view.document().dataDir(), object -> {
            String key = object.key().text();
            boolean isNew = named.containsKey(key)
                    && (!namedBefore.contains(key) || !object.lastModified().isBefore(since));
            if (withdrawn.key(key) || (isNew && withdrawn.content(object))) {
                hits.add(new Hit(
                        namedBy(key),
                        Hit.Kind.FILE_BACK,
                        "a file that was withdrawn is back: " + search.withholding(key)));
            } else if (isNew) {
                fresh.add(object);
            }
        });
        return fresh;
    }

    private Optional<VersionId> namedBy(String key) {
        return named.getOrDefault(key, Set.of()).stream().min(VersionId::compareTo);
    }

    private void file(ListedObject file) {
        String key = file.key().text();
        FileSearched searched;
        try {
            searched = search.file(file, Set.of(key));
        } catch (StoreException e) {
            searched = new FileSearched.MayHold(e.sentence());
        }
        if (searched instanceof FileSearched.Rows rows && rows.rows() > 0) {
            hits.add(new Hit(
                    namedBy(key),
                    Hit.Kind.FILE_HOLDS,
                    "the file " + search.withholding(key) + " holds " + rows.rows() + " withdrawn rows"));
        } else if (searched instanceof FileSearched.MayHold mayHold) {
            // Looked at again next time, since it could not be told.
            looked.removeAll(named.getOrDefault(key, Set.of()));
            unread.add("the file " + search.withholding(key) + ": " + mayHold.why());
        }
    }
}
