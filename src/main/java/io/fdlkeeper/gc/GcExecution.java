package io.fdlkeeper.gc;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.Plan;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

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
    private final Map<VersionId, List<ObjectKey>> abandoned = new TreeMap<>();
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
    }

    /**
     * What came of it.
     *
     * @param refusals  why it stopped before its end, if a guard stopped it
     * @param incidents deleted keys that a version names by now: data was lost in the window between the last look and the deletion
     * @param stopped   whether it was asked to stop and did
     */
    public record Result(
            Map<ItemOutcome, Totals> outcomes, List<Refusal> refusals, List<String> incidents, boolean stopped) {}

    /**
     * Executes the items that may be.
     *
     * @param allowed tells whether an item of the plan is still one today; another is spared
     */
    public Result execute(Plan plan, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        progress.stage("delete", plan.header().items().objects());
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
        return new Result(Map.copyOf(outcomes), List.copyOf(refusals), List.copyOf(incidents), stopped);
    }

    private void runBatch(List<PlanItem> batch, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        stopped |= stop.requested();
        if (stopped || !refusals.isEmpty() || batch.isEmpty()) {
            return;
        }
        refusals.addAll(roots.lookAgain(rootCheckValid));
        if (!refusals.isEmpty()) {
            return;
        }
        Map<PlanItem, String> spared = roots.toSpare(batch);
        List<PlanItem> run = new ArrayList<>();
        for (PlanItem item : batch) {
            String reason = allowed.test(item) ? spared.get(item) : "it is no candidate any more";
            if (reason == null) {
                run.add(item);
                ObjectKey key = new ObjectKey(item.subject());
                Abandoned.folderOf(key)
                        .ifPresent(version -> abandoned
                                .computeIfAbsent(version, id -> new ArrayList<>())
                                .add(key));
            } else {
                count(executor.spare(List.of(item), reason));
            }
        }
        count(executor.delete(run));
        progress.advance(batch.size());
    }

    private void count(List<ItemResult> results) {
        for (ItemResult result : results) {
            Totals before = outcomes.getOrDefault(result.outcome(), Totals.NONE);
            outcomes.put(result.outcome(), before.plus(result.item().bytes()));
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
            List<ObjectKey> keys = new ArrayList<>();
            plan.forEachItem(item -> {
                keys.add(new ObjectKey(item.subject()));
                if (keys.size() == batchSize) {
                    noteIncidents(keys);
                    keys.clear();
                }
            });
            noteIncidents(keys);
        }
    }

    private void noteIncidents(List<ObjectKey> keys) {
        Set<ObjectKey> named = roots.named(keys);
        keys.stream()
                .filter(named::contains)
                .filter(key -> store.reader().head(key).isEmpty())
                .forEach(key -> incidents.add(key.text()));
    }

    /** A version finished while its folder was taken for abandoned may have lost its catalog; then readers must learn why. */
    private void explainFinishedMeanwhile() {
        abandoned.forEach((version, keys) -> {
            ObjectKey recordKey = Version.key(version, "version.json");
            Optional<StoredContent> record = store.reader().read(recordKey, Documents.LIMIT);
            if (record.isEmpty()
                    || keys.stream().allMatch(key -> store.reader().head(key).isPresent())) {
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
            incidents.add(recordKey.text());
        });
    }

    /** Returns the outcomes' counts, zero where there were none. */
    public static Totals of(Result result, ItemOutcome outcome) {
        return Optional.ofNullable(result.outcomes().get(outcome)).orElse(Totals.NONE);
    }
}
