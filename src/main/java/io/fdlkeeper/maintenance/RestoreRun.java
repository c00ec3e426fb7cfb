package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.Versioning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes back what a run deleted, while the store keeps the old versions: their delete markers go, and the marks of the versions it took
 * out of retention after them.
 */
public final class RestoreRun {

    private static final int SPARED_SHOWN = 3;

    private final Workplace workplace;
    private final Runs runs;

    public RestoreRun(Workplace workplace) {
        this.workplace = workplace;
        this.runs = new Runs(workplace);
    }

    /** Makes a plan and changes nothing. */
    public JobReport plan(ManagedRepository repository, String restored, Order order) {
        return runs.underLease(repository, JobKind.RESTORE, lease -> {
            order.progress().stage("look for old versions", -1);
            return preview(repository, restored, new Looking(workplace, repository).atRoots());
        });
    }

    /** Plans and executes, or executes the saved plan that the order names. */
    public JobReport run(ManagedRepository repository, String restored, Order order) {
        return runs.exclusively(repository, JobKind.RESTORE, order.actor(), run -> {
            Observation observation = run.stage("observe", () -> new Looking(workplace, repository).atRoots());
            JobReport preview = run.stage("plan", () -> preview(repository, restored, observation));
            if (preview.outcome() != JobOutcome.PLANNED) {
                return preview;
            }
            Approved approved = Approved.settle(
                    workplace.state().plans(),
                    repository,
                    JobKind.RESTORE,
                    preview.plan().orElseThrow(),
                    order.planDigest());
            return approved instanceof Approved.Not not
                    ? not.report().withNotes(preview.notes())
                    : execute(repository, order, run, observation, preview, (Approved.ToExecute) approved);
        });
    }

    private JobReport preview(ManagedRepository repository, String restored, Observation observation) {
        Optional<Refusal> refusal = refusal(repository, restored);
        if (refusal.isPresent()) {
            return JobReport.refused(JobKind.RESTORE, repository.location(), List.of(refusal.get()));
        }
        if (observation.view().isEmpty()) {
            return JobReport.refused(JobKind.RESTORE, repository.location(), observation.refusals());
        }
        RepositoryView view = observation.view().get();
        try {
            Plan plan = new RestorePlanner(
                            workplace,
                            repository,
                            view,
                            RunDeletions.of(workplace.state().journals(), restored))
                    .plan(restored);
            List<String> notes = new ArrayList<>(view.notes());
            // What is broken may be what this mends, so it does not stand in the way.
            observation
                    .refusals()
                    .forEach(found -> notes.add("as it is now, other jobs are refused ("
                            + found.guard().id() + "): " + found.detail()));
            notes.addAll(sparedNotes(plan));
            Totals objects = plan.header().totals().getOrDefault("restorable", Totals.NONE);
            return JobReport.of(
                            JobKind.RESTORE,
                            repository.location(),
                            JobOutcome.PLANNED,
                            objects.objects() + " objects of " + objects.bytes() + " bytes can come back, and "
                                    + versions(plan) + " versions live again")
                    .withPlan(plan)
                    .withNotes(notes);
        } catch (ListingIncompleteException e) {
            return JobReport.refused(
                    JobKind.RESTORE,
                    repository.location(),
                    List.of(new Refusal(Guard.LISTING_INCOMPLETE, e.prefix(), e.sentence())));
        }
    }

    private Optional<Refusal> refusal(ManagedRepository repository, String restored) {
        Optional<Refusal> open = OpenWithdrawals.refusal(workplace.state(), repository);
        if (open.isPresent()) {
            return open;
        }
        Optional<RunRecord> run = workplace.state().runs().find(restored);
        if (run.isEmpty() || !run.get().repository().equals(repository.location())) {
            return Optional.of(new Refusal(
                    Guard.RUN_UNKNOWN,
                    restored,
                    "there is no run '" + restored + "' of " + repository.location()
                            + " in this state; see 'run list'"));
        }
        if (run.get().endedAt().isEmpty()) {
            return Optional.of(new Refusal(
                    Guard.RUN_UNKNOWN,
                    restored,
                    "the run '" + restored + "' has not ended, or its process died: run any job, which writes down"
                            + " what became of it, then restore it"));
        }
        return repository.store().hidden().versions().versioning() == Versioning.NONE
                ? Optional.of(new Refusal(
                        Guard.NO_OLD_VERSIONS,
                        "",
                        "the store at " + repository.location()
                                + " keeps no old versions, so what was deleted there is gone: put it back from a copy"))
                : Optional.empty();
    }

    private static long versions(Plan plan) {
        return plan.header().totals().getOrDefault("versions", Totals.NONE).objects();
    }

    private static List<String> sparedNotes(Plan plan) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        plan.forEachSpared(spared -> byReason.computeIfAbsent(
                        spared.reason() + ": " + spared.detail(), reason -> new ArrayList<>())
                .add(spared.subject()));
        List<String> notes = new ArrayList<>();
        byReason.forEach((why, subjects) -> notes.add(subjects.size() + " not restored, " + why + " ("
                + String.join(", ", subjects.subList(0, Math.min(SPARED_SHOWN, subjects.size())))
                + (subjects.size() > SPARED_SHOWN ? ", …" : "") + ")"));
        return notes;
    }

    private JobReport execute(
            ManagedRepository repository,
            Order order,
            ActiveRun run,
            Observation observation,
            JobReport preview,
            Approved.ToExecute approved) {
        Plan plan = approved.plan();
        PlanExecutor executor = run.executor(repository.store());
        StoreProbe.Found probe = new StoreProbe(workplace, repository, executor).check(run.id());
        if (!probe.refusals().isEmpty()) {
            return JobReport.refused(JobKind.RESTORE, repository.location(), probe.refusals())
                    .withPlan(plan);
        }
        RepositoryView view = observation.view().orElseThrow();
        // Before anything is back: what is there again must not meet a memory of having waited already.
        run.stage("begin waiting anew", () -> {
            forget(repository, plan);
            return plan;
        });
        RestoreExecution.Result result = run.stage(
                "execute",
                () -> new RestoreExecution(workplace, repository, view, executor, run.id())
                        .execute(plan, approved.allowed(), order.stop(), order.progress()));
        Totals back = result.outcomes().getOrDefault(ItemOutcome.RESTORED, Totals.NONE);
        List<String> notes = new ArrayList<>(preview.notes());
        notes.addAll(probe.notes());
        notes.addAll(executor.remarks());
        if (back.objects() > 0) {
            notes.add(
                    "what no live version names goes again after the full grace, and a version that the policy does not"
                            + " keep goes at the next retention: put a hold or a ref on what is to stay");
        }
        return JobReport.of(
                        JobKind.RESTORE,
                        repository.location(),
                        outcome(plan, result),
                        back.objects() - result.versions() + " objects of " + back.bytes() + " bytes are back, and "
                                + result.versions() + " versions live again")
                .withPlan(plan)
                .withOutcomes(result.outcomes())
                .withNotes(notes);
    }

    private void forget(ManagedRepository repository, Plan plan) {
        TextIndex keys = new TextIndex();
        plan.forEachItem(item -> {
            if (item.action() == PlanAction.REMOVE_DELETE_MARKER) {
                keys.put(item.subject(), 1);
            }
        });
        new SecondClock(workplace.state().ledger()).beginAnew(repository.location(), keys);
    }

    /** What the plan could not take back counts too: a run that left some of it is not all done. */
    private static JobOutcome outcome(Plan plan, RestoreExecution.Result result) {
        if (result.stopped()) {
            return JobOutcome.STOPPED;
        }
        boolean allPlanned = plan.header()
                        .totals()
                        .getOrDefault("notRestorable", Totals.NONE)
                        .objects()
                == 0;
        boolean allBack = result.outcomes().keySet().stream()
                .allMatch(outcome -> outcome == ItemOutcome.RESTORED || outcome == ItemOutcome.ALREADY_ABSENT);
        return allPlanned && allBack ? JobOutcome.SUCCEEDED : JobOutcome.PARTIAL;
    }
}
