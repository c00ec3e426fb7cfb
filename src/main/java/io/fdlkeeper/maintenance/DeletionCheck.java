package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads back what a run deleted: a store's word is not taken for it. */
final class DeletionCheck {

    private static final int SHOWN = 100;
    private static final int DELETED = 1;
    private static final int TAKEN_BACK = 2;

    private final ObjectStore store;
    private final Journals journals;

    DeletionCheck(ObjectStore store, Journals journals) {
        this.store = store;
        this.journals = journals;
    }

    /** Returns keys that the run's journal calls deleted and that the store still shows with the same content. */
    List<String> stillThere(String run) {
        List<String> found = new ArrayList<>();
        SortedSet<String> folders = new TreeSet<>();
        TextIndex deleted = new TextIndex();
        journals.forEachResult(run, entry -> {
            if (entry.result().equals(ItemOutcome.RESTORED.id())) {
                deleted.put(content(entry.key(), entry.etag()), TAKEN_BACK);
            } else if (entry.action().equals("delete") && entry.result().equals(ItemOutcome.DELETED.id())) {
                deleted.put(content(entry.key(), entry.etag()), DELETED);
                folders.add(new ObjectKey(entry.key()).folder());
            }
        });
        for (String folder : Folders.outermost(folders)) {
            store.lister().list(folder, object -> {
                if (deleted.get(content(object.key().text(), object.etag().text())) == DELETED
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

    private static String content(String key, String etag) {
        return key + "\n" + etag;
    }
}
