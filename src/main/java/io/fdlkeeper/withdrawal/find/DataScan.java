package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.ListingSpool;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.RepeatedKeyException;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.Scanned;
import io.fdlkeeper.withdrawal.find.LeakSearch.FileSearched;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Searches every object under the data folder once, named or not, and the old versions a store keeps of any. */
final class DataScan {

    private static final long NOT_COUNTED = -1;

    private final ObjectStore store;
    private final String dataDir;
    private final LeakSearch search;
    private final NamedBy names;
    private final FindLedger ledger;
    private final Gathered gathered;

    private final Set<String> selected;
    private final Set<String> namedThere = new HashSet<>();
    private final Set<String> selectedThere = new HashSet<>();

    /** @param selected keys that were selected themselves, or by their versions: found without being read */
    DataScan(
            ObjectStore store,
            String dataDir,
            LeakSearch search,
            NamedBy names,
            FindLedger ledger,
            Gathered gathered,
            Set<String> selected) {
        this.store = store;
        this.dataDir = dataDir;
        this.search = search;
        this.names = names;
        this.ledger = ledger;
        this.gathered = gathered;
        this.selected = selected;
    }

    /** Returns false when it was stopped before the end. */
    boolean run(Path scratch, Progress progress, StopToken stop) {
        try (SideBySide threads = new SideBySide(stop)) {
            boolean all = listed(scratch, progress, threads) && missing(threads) && old(threads);
            threads.await();
            uploads();
            return all && !stop.requested();
        }
    }

    /** Returns the selected keys that are there. */
    Set<String> selectedThere() {
        return selectedThere;
    }

    /** Tells whether a key that a catalog names is listed, so that who names it reads what stands there now. */
    boolean isNamedThere(String key) {
        return namedThere.contains(key);
    }

    private boolean listed(Path scratch, Progress progress, SideBySide threads) {
        progress.stage("list data", -1);
        try (ListingSpool listing = ListingSpool.of(store.lister(), dataDir, scratch);
                ListingPass pass = listing.pass()) {
            progress.stage("search files", listing.count());
            listing.foreign()
                    .forEach(entry -> gathered.note("under the data folder there is something that is no object and was"
                            + " not searched: " + search.withholding(entry.toString())));
            boolean going = true;
            while (going && pass.hasNext()) {
                ListedObject object = pass.next();
                going = threads.begin(() -> {
                    take(object, Set.of(object.key().text()));
                    progress.advance(1);
                });
                note(object.key().text());
            }
            threads.await();
            return going;
        } catch (ListingIncompleteException e) {
            gathered.unreadable(dataDir, e.sentence(), List.of());
        } catch (RepeatedKeyException e) {
            gathered.unreadable(dataDir, e.sentence(), List.of());
        }
        return true;
    }

    private void note(String key) {
        if (names.names(key)) {
            namedThere.add(key);
        }
        if (selected.contains(key)) {
            selectedThere.add(key);
        }
    }

    private void take(ListedObject object, Set<String> namedAs) {
        String key = object.key().text();
        boolean named = namedAs.stream().anyMatch(names::names);
        if (selected.contains(key)) {
            gathered.scanned(new Scanned(1, 0, 0));
            gathered.file(new FoundFile(
                    key, NOT_COUNTED, object.bytes(), object.etag().text(), Optional.empty(), named));
            return;
        }
        if (!named && !looksLikeData(key)) {
            takeForeign(object);
            return;
        }
        String etag = object.etag().text();
        FileSearched searched = known(key, etag, "", () -> search.file(object, namedAs));
        conclude(key, object.bytes(), etag, Optional.empty(), named, searched);
    }

    private void conclude(
            String key, long bytes, String etag, Optional<String> storeVersion, boolean named, FileSearched searched) {
        long read = searched instanceof FileSearched.Rows rows ? rows.bytes() : 0;
        gathered.scanned(new Scanned(1, read, 0));
        if (searched instanceof FileSearched.MayHold may) {
            gathered.unreadable(
                    key,
                    storeVersion.map(id -> "the old version " + id + " of it: ").orElse("") + may.why(),
                    names.versions(key));
            return;
        }
        long matching = searched instanceof FileSearched.Rows rows ? rows.rows() : 0;
        // A key that shows the value is a leak of its own, whatever the file holds.
        if (matching > 0 || search.shows(key)) {
            gathered.file(new FoundFile(key, matching > 0 ? matching : NOT_COUNTED, bytes, etag, storeVersion, named));
        }
    }

    private FileSearched known(String key, String etag, String storeVersion, Supplier<FileSearched> look) {
        Optional<FindLedger.Row> before = ledger.known(store.location(), key, etag, storeVersion);
        if (before.isPresent()) {
            return new FileSearched.Rows(before.get().rows(), before.get().bytes());
        }
        FileSearched searched;
        try {
            searched = look.get();
        } catch (StoreException e) {
            return new FileSearched.MayHold(search.withholding(e.sentence()));
        }
        if (searched instanceof FileSearched.Rows rows) {
            ledger.keep(new FindLedger.Row(store.location(), key, etag, storeVersion, rows.rows(), rows.bytes()));
        }
        return searched;
    }

    /** Something that no catalog names and that no writer of the format put: its bytes are looked at as text. */
    private void takeForeign(ListedObject object) {
        String key = object.key().text();
        try {
            if (object.bytes() > Documents.LIMIT) {
                gathered.unreadable(key, "it is no data file, and too large to be looked at as text", List.of());
            } else if (search.shows(key)
                    || store.reader()
                            .read(object.key(), Documents.LIMIT)
                            .filter(content -> search.shows(content.text()))
                            .isPresent()) {
                gathered.file(new FoundFile(
                        key, NOT_COUNTED, object.bytes(), object.etag().text(), Optional.empty(), false));
            }
            gathered.scanned(new Scanned(1, Math.min(object.bytes(), Documents.LIMIT), 0));
        } catch (StoreException e) {
            gathered.unreadable(key, search.withholding(e.sentence()), List.of());
        }
    }

    private boolean missing(SideBySide threads) {
        for (List<String> spellings : names.missing(namedThere)) {
            if (!threads.begin(() -> lookDirectly(spellings))) {
                return false;
            }
        }
        threads.await();
        return true;
    }

    /** A folder may answer to another spelling than it lists, and a listing may be late. */
    private void lookDirectly(List<String> spellings) {
        for (String spelling : spellings) {
            try {
                Optional<ListedObject> there = store.reader().head(new ObjectKey(spelling));
                if (there.isPresent()) {
                    take(there.get(), new HashSet<>(spellings));
                    return;
                }
            } catch (StoreException e) {
                gathered.unreadable(spelling, search.withholding(e.sentence()), names.versions(spelling));
                return;
            }
        }
        gathered.unreadable(
                spellings.get(0),
                "it is named and not there, so nobody can tell what it held",
                names.versions(spellings.get(0)));
    }

    private boolean old(SideBySide threads) {
        if (store.hidden().versions().versioning() == Versioning.NONE) {
            return true;
        }
        boolean[] going = {true};
        try {
            store.hidden().versions().list(dataDir, version -> {
                if (!version.current() && !version.deleteMarker() && going[0]) {
                    going[0] = threads.begin(() -> takeOld(version));
                }
            });
        } catch (StoreException e) {
            gathered.unreadable(dataDir, "old versions cannot be listed: " + e.sentence(), List.of());
        }
        return going[0];
    }

    private void takeOld(StoredVersion old) {
        String key = old.key().text();
        if (selected.contains(key) || (!names.names(key) && !looksLikeData(key))) {
            // Of a selected key every old version goes with it.
            return;
        }
        String etag = old.etag().orElseThrow().text();
        FileSearched searched = known(key, etag, old.versionId(), () -> search.file(old, Set.of(key)));
        conclude(key, old.bytes(), etag, Optional.of(old.versionId()), names.names(key), searched);
    }

    private void uploads() {
        try {
            store.hidden()
                    .uploads()
                    .list(
                            dataDir,
                            upload -> gathered.unreadable(
                                    upload.key().text(),
                                    "an upload to it was begun at " + upload.initiated()
                                            + " and not completed, and no store shows what is in one",
                                    List.of()));
        } catch (StoreException e) {
            gathered.unreadable(dataDir, "unfinished uploads cannot be listed: " + e.sentence(), List.of());
        }
    }

    private static boolean looksLikeData(String key) {
        return key.endsWith(".parquet") || key.endsWith(".puffin");
    }
}
