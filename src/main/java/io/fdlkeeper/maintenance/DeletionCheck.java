package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

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
        Set<String> folders = new TreeSet<>();
        TextIndex deleted = new TextIndex();
        journals.forEachResult(run, entry -> {
            if (entry.action().equals("delete") && entry.result().equals(ItemOutcome.DELETED.id())) {
                deleted.put(content(entry.key(), entry.etag()), 1);
                folders.add(new ObjectKey(entry.key()).folder());
            }
        });
        for (String folder : outermost(folders)) {
            store.lister().list(folder, object -> {
                if (deleted.get(content(object.key().text(), object.etag().text())) != TextIndex.ABSENT
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
    private static List<String> outermost(Set<String> sorted) {
        List<String> outermost = new ArrayList<>();
        for (String folder : sorted) {
            // What is below a folder follows it at once.
            if (outermost.isEmpty() || !folder.startsWith(outermost.get(outermost.size() - 1))) {
                outermost.add(folder);
            }
        }
        return outermost;
    }

    private static String content(String key, String etag) {
        return key + "\n" + etag;
    }
}
