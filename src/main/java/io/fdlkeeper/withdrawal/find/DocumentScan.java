package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the documents of every version, expired ones included, since nobody rewrites them; and looks at the names of refs. */
final class DocumentScan {

    private static final String FOLDER = "versions/";
    private static final Map<String, Place> PLACES =
            Map.of("version.json", Place.RECORD, "dataset.json", Place.DATASET_JSON, "files.json", Place.FILES_JSON);

    private final ObjectStore store;
    private final RepositoryView view;
    private final LeakSearch search;
    private final Gathered gathered;

    DocumentScan(ObjectStore store, RepositoryView view, LeakSearch search, Gathered gathered) {
        this.store = store;
        this.view = view;
        this.search = search;
        this.gathered = gathered;
    }

    /** Returns false when it was stopped before the end. */
    boolean run(Progress progress, StopToken stop) {
        progress.stage("read documents", -1);
        view.refs().stream()
                .filter(ref -> search.shows(ref.name().text()))
                .forEach(ref -> gathered.note("the name of a ref shows the value: "
                        + search.withholding(ref.name().text()) + "; a writer must put another name in its place"));
        if (!view.foreign().isEmpty()) {
            gathered.note(view.foreign().size()
                    + " keys or folders beside the format's own were not searched; the first is "
                    + search.withholding(view.foreign().get(0)));
        }
        try (SideBySide threads = new SideBySide(stop)) {
            store.lister()
                    .list(
                            FOLDER,
                            object -> document(object.key())
                                    .ifPresent(place -> threads.begin(() -> {
                                        read(object, place);
                                        progress.advance(1);
                                    })));
            threads.await();
        } catch (ListingIncompleteException e) {
            gathered.unreadable(FOLDER, e.sentence(), List.of());
        }
        return !stop.requested();
    }

    private void read(ListedObject object, Place place) {
        String key = object.key().text();
        VersionId version = versionOf(key).orElseThrow();
        try {
            store.reader().read(object.key(), Documents.LIMIT).ifPresent(content -> {
                if (search.shows(content.text())) {
                    gathered.place(version, place);
                }
            });
        } catch (StoreException e) {
            gathered.unreadable(key, e.sentence(), List.of(version));
        }
    }

    private static Optional<Place> document(ObjectKey key) {
        return versionOf(key.text()).flatMap(version -> Optional.ofNullable(PLACES.get(key.lastSegment())));
    }

    private static Optional<VersionId> versionOf(String key) {
        String[] parts = key.split("/", -1);
        return parts.length == 3 && VersionId.isValid(parts[1])
                ? Optional.of(new VersionId(parts[1]))
                : Optional.empty();
    }
}
