package io.fdlkeeper.gc;

import io.fdlkeeper.plan.BatchResult;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.repository.ExpiryMark;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.Versioning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Executes a plan of a collection, in key order and in batches, and looks at the roots again before each. One-shot. */
public final class GcExecution {

    private final PlanExecutor executor;
    private final LiveRoots roots;
    private final ObjectStore store;
    private final String run;
    private final Duration rootCheckValid;
    private final int batchSize;

    private final Map<ItemOutcome, Totals> outcomes = new EnumMap<>(ItemOutcome.class);
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<String> incidents = new ArrayList<>();
    private final List<String> undone = new ArrayList<>();
    private final Map<VersionId, Set<PlanItem>> abandoned = new TreeMap<>();
    private final HiddenWork hiddenWork;
    private final Map<PlanAction, Totals> deleted = new EnumMap<>(PlanAction.class);
    private Totals freed = Totals.NONE;
    private Totals hidden = Totals.NONE;
    private boolean keepsVersions;
    private boolean stopped;

    public GcExecution(
            PlanExecutor executor,
            LiveRoots roots,
            ObjectStore store,
            String run,
            Duration rootCheckValid,
            int batchSize) {
        this.executor = executor;
        this.roots = roots;
        this.store = store;
        this.run = run;
        this.rootCheckValid = rootCheckValid;
        this.batchSize = batchSize;
        this.hiddenWork = new HiddenWork(store, executor);
    }

    /**
     * What came of it.
     *
     * @param deleted   what was deleted, by the action that did it
     * @param freed     what takes no room any more
     * @param hidden    what was deleted and takes room all the same, since the store keeps old versions
     * @param refusals  why it stopped before its end, if a guard stopped it
     * @param incidents deleted keys that a version names by now: data was lost in the window between the last look and the deletion
     * @param undone    those of the incidents that are there again
     * @param stopped   whether it was asked to stop and did
     */
    public record Result(
            Map<ItemOutcome, Totals> outcomes,
            Map<PlanAction, Totals> deleted,
            Totals freed,
            Totals hidden,
            List<Refusal> refusals,
            List<String> incidents,
            List<String> undone,
            boolean stopped) {}

    /**
     * Executes the items that may be.
     *
     * @param allowed tells whether an item of the plan is still one today; another is spared
     */
    public Result execute(Plan plan, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        progress.stage("delete", plan.header().items().objects());
        keepsVersions = store.hidden().versions().versioning() != Versioning.NONE;
        List<PlanItem> batch = new ArrayList<>();
        plan.forEachItem(item -> {
            batch.add(item);
            if (batch.size() == batchSize) {
                runBatch(List.copyOf(batch), allowed, stop, progress);
                batch.clear();
            }
        });
        runBatch(List.copyOf(batch), allowed, stop, progress);
        lookForIncidents(plan);
        explainFinishedMeanwhile();
        return new Result(
                Map.copyOf(outcomes),
                Map.copyOf(deleted),
                freed,
                hidden,
                List.copyOf(refusals),
                List.copyOf(incidents),
                List.copyOf(undone),
                stopped);
    }

    private void runBatch(List<PlanItem> batch, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        List<PlanItem> open = batch;
        while (!open.isEmpty()) {
            stopped |= stop.requested();
            if (stopped || !refusals.isEmpty()) {
                return;
            }
            refusals.addAll(roots.lookAgain(rootCheckValid));
            if (!refusals.isEmpty()) {
                return;
            }
            open = runWhileFresh(open, allowed);
        }
        progress.advance(batch.size());
    }

    /** Deletes as much of a batch as one look at the roots allows, and returns what another look has to be taken for. */
    private List<PlanItem> runWhileFresh(List<PlanItem> batch, Predicate<PlanItem> allowed) {
        Map<PlanItem, String> spared = roots.toSpare(batch);
        List<PlanItem> run = new ArrayList<>();
        for (PlanItem item : batch) {
            String reason = allowed.test(item) ? spared.get(item) : "it is no candidate any more";
            if (reason == null) {
                run.add(item);
                if (item.action() == PlanAction.DELETE) {
                    Abandoned.folderOf(new ObjectKey(item.subject()))
                            .ifPresent(version -> abandoned
                                    .computeIfAbsent(version, id -> new LinkedHashSet<>())
                                    .add(item));
                }
            } else {
                count(executor.spare(List.of(item), reason));
            }
        }
        List<PlanItem> late = run(run);
        if (!run.isEmpty() && late.size() == run.size()) {
            count(executor.spare(run, "its turn came too late; the next run looks at it again"));
            return List.of();
        }
        return late;
    }

    /** Returns what came too late for the last look. */
    private List<PlanItem> run(List<PlanItem> items) {
        Map<PlanAction, List<PlanItem>> byAction =
                items.stream().collect(Collectors.groupingBy(PlanItem::action, TreeMap::new, Collectors.toList()));
        List<PlanItem> aborts = byAction.getOrDefault(PlanAction.ABORT_UPLOAD, List.of());
        List<PlanItem> purges = byAction.getOrDefault(PlanAction.PURGE, List.of());
        BatchResult result = executor.delete(
                items.stream()
                        .filter(item -> item.action() == PlanAction.DELETE || item.action() == PlanAction.REMOVE_FOLDER)
                        .toList(),
                this::looksCount);
        count(result.results());
        List<PlanItem> late = new ArrayList<>(result.late());
        // One at a time: between the look at a key and what is done to it nobody else should have time.
        aborts.forEach(item -> whileLooksCount(List.of(item), late, hiddenWork::abort));
        purges.forEach(item -> whileLooksCount(List.of(item), late, hiddenWork::purge));
        return late;
    }

    private void whileLooksCount(
            List<PlanItem> items, List<PlanItem> late, Function<List<PlanItem>, List<ItemResult>> act) {
        if (looksCount()) {
            count(act.apply(items));
        } else {
            late.addAll(items);
        }
    }

    private boolean looksCount() {
        return roots.isFresh(rootCheckValid);
    }

    private void count(List<ItemResult> results) {
        for (ItemResult result : results) {
            Totals before = outcomes.getOrDefault(result.outcome(), Totals.NONE);
            outcomes.put(result.outcome(), before.plus(result.item().bytes()));
            if (result.outcome() == ItemOutcome.DELETED) {
                countSpace(result.item());
            }
        }
    }

    private void countSpace(PlanItem item) {
        deleted.put(
                item.action(), deleted.getOrDefault(item.action(), Totals.NONE).plus(item.bytes()));
        if (item.action() == PlanAction.DELETE && keepsVersions) {
            hidden = hidden.plus(item.bytes());
        } else if (item.action() == PlanAction.DELETE || item.action() == PlanAction.PURGE) {
            freed = freed.plus(item.bytes());
        }
    }

    /** After the last batch the roots are looked at once more: a deleted key that is named by now is an incident. */
    private void lookForIncidents(Plan plan) {
        if (!outcomes.containsKey(ItemOutcome.DELETED) && !outcomes.containsKey(ItemOutcome.FAILED)) {
            return;
        }
        List<Refusal> unreadable = roots.lookAgain(Duration.ofNanos(-1));
        if (!unreadable.isEmpty()) {
            refusals.addAll(unreadable);
        } else if (roots.readsSincePlan() > 0) {
            List<PlanItem> items = new ArrayList<>();
            plan.forEachItem(item -> {
                if (item.action() == PlanAction.DELETE) {
                    items.add(item);
                }
                if (items.size() == batchSize) {
                    noteIncidents(items);
                    items.clear();
                }
            });
            noteIncidents(items);
        }
    }

    private void noteIncidents(List<PlanItem> items) {
        Set<ObjectKey> named = roots.named(
                items.stream().map(item -> new ObjectKey(item.subject())).toList());
        for (PlanItem item : items) {
            ObjectKey key = new ObjectKey(item.subject());
            if (named.contains(key) && store.reader().head(key).isEmpty()) {
                incidents.add(key.text());
                if (bringBack(item)) {
                    undone.add(key.text());
                }
            }
        }
    }

    private boolean bringBack(PlanItem item) {
        if (!keepsVersions || !hiddenWork.bringBack(item)) {
            return false;
        }
        Totals back = outcomes.getOrDefault(ItemOutcome.RESTORED, Totals.NONE);
        outcomes.put(ItemOutcome.RESTORED, back.plus(item.bytes()));
        hidden = new Totals(hidden.objects() - 1, hidden.bytes() - item.bytes());
        return true;
    }

    /** A version finished while its folder was taken for abandoned may have lost its catalog; then readers must learn why. */
    private void explainFinishedMeanwhile() {
        abandoned.forEach((version, items) -> {
            ObjectKey recordKey = Version.key(version, "version.json");
            Optional<StoredContent> record = store.reader().read(recordKey, Documents.LIMIT);
            List<PlanItem> gone = items.stream()
                    .filter(item ->
                            store.reader().head(new ObjectKey(item.subject())).isEmpty())
                    .toList();
            if (record.isEmpty() || gone.isEmpty()) {
                return;
            }
            incidents.add(recordKey.text());
            if (gone.stream().filter(item -> !bringBack(item)).count() == 0) {
                undone.add(recordKey.text());
                return;
            }
            // A catalog that its writer put again is still there: with a mark beside it a live version would be lost.
            boolean catalogGone = Documents.catalogNameOf(record.get().text())
                    .map(name -> store.reader().head(Version.key(version, name)).isEmpty())
                    .orElse(false);
            if (catalogGone) {
                executor.mark(
                        Version.key(version, "expired.json"),
                        Documents.markFor(store.clock().now(), ExpiryMark.RETENTION, run));
            }
        });
    }

    /** Returns the outcomes' counts, zero where there were none. */
    public static Totals of(Result result, ItemOutcome outcome) {
        return Optional.ofNullable(result.outcomes().get(outcome)).orElse(Totals.NONE);
    }
}
