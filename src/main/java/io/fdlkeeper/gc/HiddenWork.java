package io.fdlkeeper.gc;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Purge;
import io.fdlkeeper.plan.Undeletion;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does what a collection does to things that a listing does not show; each is looked at again first. */
final class HiddenWork {

    private final ObjectStore store;
    private final PlanExecutor executor;

    HiddenWork(ObjectStore store, PlanExecutor executor) {
        this.store = store;
        this.executor = executor;
    }

    List<ItemResult> abort(List<PlanItem> items) {
        return items.stream().map(this::abort).toList();
    }

    private ItemResult abort(PlanItem item) {
        try {
            List<UnfinishedUpload> now = new ArrayList<>();
            store.hidden().uploads().list(item.subject(), upload -> {
                if (upload.key().text().equals(item.subject())) {
                    now.add(upload);
                }
            });
            if (now.isEmpty()) {
                return left(item, ItemOutcome.ALREADY_ABSENT, "completed or aborted meanwhile");
            }
            return Optional.of(HiddenTag.of(now)).equals(item.etag())
                    ? executor.abort(item, now)
                    : left(item, ItemOutcome.CHANGED, "another upload to this key was begun");
        } catch (StoreException e) {
            return left(item, ItemOutcome.FAILED, e.sentence());
        }
    }

    /** The batch's versions go together; a key that became anything else since the plan is left. */
    List<ItemResult> purge(List<PlanItem> items) {
        List<ItemResult> results = new ArrayList<>();
        List<Purge> purges = new ArrayList<>();
        for (PlanItem item : items) {
            try {
                KeyVersions now = KeyVersions.of(store.hidden().versions(), new ObjectKey(item.subject()));
                if (now.all().isEmpty()) {
                    results.add(left(item, ItemOutcome.ALREADY_ABSENT, ""));
                } else if (now.isHidden() && Optional.of(HiddenTag.of(now)).equals(item.etag())) {
                    purges.add(new Purge(item, now.contents(), now.markers()));
                } else {
                    results.add(left(item, ItemOutcome.CHANGED, "it was written or restored since the plan was made"));
                }
            } catch (StoreException e) {
                results.add(left(item, ItemOutcome.FAILED, e.sentence()));
            }
        }
        results.addAll(executor.purge(purges));
        return results;
    }

    private ItemResult left(PlanItem item, ItemOutcome outcome, String detail) {
        ItemResult result = new ItemResult(item, outcome, detail);
        executor.conclude(result);
        return result;
    }

    /** Brings back what was just deleted and is named by now; false where the store does not have it any more, or not so. */
    boolean bringBack(PlanItem deleted) {
        ObjectKey key = new ObjectKey(deleted.subject());
        try {
            KeyVersions now = KeyVersions.of(store.hidden().versions(), key);
            List<StoredVersion> newest = now.newestContents();
            boolean ours = now.isHidden()
                    && !newest.isEmpty()
                    && newest.stream().allMatch(version -> version.etag().equals(deleted.etag()));
            if (!ours) {
                return false;
            }
            PlanItem item = new PlanItem(
                    PlanAction.REMOVE_DELETE_MARKER,
                    deleted.subject(),
                    List.of("incident"),
                    deleted.bytes(),
                    deleted.lastModified(),
                    deleted.etag());
            List<StoredVersion> markers = now.markersOver(newest.get(0).lastModified());
            ItemOutcome outcome = executor.restore(List.of(new Undeletion(item, markers)))
                    .get(0)
                    .outcome();
            if (outcome != ItemOutcome.RESTORED) {
                return false;
            }
            executor.conclude(new ItemResult(deleted, outcome, "a version that appeared meanwhile names it"));
            return true;
        } catch (StoreException e) {
            return false;
        }
    }
}
