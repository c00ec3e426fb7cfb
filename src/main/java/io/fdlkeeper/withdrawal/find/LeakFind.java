package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks in one repository for what selectors name: every catalog, every data file and every document, each once. Reads only; one-shot.
 *
 * <p>Catalogs come first, since they tell which columns a predicate means in which file. Whatever cannot be read is a finding too.
 */
public final class LeakFind {

    private final ObjectStore store;
    private final RepositoryView view;
    private final LeakSearch search;
    private final List<Selector> selectors;
    private final FindLedger ledger;
    private final Path scratch;

    private final NamedBy names = new NamedBy();
    private final Gathered gathered = new Gathered();

    /**
     * @param search  opened with the same selectors
     * @param ledger  what an earlier find with the same selectors read
     * @param scratch an existing folder for temporary files
     */
    public LeakFind(
            ObjectStore store,
            RepositoryView view,
            LeakSearch search,
            List<Selector> selectors,
            FindLedger ledger,
            Path scratch) {
        this.store = store;
        this.view = view;
        this.search = search;
        this.selectors = List.copyOf(selectors);
        this.ledger = ledger;
        this.scratch = scratch;
    }

    /**
     * Finds.
     *
     * @return what was found; empty when it was stopped, and the next find goes on from the ledger
     * @throws BadSelectorException when a selector names a table, column, version or key that is not there
     */
    public Optional<Findings> run(Progress progress, StopToken stop) {
        Set<VersionId> selected = selectedVersions();
        CatalogScan catalogs = new CatalogScan(store, view, search, names, gathered);
        if (!catalogs.run(progress, stop)) {
            return Optional.empty();
        }
        search.bind();
        DataScan data =
                new DataScan(store, view.document().dataDir(), search, names, ledger, gathered, selectedKeys(selected));
        if (!data.run(scratch, progress, stop)
                || !new DocumentScan(store, view, search, gathered).run(progress, stop)) {
            return Optional.empty();
        }
        requireThere(data.selectedThere());
        selected.forEach(version -> gathered.place(version, Place.SELECTED));
        for (FoundFile file : gathered.files()) {
            if (file.storeVersion().isPresent() && data.isNamedThere(file.key())) {
                // Who names the key reads what stands there now, which is found by itself where it holds the value.
                continue;
            }
            names.versions(file.key()).forEach(version -> gathered.place(version, Place.FILE));
            catalogs.naming(file.key());
        }
        search.notes().forEach(gathered::note);
        return Optional.of(gathered.findings(view.location(), catalogued()));
    }

    private List<VersionId> catalogued() {
        return view.versions().values().stream()
                .filter(version -> !version.catalogs().isEmpty())
                .map(Version::id)
                .toList();
    }

    private Set<VersionId> selectedVersions() {
        Set<VersionId> selected = new HashSet<>();
        of(Selector.Kind.VERSION).forEach(selector -> {
            if (!VersionId.isValid(selector.text()) || !view.versions().containsKey(new VersionId(selector.text()))) {
                throw new BadSelectorException(
                        "there is no such version in " + view.location() + ": give an id as 'status' shows it",
                        selector);
            }
            selected.add(new VersionId(selector.text()));
        });
        return selected;
    }

    /** A selected version takes with it what no other version names. */
    private Set<String> selectedKeys(Set<VersionId> versions) {
        Stream<String> alone = versions.isEmpty() ? Stream.empty() : names.namedOnlyBy(versions);
        return Stream.concat(of(Selector.Kind.KEY).map(Selector::text), alone).collect(Collectors.toSet());
    }

    private void requireThere(Set<String> there) {
        of(Selector.Kind.KEY).filter(key -> !there.contains(key.text())).forEach(selector -> {
            throw new BadSelectorException(
                    "a key that was named is no object under " + view.document().dataDir() + " of " + view.location()
                            + ": give keys as they are stored, data folder included",
                    selector);
        });
    }

    private Stream<Selector> of(Selector.Kind kind) {
        return selectors.stream().filter(selector -> selector.kind() == kind);
    }
}
