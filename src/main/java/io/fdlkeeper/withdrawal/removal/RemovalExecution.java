package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
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
    private boolean oneGone;
    /** Whether what is there now could be looked at; if not, no more files go. */
    private String blind = "";

    private RemovalWatch.Seen seen = RemovalWatch.Seen.NOTHING;

    /**
     * @param beforeFirstDeletion writes down durably that there is no way back
     * @param begunBefore         whether something may be deleted already
     */
    public RemovalExecution(
            RemovalPlan plan,
            RemovalSteps steps,
            RemovalWatch watch,
            Runnable beforeFirstDeletion,
            boolean begunBefore) {
        this.plan = plan;
        this.steps = steps;
        this.watch = watch;
        this.beforeFirstDeletion = beforeFirstDeletion;
        this.begunBefore = begunBefore;
        this.deleting = begunBefore;
    }

    /** What stood, or stands, in the way of more deletions. */
    public enum Against {
        NOTHING,
        /** A ref or a hold is on an affected version, or the store does not answer: once that is over the same plan goes on. */
        WAIT,
        /** Something new names a file of the plan, or cannot be judged: find and plan again. */
        CHANGE
    }

    /**
     * What came of it.
     *
     * @param results one for each item, in the order of the plan
     * @param against what stands in the way
     * @param why     the same in one sentence, without the value
     * @param begun   whether anything may be deleted
     * @param stopped whether a person stopped it before its end
     */
    public record Result(List<RemovalResult> results, Against against, String why, boolean begun, boolean stopped) {

        public Result {
            results = List.copyOf(results);
        }

        public boolean isAllGood() {
            return !stopped
                    && against == Against.NOTHING
                    && results.stream().allMatch(result -> result.outcome().isGood());
        }
    }

    /** Acts on every item that may be acted on. */
    public Result execute(Progress progress) {
        look(true);
        if (!begunBefore && against() != Against.NOTHING) {
            return new Result(
                    plan.items().stream()
                            .map(item -> located(notTried(item, why())))
                            .toList(),
                    against(),
                    why(),
                    false,
                    false);
        }
        progress.stage("remove", plan.items().size());
        boolean first = true;
        RemovalAction stage = RemovalAction.DELETE_TAG;
        for (RemovalItem item : plan.items()) {
            look(!first && item.action() != stage);
            first = false;
            stage = item.action();
            stopped |= watch.isStopAsked();
            results.add(located(step(item)));
            progress.advance(1);
        }
        // What was published within the last minute may name what is gone by now.
        look(true);
        return new Result(results, against(), why(), deleting, stopped);
    }

    /** A store that does not answer now must not keep the marks from their places. */
    private void look(boolean anew) {
        try {
            seen = anew ? watch.lookAnew() : watch.look();
            blind = "";
        } catch (StoreException e) {
            blind = "refs and versions cannot be looked at: " + e.sentence();
        }
    }

    private RemovalResult step(RemovalItem item) {
        return switch (item.action()) {
            case DELETE_TAG, DELETE_DATA -> ifNothingIsAgainst(item);
            case WRITE_REFS_INDEX -> stopped ? notTried(item, "") : act(item);
            case MARK -> mark(item);
            case DELETE_CATALOG, DELETE_INDEX -> afterItsMark(item);
        };
    }

    private RemovalResult ifNothingIsAgainst(RemovalItem item) {
        if (stopped) {
            return notTried(item, "");
        }
        if (seen.named().containsKey(item.key())) {
            return RemovalSteps.result(
                    item,
                    Outcome.DRIFTED,
                    "a version outside of the plan names it by now: "
                            + ids(seen.named().get(item.key())));
        }
        if (!blind.isEmpty() || !seen.faults().isEmpty() || isProtected()) {
            return notTried(item, why());
        }
        if (seen.held().contains(item.key())) {
            return RemovalSteps.result(item, Outcome.HELD, "a hold keeps it");
        }
        return act(item);
    }

    /** Its explanation comes whatever else failed, once a file is gone; and not while everything is still there and in doubt. */
    private RemovalResult mark(RemovalItem item) {
        boolean inDoubt = stopped || against() != Against.NOTHING || hasDrifted();
        return inDoubt && !isOneGone() ? notTried(item, why()) : act(item);
    }

    private boolean hasDrifted() {
        return results.stream().anyMatch(result -> result.outcome() == Outcome.DRIFTED);
    }

    private boolean isOneGone() {
        oneGone |= deleting && isOneGone(plan, steps);
        return oneGone;
    }

    private static boolean isOneGone(RemovalPlan plan, RemovalSteps steps) {
        return plan.items().stream()
                .filter(item -> item.action() == RemovalAction.DELETE_DATA)
                .anyMatch(steps::mayBeGone);
    }

    /** A catalog without a mark beside it would leave its readers without an explanation. */
    private RemovalResult afterItsMark(RemovalItem item) {
        if (stopped || !blind.isEmpty()) {
            return notTried(item, blind);
        }
        boolean marked = results.stream()
                .filter(result -> result.item().action() == RemovalAction.MARK)
                .filter(result -> result.item().version().equals(item.version()))
                .allMatch(result -> result.outcome().isGood());
        if (!marked) {
            return notTried(item, "its version has no mark yet");
        }
        if (seen.held().contains(item.key())) {
            return RemovalSteps.result(item, Outcome.HELD, "a hold keeps it");
        }
        if (item.version()
                .filter(version ->
                        seen.refs().containsValue(version) || seen.kept().contains(version))
                .isPresent()) {
            return notTried(item, why());
        }
        return act(item);
    }

    private RemovalResult act(RemovalItem item) {
        if (!deleting) {
            beforeFirstDeletion.run();
            deleting = true;
        }
        return steps.act(item, goneTags());
    }

    private Set<RefName> goneTags() {
        return results.stream()
                .filter(result -> result.item().action() == RemovalAction.DELETE_TAG
                        && result.outcome().isGood())
                .map(result -> new RefName(result.item().key()))
                .collect(Collectors.toSet());
    }

    private Against against() {
        if (!blind.isEmpty()) {
            return Against.WAIT;
        }
        if (!seen.faults().isEmpty() || !seen.named().isEmpty()) {
            return Against.CHANGE;
        }
        return isProtected() ? Against.WAIT : Against.NOTHING;
    }

    private boolean isProtected() {
        return !seen.refs().isEmpty() || !seen.kept().isEmpty();
    }

    private String why() {
        if (!blind.isEmpty()) {
            return blind + "; go on with 'withdraw execute' when the store answers";
        }
        if (!seen.faults().isEmpty()) {
            return seen.faults().get(0);
        }
        if (!seen.named().isEmpty()) {
            return "a version that is not in the plan names a file that is to go: "
                    + ids(seen.named().values().stream().flatMap(List::stream).toList())
                    + "; run 'withdraw find' and 'withdraw plan' again";
        }
        if (!seen.kept().isEmpty()) {
            return "a hold keeps an affected version by now: " + ids(seen.kept()) + "; let it be released, then go on";
        }
        return seen.refs().isEmpty()
                ? ""
                : "a ref names an affected version by now: "
                        + seen.refs().keySet().stream()
                                .map(RefName::text)
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + "; move it to a clean version or delete it, then go on";
    }

    private static String ids(Collection<VersionId> versions) {
        return versions.stream().map(VersionId::text).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static RemovalResult notTried(RemovalItem item, String why) {
        return RemovalSteps.result(item, Outcome.NOT_TRIED, why);
    }

    private RemovalResult located(RemovalResult result) {
        return new RemovalResult(plan.location(), result.item(), result.outcome(), result.detail());
    }

    /** Puts the marks alone, of a plan whose files are going, where nothing else can be done now. */
    public static List<RemovalResult> onlyMarks(RemovalPlan plan, RemovalSteps steps, String why) {
        boolean gone = isOneGone(plan, steps);
        return plan.items().stream()
                .map(item ->
                        gone && item.action() == RemovalAction.MARK ? steps.act(item, Set.of()) : notTried(item, why))
                .map(result -> new RemovalResult(plan.location(), result.item(), result.outcome(), result.detail()))
                .toList();
    }
}
