package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.HiddenCopies;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.Versioning;
import java.time.Instant;
import java.util.Set;

/** Remembers what runs deleted in a store that keeps old versions, until it is purged or taken back; by their journals. */
final class DeletionMemory {

    /** Every deletion of ours leaves an old version: of data and catalogs, of marks taken back, of probe objects. */
    private static final Set<String> DELETIONS = Set.of("delete", "unmark", "remove-probe");

    private static final int GONE = 1;

    private final StatePorts state;
    private final ObjectStore store;

    DeletionMemory(StatePorts state, ObjectStore store) {
        this.state = state;
        this.store = store;
    }

    /** Takes what a run did, once its journal holds all of it. */
    void take(String run) {
        if (store.hidden().equals(HiddenCopies.NONE)) {
            return;
        }
        TextIndex purged = new TextIndex();
        TextIndex back = new TextIndex();
        long[] deletions = {0};
        state.journals().forEachResult(run, entry -> {
            if (isPurge(entry)) {
                purged.put(entry.key(), GONE);
            } else if (entry.result().equals(ItemOutcome.RESTORED.id())) {
                back.put(content(entry.key(), entry.etag()), GONE);
            } else if (isDeletion(entry)) {
                deletions[0]++;
            }
        });
        boolean changes = purged.size() + back.size() + deletions[0] > 0;
        if (!changes || keepsNothing()) {
            return;
        }
        Instant now = store.clock().now();
        state.deletions()
                .rewrite(
                        store.location(),
                        deletion -> purged.get(deletion.key().text()) == TextIndex.ABSENT
                                && back.get(content(
                                                deletion.key().text(),
                                                deletion.etag().text()))
                                        == TextIndex.ABSENT,
                        added -> state.journals().forEachResult(run, entry -> {
                            if (isDeletion(entry) && back.get(content(entry.key(), entry.etag())) == TextIndex.ABSENT) {
                                added.accept(new PastDeletion(
                                        new ObjectKey(entry.key()), new ETag(entry.etag()), entry.bytes(), now, run));
                            }
                        }),
                        now);
    }

    /** A store that does not answer now may keep old versions; what is remembered for nothing is forgotten by a later run. */
    private boolean keepsNothing() {
        try {
            return store.hidden().versions().versioning() == Versioning.NONE;
        } catch (StoreException e) {
            return false;
        }
    }

    private static boolean isPurge(JournalEntry entry) {
        return entry.action().equals(PlanAction.PURGE.id())
                && (entry.result().equals(ItemOutcome.DELETED.id())
                        || entry.result().equals(ItemOutcome.ALREADY_ABSENT.id()));
    }

    private static boolean isDeletion(JournalEntry entry) {
        return DELETIONS.contains(entry.action())
                && entry.result().equals(ItemOutcome.DELETED.id())
                && !entry.etag().isEmpty();
    }

    private static String content(String key, String etag) {
        return key + "\n" + etag;
    }
}
