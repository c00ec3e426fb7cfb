package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.removal.CaseJournal;
import io.fdlkeeper.withdrawal.removal.PlanDigest;
import io.fdlkeeper.withdrawal.removal.RemovalExecution;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Executes the approved plan of a case, repository by repository; after a crash or a pause it goes on with the same plan. */
public final class ExecuteWithdrawal {

    private final CaseDesk desk;
    private final CaseChanges changes;
    private final Runs runs;

    public ExecuteWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
        this.runs = new Runs(desk.workplace());
    }

    public CaseReport execute(String caseId, String actor, Progress progress, StopToken stop) {
        WithdrawalCase before = changes.require(caseId);
        List<RemovalPlan> plans = CaseFile.plans(desk.cases().files(caseId));
        Optional<CaseReport> refusal = changes.refusal(before, CaseAction.EXECUTE, actor)
                .or(() -> expired(before, actor))
                .or(() -> unfit(before, plans, actor));
        if (refusal.isPresent()) {
            return refusal.get().withPlans(plans);
        }
        WithdrawalCase executing = before.state() == CaseState.EXECUTING
                ? before
                : changes.save(before, before.in(CaseState.EXECUTING), CaseAction.EXECUTE, actor, planOf(before));
        List<RemovalResult> results = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (RemovalPlan plan : plans) {
            Turn turn = turn(executing, plan, actor, progress, stop);
            if (turn.report().outcome() == JobOutcome.BUSY) {
                putBack(before);
                return CaseReport.of(before, CaseReport.Outcome.BUSY, turn.report().message());
            }
            notes.addAll(turn.report().notes());
            if (turn.result().isEmpty() || turn.result().get().isBlocked()) {
                results.addAll(turn.results());
                return conclude(executing, plans, results, notes, blocked(turn), actor);
            }
            results.addAll(turn.results());
        }
        return conclude(executing, plans, results, notes, Optional.empty(), actor);
    }

    /** Another executor works: what it changes is its own. */
    private void putBack(WithdrawalCase before) {
        WithdrawalCase now = changes.require(before.id());
        if (before.state() != CaseState.EXECUTING && now.state() == CaseState.EXECUTING && !now.hasDeleted()) {
            desk.cases().save(before, CaseState.EXECUTING);
        }
    }

    private static Map<String, String> planOf(WithdrawalCase subject) {
        return Map.of("plan", subject.plan().map(WithdrawalCase.FrozenPlan::digest).orElse(""));
    }

    /** A window that ran out voids what was approved, unless files are going already. */
    private Optional<CaseReport> expired(WithdrawalCase subject, String actor) {
        Instant now = desk.workplace().clock().instant();
        boolean over = !subject.hasDeleted()
                && subject.plan()
                        .flatMap(WithdrawalCase.FrozenPlan::executeUntil)
                        .map(now::isAfter)
                        .orElse(false);
        if (!over) {
            return Optional.empty();
        }
        WithdrawalCase expired =
                changes.save(subject, subject.in(CaseState.EXPIRED), CaseAction.EXECUTE, actor, planOf(subject));
        return Optional.of(CaseReport.of(
                expired,
                CaseReport.Outcome.STALE,
                "the plan was to be executed until "
                        + subject.plan().orElseThrow().executeUntil().orElseThrow() + ": make it anew with 'withdraw plan'"));
    }

    private Optional<CaseReport> unfit(WithdrawalCase subject, List<RemovalPlan> plans, String actor) {
        String frozen = subject.plan().map(WithdrawalCase.FrozenPlan::digest).orElse("");
        if (!PlanDigest.of(plans).equals(frozen)) {
            return Optional.of(CaseReport.of(
                    subject,
                    CaseReport.Outcome.STALE,
                    "the plan that is kept is not the one that was frozen: make it anew with 'withdraw plan'"));
        }
        boolean counts = subject.approvals().stream().anyMatch(one -> one.breakGlass().isPresent())
                || subject.approvals().size() >= subject.opening().approvals();
        return counts
                ? Optional.empty()
                : Optional.of(changes.refuse(
                        subject, CaseAction.EXECUTE, actor, "its plan was not approved by enough people"));
    }

    /** What one repository's turn came to; no result where it was refused before. */
    private record Turn(JobReport report, Optional<RemovalExecution.Result> result) {

        List<RemovalResult> results() {
            return result.map(RemovalExecution.Result::results).orElse(List.of());
        }
    }

    private Turn turn(
            WithdrawalCase executing, RemovalPlan plan, String actor, Progress progress, StopToken stop) {
        ManagedRepository repository = desk.repositories().apply(plan.location());
        List<RemovalExecution.Result> kept = new ArrayList<>();
        JobReport report = runs.exclusively(repository, JobKind.WITHDRAWAL, actor, run -> {
            Observation observation =
                    run.stage("observe", () -> new Looking(desk.workplace(), repository).atRoots());
            if (!observation.refusals().isEmpty()) {
                return JobReport.refused(JobKind.WITHDRAWAL, repository.location(), observation.refusals());
            }
            StoreProbe.Found probe = new StoreProbe(
                            desk.workplace(), repository, run.executor(repository.store()))
                    .check(run.id());
            if (!probe.refusals().isEmpty()) {
                return JobReport.refused(JobKind.WITHDRAWAL, repository.location(), probe.refusals());
            }
            RemovalExecution.Result result = run.stage(
                    "execute",
                    () -> under(
                            repository, executing, plan, observation.view().orElseThrow(), run, progress, stop));
            kept.add(result);
            return report(repository, result).withNotes(probe.notes());
        });
        return new Turn(report, kept.stream().findFirst());
    }

    private RemovalExecution.Result under(
            ManagedRepository repository,
            WithdrawalCase executing,
            RemovalPlan plan,
            RepositoryView view,
            ActiveRun run,
            Progress progress,
            StopToken stop) {
        PlanExecutor executor = run.executor(
                repository.store(), new CaseJournal(desk.cases().files(executing.id())));
        try (ReferenceSet names = desk.workplace()
                .catalogs()
                .open(
                        repository.location(),
                        repository.store().reader(),
                        new Looking(desk.workplace(), repository).address(view.document()))) {
            CaseWatch watch = new CaseWatch(
                    new CaseWatch.Sight(
                            repository.store(),
                            new RootWatch(
                                    repository.store(),
                                    desk.workplace().state().documents(repository.location()),
                                    view),
                            names,
                            () -> Collection.holds(desk.workplace(), repository),
                            () -> stop.requested() || isPaused(executing.id()),
                            desk.workplace().clock(),
                            repository.safety().rootCheckValid()),
                    view,
                    plan,
                    unreadable(executing, plan.location()));
            return new RemovalExecution(
                            plan,
                            repository.store(),
                            executor,
                            run.id(),
                            watch,
                            () -> noWayBack(executing.id()),
                            executing.hasDeleted())
                    .execute(progress);
        }
    }

    private boolean isPaused(String id) {
        return changes.require(id).state() == CaseState.PAUSED;
    }

    private void noWayBack(String id) {
        WithdrawalCase now = changes.require(id);
        desk.cases()
                .save(now.with(now.clocks().deleting(desk.workplace().clock().instant())), now.state());
    }

    private Set<VersionId> unreadable(WithdrawalCase subject, String location) {
        return CaseFile.findings(desk.cases().files(subject.id())).stream()
                .filter(findings -> findings.location().equals(location))
                .flatMap(findings -> findings.unreadable().stream())
                .map(Findings.Unreadable::versions)
                .flatMap(List::stream)
                .collect(Collectors.toSet());
    }

    /** The report of a run is kept for long, so it holds counts and no keys. */
    private static JobReport report(ManagedRepository repository, RemovalExecution.Result result) {
        JobOutcome outcome = result.isBlocked()
                ? JobOutcome.REFUSED
                : result.stopped() ? JobOutcome.STOPPED : result.isAllGood() ? JobOutcome.SUCCEEDED : JobOutcome.PARTIAL;
        long good = result.results().stream().filter(one -> one.outcome().isGood()).count();
        return JobReport.of(
                JobKind.WITHDRAWAL,
                repository.location(),
                outcome,
                good + " of " + result.results().size() + " items of a withdrawal are done");
    }

    private static Optional<String> blocked(Turn turn) {
        return Optional.of(turn.result()
                .map(RemovalExecution.Result::blocked)
                .orElseGet(() -> turn.report().refusals().isEmpty()
                        ? turn.report().message()
                        : turn.report().refusals().get(0).detail()));
    }

    private CaseReport conclude(
            WithdrawalCase executing,
            List<RemovalPlan> plans,
            List<RemovalResult> results,
            List<String> notes,
            Optional<String> blocked,
            String actor) {
        List<RemovalResult> all = merged(results, CaseFile.results(desk.cases().files(executing.id())));
        desk.cases().files(executing.id()).put(SealedNames.RESULTS, new CaseFile.Results(all));
        WithdrawalCase now = changes.require(executing.id());
        CaseState next = next(now, all, blocked);
        WithdrawalCase ended = now.state() == CaseState.PAUSED && next == CaseState.PAUSED
                ? now
                : changes.save(now, now.in(next), CaseAction.EXECUTE, actor, counts(all));
        return CaseReport.of(ended, outcome(next), message(next, all, blocked))
                .withPlans(plans)
                .withResults(all)
                .withNotes(notes);
    }

    private static CaseState next(WithdrawalCase now, List<RemovalResult> results, Optional<String> blocked) {
        if (now.state() == CaseState.PAUSED) {
            return CaseState.PAUSED;
        }
        if (blocked.isPresent()) {
            return now.hasDeleted() ? CaseState.PARTIAL : CaseState.DRIFTED;
        }
        if (results.stream().allMatch(result -> result.outcome().isGood() || result.outcome() == Outcome.HELD)) {
            return CaseState.VERIFYING;
        }
        boolean drifted = results.stream().anyMatch(result -> result.outcome() == Outcome.DRIFTED);
        if (drifted && !now.hasDeleted()) {
            return CaseState.DRIFTED;
        }
        boolean onlyStopped = results.stream()
                .allMatch(result -> result.outcome().isGood() || result.outcome() == Outcome.NOT_TRIED);
        return onlyStopped ? CaseState.PAUSED : CaseState.PARTIAL;
    }

    private static CaseReport.Outcome outcome(CaseState next) {
        return switch (next) {
            case VERIFYING -> CaseReport.Outcome.DONE;
            case DRIFTED -> CaseReport.Outcome.STALE;
            default -> CaseReport.Outcome.INCOMPLETE;
        };
    }

    private static String message(CaseState next, List<RemovalResult> results, Optional<String> blocked) {
        long good = results.stream().filter(result -> result.outcome().isGood()).count();
        return blocked.map(why -> "nothing was deleted: " + why)
                .filter(why -> next == CaseState.DRIFTED)
                .orElseGet(() -> blocked.orElse(good + " of " + results.size() + " items are done")
                        + (next == CaseState.VERIFYING ? "; 'withdraw verify' looks whether it is so" : ""));
    }

    private static Map<String, String> counts(List<RemovalResult> results) {
        Map<String, String> counts = new HashMap<>();
        results.stream()
                .collect(Collectors.groupingBy(result -> result.outcome().id(), Collectors.counting()))
                .forEach((outcome, count) -> counts.put(outcome, count.toString()));
        return counts;
    }

    /** What was done before stays done, though the repeated act found nothing to do. */
    private static List<RemovalResult> merged(List<RemovalResult> now, List<RemovalResult> before) {
        if (now.isEmpty()) {
            return before;
        }
        Map<List<String>, RemovalResult> earlier = new HashMap<>();
        before.forEach(result -> earlier.put(id(result), result));
        return now.stream()
                .map(result -> {
                    RemovalResult old = earlier.get(id(result));
                    boolean keeps = old != null
                            && old.outcome().isGood()
                            && (result.outcome() == Outcome.ALREADY || result.outcome() == Outcome.NOT_TRIED);
                    return keeps ? old : result;
                })
                .toList();
    }

    private static List<String> id(RemovalResult result) {
        return List.of(result.location(), result.item().action().id(), result.item().key());
    }
}
