package io.fdlkeeper.plan;

import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Permit;
import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The steps on what a plain listing does not show: each written down before and after, none without the lease. */
final class HiddenSteps {

    private final ObjectStore store;
    private final Permit permit;
    private final Journal journal;

    HiddenSteps(ObjectStore store, Permit permit, Journal journal) {
        this.store = store;
        this.permit = permit;
        this.journal = journal;
    }

    /** What became of one thing, in the order from good to bad, with the store's words. */
    private record Finding(ItemOutcome outcome, String detail) {

        private static final List<ItemOutcome> ORDER = List.of(
                ItemOutcome.ALREADY_ABSENT,
                ItemOutcome.DELETED,
                ItemOutcome.CHANGED,
                ItemOutcome.FAILED,
                ItemOutcome.REFUSED);

        static Finding of(DeleteAnswer answer) {
            return new Finding(PlanExecutor.outcome(answer), answer.detail());
        }

        Finding worse(Finding other) {
            return ORDER.indexOf(other.outcome) > ORDER.indexOf(outcome) ? other : this;
        }

        boolean isGone() {
            return outcome == ItemOutcome.ALREADY_ABSENT || outcome == ItemOutcome.DELETED;
        }
    }

    List<ItemResult> restore(List<Undeletion> batch) {
        List<PlanItem> items = batch.stream().map(Undeletion::item).toList();
        return stepping(items, () -> {
            Map<ObjectKey, Finding> removed =
                    remove(batch.stream().flatMap(one -> one.markers().stream()).toList());
            return items.stream().map(item -> lookAt(item, removed)).toList();
        });
    }

    /** Only a look tells whether the object is back: the store's answer may be lost, or another may have written meanwhile. */
    private ItemResult lookAt(PlanItem item, Map<ObjectKey, Finding> removed) {
        ObjectKey key = new ObjectKey(item.subject());
        Finding answer = removed.getOrDefault(key, new Finding(ItemOutcome.ALREADY_ABSENT, ""));
        try {
            Optional<ListedObject> there = store.reader().head(key);
            if (there.isEmpty()) {
                return answer.isGone()
                        ? new ItemResult(item, ItemOutcome.FAILED, "its delete marker is gone, and it is not there")
                        : new ItemResult(item, answer.outcome(), answer.detail());
            }
            return there.map(ListedObject::etag).equals(item.etag())
                    ? new ItemResult(item, ItemOutcome.RESTORED, "")
                    : new ItemResult(item, ItemOutcome.CHANGED, "another content stands there");
        } catch (StoreException e) {
            return new ItemResult(item, ItemOutcome.FAILED, e.sentence());
        }
    }

    List<ItemResult> purge(List<Purge> batch) {
        return stepping(batch.stream().map(Purge::item).toList(), () -> {
            Map<ObjectKey, Finding> contents = remove(
                    batch.stream().flatMap(one -> one.contents().stream()).toList());
            // A marker above a content that stayed must stay too, or what was deleted would be there again.
            Map<ObjectKey, Finding> markers = remove(batch.stream()
                    .filter(one -> isGone(one, contents))
                    .flatMap(one -> one.markers().stream())
                    .toList());
            return batch.stream().map(one -> conclude(one, contents, markers)).toList();
        });
    }

    private static boolean isGone(Purge purge, Map<ObjectKey, Finding> contents) {
        Finding finding = contents.get(new ObjectKey(purge.item().subject()));
        return finding == null || finding.isGone();
    }

    private ItemResult conclude(Purge purge, Map<ObjectKey, Finding> contents, Map<ObjectKey, Finding> markers) {
        ObjectKey key = new ObjectKey(purge.item().subject());
        Finding finding = new Finding(ItemOutcome.ALREADY_ABSENT, "")
                .worse(contents.getOrDefault(key, new Finding(ItemOutcome.ALREADY_ABSENT, "")))
                .worse(markers.getOrDefault(key, new Finding(ItemOutcome.ALREADY_ABSENT, "")));
        if (!finding.isGone()) {
            return new ItemResult(purge.item(), finding.outcome(), finding.detail());
        }
        try {
            return stillShows(purge)
                    ? new ItemResult(
                            purge.item(),
                            ItemOutcome.FAILED,
                            "the store said that its versions are gone, and lists them")
                    : new ItemResult(purge.item(), finding.outcome(), finding.detail());
        } catch (StoreException e) {
            return new ItemResult(purge.item(), ItemOutcome.FAILED, e.sentence());
        }
    }

    private boolean stillShows(Purge purge) {
        Set<String> gone = new HashSet<>();
        purge.contents().forEach(version -> gone.add(version.versionId()));
        purge.markers().forEach(marker -> gone.add(marker.versionId()));
        List<StoredVersion> left = new ArrayList<>();
        store.hidden().versions().list(purge.item().subject(), version -> {
            if (version.key().text().equals(purge.item().subject()) && gone.contains(version.versionId())) {
                left.add(version);
            }
        });
        return !left.isEmpty();
    }

    ItemResult abort(PlanItem item, List<UnfinishedUpload> uploads) {
        return stepping(List.of(item), () -> {
                    Finding finding = new Finding(ItemOutcome.ALREADY_ABSENT, "");
                    for (UnfinishedUpload upload : uploads) {
                        finding = finding.worse(
                                Finding.of(store.hidden().uploads().abort(upload)));
                    }
                    return List.of(new ItemResult(item, finding.outcome(), finding.detail()));
                })
                .get(0);
    }

    private Map<ObjectKey, Finding> remove(List<StoredVersion> versions) {
        Map<ObjectKey, Finding> byKey = new HashMap<>();
        if (!versions.isEmpty()) {
            store.hidden()
                    .versions()
                    .remove(versions)
                    .forEach(answer -> byKey.merge(answer.key(), Finding.of(answer), Finding::worse));
        }
        return byKey;
    }

    private List<ItemResult> stepping(List<PlanItem> items, Supplier<List<ItemResult>> steps) {
        if (items.isEmpty()) {
            return List.of();
        }
        permit.requireHeld();
        List<JournalEntry> intended = items.stream().map(PlanExecutor::step).toList();
        journal.intend(intended);
        List<ItemResult> results = steps.get();
        List<JournalEntry> lines = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            lines.add(intended.get(i)
                    .with(results.get(i).outcome().id(), results.get(i).detail()));
        }
        journal.record(lines);
        return results;
    }
}
