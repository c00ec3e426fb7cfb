package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Executes the plan of one repository in its order: tags and index, data, marks, catalogs. One-shot; going on after a crash is executing
 * the same plan again.
 *
 * <p>Once one file is gone everything that can follow does: whatever fails or stops, all marks are placed, so that no reader meets
 * missing files without an explanation.
 */
public final class RemovalExecution {

    private final RemovalPlan plan;
    private final RemovalSteps steps;
    private final RemovalWatch watch;
    private final Runnable beforeFirstDeletion;
    private final boolean begunBefore;

    private final List<RemovalResult> results = new ArrayList<>();
    private boolean deleting;
    private boolean stopped;

    /**
     * @param beforeFirstDeletion writes down durably that there is no way back
     * @param begunBefore         whether something may be deleted already
     */
    public RemovalExecution(
            RemovalPlan plan,
            ObjectStore store,
            PlanExecutor executor,
            String run,
            RemovalWatch watch,
            Runnable beforeFirstDeletion,
            boolean begunBefore) {
        this.plan = plan;
        this.steps = new RemovalSteps(store, executor, run);
        this.watch = watch;
        this.beforeFirstDeletion = beforeFirstDeletion;
        this.begunBefore = begunBefore;
        this.deleting = begunBefore;
    }

    /**
     * What came of it.
     *
     * @param results one for each item, in the order of the plan
     * @param blocked what stood against the first deletion, in one sentence; nothing was done then
     * @param stopped whether a person stopped it before its end
     */
    public record Result(List<RemovalResult> results, String blocked, boolean stopped) {

        public Result {
            results = List.copyOf(results);
        }

        public boolean isBlocked() {
            return !blocked.isEmpty();
        }

        public boolean isAllGood() {
            return !stopped && results.stream().allMatch(result -> result.outcome().isGood());
        }
    }

    public Result execute(Progress progress) {
        RemovalWatch.Seen first = watch.look();
        if (!begunBefore) {
            String blocked = blocking(first);
            if (!blocked.isEmpty()) {
                return new Result(plan.items().stream().map(this::notTried).toList(), blocked, false);
            }
        }
        progress.stage("remove", plan.items().size());
        for (RemovalItem item : plan.items()) {
            results.add(located(step(item)));
            progress.advance(1);
        }
        return new Result(results, "", stopped);
    }

    private RemovalResult step(RemovalItem item) {
        return switch (item.action()) {
            case DELETE_TAG, DELETE_DATA -> ifNothingIsAgainst(item);
            case WRITE_REFS_INDEX -> watched(item);
            // Its explanation comes whatever else failed, once a file is gone.
            case MARK -> deleting || !stopped ? marked(item) : notTried(item);
            case DELETE_CATALOG, DELETE_INDEX -> afterItsMark(item);
        };
    }

    private RemovalResult ifNothingIsAgainst(RemovalItem item) {
        stopped |= watch.isStopAsked();
        if (stopped) {
            return notTried(item);
        }
        RemovalWatch.Seen seen = watch.look();
        if (!seen.faults().isEmpty()) {
            return RemovalSteps.result(item, Outcome.DRIFTED, seen.faults().get(0));
        }
        if (seen.named().containsKey(item.key())) {
            return RemovalSteps.result(
                    item, Outcome.DRIFTED, "a version outside of the plan names it by now: "
                            + ids(seen.named().get(item.key())));
        }
        if (seen.held().contains(item.key())) {
            return RemovalSteps.result(item, Outcome.HELD, "a hold keeps it");
        }
        if (!deleting) {
            beforeFirstDeletion.run();
            deleting = true;
        }
        return steps.act(item, seen.current());
    }

    private RemovalResult watched(RemovalItem item) {
        return stopped ? notTried(item) : steps.act(item, watch.look().current());
    }

    private RemovalResult marked(RemovalItem item) {
        if (!deleting) {
            // No file was to go: the mark is what withdraws the version.
            beforeFirstDeletion.run();
            deleting = true;
        }
        return steps.act(item, Map.of());
    }

    /** A catalog without a mark beside it would leave its readers without an explanation. */
    private RemovalResult afterItsMark(RemovalItem item) {
        stopped |= watch.isStopAsked();
        if (stopped) {
            return notTried(item);
        }
        boolean marked = results.stream()
                .filter(result -> result.item().action() == RemovalAction.MARK)
                .filter(result -> result.item().version().equals(item.version()))
                .allMatch(result -> result.outcome().isGood());
        if (!marked) {
            return RemovalSteps.result(item, Outcome.NOT_TRIED, "its version has no mark yet");
        }
        if (!deleting) {
            beforeFirstDeletion.run();
            deleting = true;
        }
        return steps.act(item, Map.of());
    }

    private static String blocking(RemovalWatch.Seen seen) {
        if (!seen.faults().isEmpty()) {
            return seen.faults().get(0);
        }
        if (!seen.refs().isEmpty()) {
            return "a ref names an affected version by now: "
                    + seen.refs().keySet().stream().map(RefName::text).sorted().collect(Collectors.joining(", "));
        }
        if (!seen.named().isEmpty()) {
            return "a version that is not in the plan names a file that was to go: "
                    + ids(seen.named().values().stream().flatMap(List::stream).toList());
        }
        return "";
    }

    private static String ids(List<VersionId> versions) {
        return versions.stream().map(VersionId::text).distinct().sorted().collect(Collectors.joining(", "));
    }

    private RemovalResult notTried(RemovalItem item) {
        return located(RemovalSteps.result(item, Outcome.NOT_TRIED, ""));
    }

    private RemovalResult located(RemovalResult result) {
        return new RemovalResult(plan.location(), result.item(), result.outcome(), result.detail());
    }
}
