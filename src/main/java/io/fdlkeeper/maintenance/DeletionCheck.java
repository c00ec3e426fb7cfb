package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads back what a run deleted: a store's word is not taken for it. */
final class DeletionCheck {

    private static final int SHOWN = 100;

    private final ObjectStore store;
    private final Journals journals;

    DeletionCheck(ObjectStore store, Journals journals) {
        this.store = store;
        this.journals = journals;
    }

    /** Returns keys that the run's journal calls deleted and that the store still shows with the same content. */
    List<String> stillThere(String run) {
        List<String> found = new ArrayList<>();
        Set<String> folders = new HashSet<>();
        List<JournalEntry> deleted = journals.results(run).stream()
                .filter(entry ->
                        entry.action().equals("delete") && entry.result().equals(ItemOutcome.DELETED.id()))
                .toList();
        Map<String, String> tags = new HashMap<>();
        deleted.forEach(entry -> {
            tags.put(entry.key(), entry.etag());
            folders.add(new ObjectKey(entry.key()).folder());
        });
        for (String folder : outermost(folders)) {
            store.lister().list(folder, object -> {
                String deletedTag = tags.get(object.key().text());
                if (object.etag().text().equals(deletedTag)
                        && found.size() < SHOWN
                        && isThere(object.key(), object.etag())) {
                    found.add(object.key().text());
                }
            });
        }
        return found;
    }

    /** A listing may lag behind a deletion, so what it still shows is looked at directly. */
    private boolean isThere(ObjectKey key, ETag etag) {
        return store.reader()
                .head(key)
                .map(object -> object.etag().equals(etag))
                .orElse(false);
    }

    /** A folder below another one of the set is listed with it. */
    private static List<String> outermost(Set<String> folders) {
        return folders.stream()
                .filter(folder ->
                        folders.stream().noneMatch(other -> !other.equals(folder) && folder.startsWith(other)))
                .toList();
    }
}
