package io.fdlkeeper.maintenance;

import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.removal.PlanDigest;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalExecution.Against;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Executes the approved plan of a case, repository by repository; after a crash or a pause it goes on with the same plan. */
public final class ExecuteWithdrawal {

    private final CaseDesk desk;
    private final CaseChanges changes;

    public ExecuteWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** Does what was approved, as far as it still may be done. */
    public CaseReport execute(String caseId, String actor, Progress progress, StopToken stop) {
        return changes.alone(caseId, "execute", before -> begin(before, actor, progress, stop));
    }

    private CaseReport begin(WithdrawalCase before, String actor, Progress progress, StopToken stop) {
        List<RemovalPlan> plans = CaseFile.plans(desk.cases().files(before.id()));
        Optional<CaseReport> refusal = changes.refusal(before, CaseAction.EXECUTE, actor)
                .or(() -> expired(before, actor))
                .or(() -> unfit(before, plans, actor));
        if (refusal.isPresent()) {
            return refusal.get().withPlans(plans);
        }
        if (before.state() != CaseState.EXECUTING) {
            changes.save(
                    before,
                    before.in(CaseState.EXECUTING),
                    CaseAction.EXECUTE,
                    actor,
                    Map.of(
                            "plan",
                            before.plan().map(WithdrawalCase.FrozenPlan::digest).orElse("")));
        }
        Sum sum = new Sum();
        for (RemovalPlan plan : plans) {
            if (!sum.goesOn()) {
                break;
            }
            sum.add(new RemovalTurn(desk, before.id(), plan).take(actor, progress, stop));
        }
        return conclude(before, plans, sum, actor);
    }

    /** A window that ran out voids what was approved, unless files are going by that very plan. */
    private Optional<CaseReport> expired(WithdrawalCase subject, String actor) {
        Instant now = desk.workplace().clock().instant();
        boolean begun =
                subject.hasDeleted() && subject.state() != CaseState.PLANNED && subject.state() != CaseState.APPROVED;
        boolean over = !begun
                && subject.plan()
                        .flatMap(WithdrawalCase.FrozenPlan::executeUntil)
                        .map(now::isAfter)
                        .orElse(false);
        if (!over) {
            return Optional.empty();
        }
        WithdrawalCase.FrozenPlan plan = subject.plan().orElseThrow();
        WithdrawalCase expired = changes.save(
                subject, subject.in(CaseState.EXPIRED), CaseAction.EXECUTE, actor, Map.of("plan", plan.digest()));
        return Optional.of(CaseReport.of(
                expired,
                CaseReport.Outcome.STALE,
                "the plan was to be executed until " + plan.executeUntil().orElseThrow()
                        + ": make it anew with 'withdraw plan'"));
    }

    private Optional<CaseReport> unfit(WithdrawalCase subject, List<RemovalPlan> plans, String actor) {
        String frozen = subject.plan().map(WithdrawalCase.FrozenPlan::digest).orElse("");
        if (!PlanDigest.of(plans).equals(frozen)) {
            return Optional.of(CaseReport.of(
                    subject,
                    CaseReport.Outcome.STALE,
                    "the plan that is kept is not the one that was frozen: make it anew with 'withdraw plan'"));
        }
        List<CaseApproval> counting = subject.approvals().stream()
                .filter(approval -> approval.digest().equals(frozen))
                .toList();
        long people = counting.stream().map(CaseApproval::by).distinct().count();
        boolean enough = counting.stream().anyMatch(one -> one.breakGlass().isPresent()) || people >= needed(subject);
        return enough
                ? Optional.empty()
                : Optional.of(changes.refuse(
                        subject,
                        CaseAction.EXECUTE,
                        actor,
                        "its plan was approved by " + people + " of " + needed(subject)
                                + " people: make it anew with 'withdraw plan', and let it be approved"));
    }

    /** What is recorded may have been raised since the case was opened. */
    private int needed(WithdrawalCase subject) {
        return subject.opening().locations().stream()
                .flatMap(location -> desk.cases().approvalsFor(location).stream())
                .reduce(subject.opening().approvals(), Math::max);
    }

    /** What the repositories' turns came to. */
    private static final class Sum {

        private final List<RemovalResult> results = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private Against against = Against.NOTHING;
        private String why = "";
        private boolean busy;
        private boolean refused;
        private boolean stopped;

        void add(RemovalTurn.Ended ended) {
            if (ended instanceof RemovalTurn.Ended.Busy other) {
                busy = true;
                why = other.message();
            } else if (ended instanceof RemovalTurn.Ended.Refused not) {
                refused = true;
                why = not.why();
                results.addAll(not.results());
            } else if (ended instanceof RemovalTurn.Ended.Done done) {
                results.addAll(done.result().results());
                notes.addAll(done.notes());
                against = done.result().against();
                why = done.result().why();
                stopped = done.result().stopped();
            }
        }

        /** What stands in the way in one repository stops the case before it begins in the next. */
        boolean goesOn() {
            return !busy && !refused && !stopped && against == Against.NOTHING;
        }
    }

    private CaseReport conclude(WithdrawalCase before, List<RemovalPlan> plans, Sum sum, String actor) {
        List<RemovalResult> all =
                merged(plans, sum.results, CaseFile.results(desk.cases().files(before.id())));
        desk.cases().files(before.id()).put(SealedNames.RESULTS, new CaseFile.Results(all));
        WithdrawalCase ended = CaseChanges.repeated(() -> settle(before, all, sum, actor));
        return CaseReport.of(ended, outcome(ended.state(), sum), message(ended, all, sum))
                .withPlans(plans)
                .withResults(all)
                .withNotes(sum.notes);
    }

    private WithdrawalCase settle(WithdrawalCase before, List<RemovalResult> all, Sum sum, String actor) {
        WithdrawalCase now = changes.require(before.id());
        CaseState next = next(before, now, all, sum);
        if (now.state() == next) {
            return now;
        }
        if (next == before.state()) {
            // Nothing was done, so what was approved stands as it did.
            desk.cases().save(now.in(next), now);
            return now.in(next);
        }
        return changes.save(now, now.in(next), CaseAction.EXECUTE, actor, counts(all));
    }

    private static CaseState next(WithdrawalCase before, WithdrawalCase now, List<RemovalResult> results, Sum sum) {
        if (now.state() != CaseState.EXECUTING) {
            return now.state();
        }
        if (sum.busy || sum.refused) {
            return now.hasDeleted() ? CaseState.PARTIAL : before.state();
        }
        if (sum.against == Against.CHANGE) {
            return CaseState.DRIFTED;
        }
        if (sum.against == Against.WAIT) {
            return now.hasDeleted() ? CaseState.PARTIAL : CaseState.BLOCKED;
        }
        if (results.stream().allMatch(result -> result.outcome().isGood() || result.outcome() == Outcome.HELD)) {
            return CaseState.VERIFYING;
        }
        if (results.stream().anyMatch(result -> result.outcome() == Outcome.DRIFTED)) {
            return CaseState.DRIFTED;
        }
        return sum.stopped ? CaseState.PAUSED : CaseState.PARTIAL;
    }

    private static CaseReport.Outcome outcome(CaseState next, Sum sum) {
        if (sum.busy) {
            return CaseReport.Outcome.BUSY;
        }
        return switch (next) {
            case VERIFYING -> CaseReport.Outcome.DONE;
            case DRIFTED -> CaseReport.Outcome.STALE;
            case BLOCKED, APPROVED, PLANNED -> CaseReport.Outcome.REFUSED;
            default -> CaseReport.Outcome.INCOMPLETE;
        };
    }

    private static String message(WithdrawalCase ended, List<RemovalResult> results, Sum sum) {
        long good = results.stream().filter(result -> result.outcome().isGood()).count();
        String done = ended.hasDeleted() ? good + " of " + results.size() + " items are done" : "nothing was deleted";
        String then = ended.state() == CaseState.VERIFYING ? "; 'withdraw verify' looks whether it is so" : "";
        return done + (sum.why.isEmpty() ? "" : ": " + sum.why) + then;
    }

    private static Map<String, String> counts(List<RemovalResult> results) {
        Map<String, String> counts = new HashMap<>();
        results.stream()
                .collect(Collectors.groupingBy(result -> result.outcome().id(), Collectors.counting()))
                .forEach((outcome, count) -> counts.put(outcome, count.toString()));
        return counts;
    }

    /**
     * What was done before stays done, though the repeated act found nothing to do; what had no turn keeps what it had. What an earlier
     * plan of the case removed is proved and certified with the rest.
     */
    private static List<RemovalResult> merged(
            List<RemovalPlan> plans, List<RemovalResult> now, List<RemovalResult> before) {
        Map<List<String>, RemovalResult> merged = new LinkedHashMap<>();
        plans.forEach(plan -> plan.items()
                .forEach(item -> put(merged, new RemovalResult(plan.location(), item, Outcome.NOT_TRIED, ""))));
        before.stream().filter(result -> isKept(merged.get(id(result)), result)).forEach(result -> put(merged, result));
        for (RemovalResult result : now) {
            RemovalResult old = merged.get(id(result));
            boolean keeps = old != null
                    && old.outcome().isGood()
                    && (result.outcome() == Outcome.ALREADY || result.outcome() == Outcome.NOT_TRIED);
            if (!keeps) {
                put(merged, result);
            }
        }
        return List.copyOf(merged.values());
    }

    private static boolean isKept(@Nullable RemovalResult planned, RemovalResult before) {
        boolean good = before.outcome().isGood();
        if (planned == null) {
            return good && before.item().action() != RemovalAction.WRITE_REFS_INDEX;
        }
        // A file that was put again is another file, and its removal another act.
        return planned.item().etag().equals(before.item().etag());
    }

    private static void put(Map<List<String>, RemovalResult> results, RemovalResult result) {
        results.put(id(result), result);
    }

    private static List<String> id(RemovalResult result) {
        return List.of(
                result.location(), result.item().action().id(), result.item().key());
    }
}
