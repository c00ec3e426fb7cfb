package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.removal.CaseJournal;
import io.fdlkeeper.withdrawal.removal.RemovalExecution;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import io.fdlkeeper.withdrawal.removal.RemovalSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** One repository's part in the execution of a case: a run of its own under the repository's lease. */
final class RemovalTurn {

    private final CaseDesk desk;
    private final String caseId;
    private final RemovalPlan plan;
    private final ManagedRepository repository;

    RemovalTurn(CaseDesk desk, String caseId, RemovalPlan plan) {
        this.desk = desk;
        this.caseId = caseId;
        this.plan = plan;
        this.repository = desk.repositories().apply(plan.location());
    }

    /** How it ended. */
    sealed interface Ended {

        /** Another run holds the lease. */
        record Busy(String message) implements Ended {}

        /** The repository or its store cannot be worked with now; marks are placed where a file was gone already. */
        record Refused(List<RemovalResult> results, String why) implements Ended {}

        record Done(RemovalExecution.Result result, List<String> notes) implements Ended {}
    }

    Ended take(String actor, Progress progress, StopToken stop) {
        List<Ended> ended = new ArrayList<>();
        JobReport report = new Runs(desk.workplace())
                .exclusively(repository, JobKind.WITHDRAWAL, actor, run -> guarded(run, progress, stop, ended));
        return ended.isEmpty() ? new Ended.Busy(report.message()) : ended.get(0);
    }

    /** What a store says of a failure may name a key, so the run's own record does not repeat it. */
    private JobReport guarded(ActiveRun run, Progress progress, StopToken stop, List<Ended> ended) {
        try {
            return withRun(run, progress, stop, ended);
        } catch (StoreException e) {
            ended.add(new Ended.Refused(marksAtLeast(run, e.sentence()), e.sentence()));
            return JobReport.of(
                    JobKind.WITHDRAWAL,
                    repository.location(),
                    JobOutcome.FAILED,
                    "the store did not answer as it must, so nothing more was done: run 'withdraw execute' again");
        }
    }

    private JobReport withRun(ActiveRun run, Progress progress, StopToken stop, List<Ended> ended) {
        Observation observation = run.stage("observe", () -> new Looking(desk.workplace(), repository).atRoots());
        if (!observation.refusals().isEmpty()) {
            return refused(run, observation.refusals(), ended);
        }
        // The probe shows nothing of the case, and what it leaves is the ordinary jobs' to remember.
        StoreProbe.Found probe =
                new StoreProbe(desk.workplace(), repository, run.executor(repository.store())).check(run.id());
        if (!probe.refusals().isEmpty()) {
            return refused(run, probe.refusals(), ended);
        }
        RepositoryView view = observation.view().orElseThrow();
        RemovalSteps steps = steps(run, new CaseJournal(files(), plan.location()));
        RemovalExecution.Result result = run.stage("execute", () -> execute(steps, view, progress, stop));
        List<String> notes = new ArrayList<>(probe.notes());
        notes.addAll(steps.remarks());
        ended.add(new Ended.Done(result, notes));
        return report(result).withNotes(notes);
    }

    private JobReport refused(ActiveRun run, List<Refusal> refusals, List<Ended> ended) {
        String why = refusals.get(0).detail();
        ended.add(new Ended.Refused(marksAtLeast(run, why), why));
        return JobReport.refused(JobKind.WITHDRAWAL, repository.location(), refusals);
    }

    /** Readers that meet missing files get their explanation even when nothing else can be done. */
    private List<RemovalResult> marksAtLeast(ActiveRun run, String why) {
        return subject().hasDeleted()
                ? RemovalExecution.onlyMarks(plan, steps(run, new CaseJournal(files(), plan.location())), why)
                : List.of();
    }

    private RemovalExecution.Result execute(
            RemovalSteps steps, RepositoryView view, Progress progress, StopToken stop) {
        try (ReferenceSet names = desk.workplace()
                .catalogs()
                .open(
                        repository.location(),
                        repository.store().reader(),
                        new Looking(desk.workplace(), repository).address(view.document()))) {
            CaseWatch.Sight sight = new CaseWatch.Sight(
                    repository.store(),
                    new RootWatch(repository.store(), desk.workplace().state().documents(repository.location()), view),
                    names,
                    () -> Collection.holds(desk.workplace(), repository),
                    () -> stop.requested() || subject().state() == CaseState.PAUSED,
                    desk.workplace().clock(),
                    repository.safety().rootCheckValid());
            return new RemovalExecution(
                            plan,
                            steps,
                            new CaseWatch(sight, view, plan, searched()),
                            () -> CaseChanges.repeated(this::noWayBack),
                            subject().hasDeleted())
                    .execute(progress);
        }
    }

    private RemovalSteps steps(ActiveRun run, CaseJournal journal) {
        PlanExecutor executor = run.executor(repository.store(), journal);
        return new RemovalSteps(repository.store(), executor, run.id(), journal);
    }

    private SealedFiles files() {
        return desk.cases().files(caseId);
    }

    private WithdrawalCase subject() {
        return desk.cases().find(caseId).orElseThrow();
    }

    /** Written before the first deletion is asked for. */
    private WithdrawalCase noWayBack() {
        WithdrawalCase now = subject();
        if (now.state() != CaseState.EXECUTING && now.state() != CaseState.PAUSED) {
            throw new CaseChangedException(caseId, CaseState.EXECUTING, now.state());
        }
        WithdrawalCase deleting =
                now.with(now.clocks().deleting(desk.workplace().clock().instant()));
        desk.cases().save(deleting, now);
        return deleting;
    }

    private Set<VersionId> searched() {
        return CaseFile.findings(files()).stream()
                .filter(findings -> findings.location().equals(plan.location()))
                .flatMap(findings -> findings.seen().stream())
                .collect(Collectors.toSet());
    }

    /** The report of a run is kept for long, so it holds counts and no keys. */
    private JobReport report(RemovalExecution.Result result) {
        JobOutcome outcome = !result.begun() && result.against() != RemovalExecution.Against.NOTHING
                ? JobOutcome.REFUSED
                : result.stopped()
                        ? JobOutcome.STOPPED
                        : result.isAllGood() ? JobOutcome.SUCCEEDED : JobOutcome.PARTIAL;
        long good =
                result.results().stream().filter(one -> one.outcome().isGood()).count();
        return JobReport.of(
                JobKind.WITHDRAWAL,
                repository.location(),
                outcome,
                good + " of " + result.results().size() + " items of a withdrawal are done");
    }
}
