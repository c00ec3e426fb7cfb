package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcExecution;
import io.fdlkeeper.gc.GcPlanner;
import io.fdlkeeper.gc.GcPlanning;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.run.JobKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the garbage of one repository: what no live version names goes, once both clocks have run out. */
public final class CollectGarbage {

    private final Workplace workplace;
    private final Runs runs;

    public CollectGarbage(Workplace workplace) {
        this.workplace = workplace;
        this.runs = new Runs(workplace);
    }

    /** Makes a plan and deletes nothing. */
    public JobReport plan(ManagedRepository repository, Order order) {
        return runs.underLease(repository, JobKind.GC, lease -> {
            Optional<JobReport> open = OpenWithdrawals.refused(workplace.state(), repository, JobKind.GC);
            if (open.isPresent()) {
                return open.get();
            }
            Looking.Result result = new Looking(workplace, repository).atEverything(order.progress());
            if (result instanceof Looking.Result.Refused refused) {
                return JobReport.refused(JobKind.GC, repository.location(), refused.refusals());
            }
            try (Look look = ((Looking.Result.Seen) result).look()) {
                return report(
                        repository,
                        look,
                        planned(repository, look, order, new Collection(workplace, repository, look)));
            }
        });
    }

    /** Plans and executes, or executes the saved plan that the order names. */
    public JobReport run(ManagedRepository repository, Order order) {
        return runs.exclusively(repository, JobKind.GC, order.actor(), run -> {
            Optional<JobReport> open = OpenWithdrawals.refused(workplace.state(), repository, JobKind.GC);
            if (open.isPresent()) {
                return open.get();
            }
            Looking.Result result =
                    run.stage("observe", () -> new Looking(workplace, repository).atEverything(order.progress()));
            if (result instanceof Looking.Result.Refused refused) {
                return JobReport.refused(JobKind.GC, repository.location(), refused.refusals());
            }
            try (Look look = ((Looking.Result.Seen) result).look()) {
                return planAndExecute(repository, order, run, look);
            }
        });
    }

    private JobReport planAndExecute(ManagedRepository repository, Order order, ActiveRun run, Look look) {
        Collection collection = new Collection(workplace, repository, look);
        GcPlanning planning = run.stage("plan", () -> planned(repository, look, order, collection));
        JobReport preview = report(repository, look, planning);
        if (!(planning instanceof GcPlanning.Planned planned)) {
            return preview;
        }
        Approved approved =
                Approved.settle(workplace.state().plans(), repository, JobKind.GC, planned.plan(), order.planDigest());
        if (!(approved instanceof Approved.ToExecute execute)) {
            return ((Approved.Not) approved).report().withNotes(preview.notes());
        }
        if (execute.plan().header().items().objects() == 0) {
            return done(repository, execute.plan(), "there was nothing to collect")
                    .withNotes(preview.notes());
        }
        PlanExecutor executor = run.executor(repository.store());
        StoreProbe.Found probe = new StoreProbe(workplace, repository, executor).check(run.id());
        if (!probe.refusals().isEmpty()) {
            return JobReport.refused(JobKind.GC, repository.location(), probe.refusals())
                    .withPlan(execute.plan());
        }
        GcExecution execution = new GcExecution(
                executor,
                collection.roots(),
                repository.store(),
                run.id(),
                repository.safety().rootCheckValid(),
                repository.limits().batch());
        GcExecution.Result result = run.stage(
                "execute", () -> execution.execute(execute.plan(), execute.allowed(), order.stop(), order.progress()));
        List<String> stillThere = run.stage(
                "verify",
                () -> new DeletionCheck(repository.store(), workplace.state().journals()).stillThere(run.id()));
        List<String> notes = new ArrayList<>(preview.notes());
        notes.addAll(probe.notes());
        notes.addAll(executor.remarks());
        return close(repository, execute.plan(), result, stillThere, notes);
    }

    private JobReport close(
            ManagedRepository repository,
            Plan plan,
            GcExecution.Result result,
            List<String> stillThere,
            List<String> planNotes) {
        List<String> notes = new ArrayList<>(planNotes);
        result.incidents()
                .forEach(key ->
                        notes.add("incident: " + key + " was deleted, and a version that appeared meanwhile names it"
                                + (result.undone().contains(key) ? "; it was taken back and is there again" : "")));
        stillThere.forEach(key -> notes.add("the store said that " + key + " was deleted, and still shows it"));
        JobOutcome outcome = outcome(result, stillThere);
        return JobReport.of(JobKind.GC, repository.location(), outcome, GcNotes.message(result))
                .withPlan(plan)
                .withOutcomes(result.outcomes())
                .withSpace(new Space(result.freed().bytes(), result.hidden().bytes()))
                .withRefusals(result.refusals())
                .withNotes(notes);
    }

    private static JobOutcome outcome(GcExecution.Result result, List<String> stillThere) {
        boolean allGood = result.outcomes().keySet().stream().allMatch(ItemOutcome::isGood);
        if (!result.refusals().isEmpty()) {
            return result.outcomes().containsKey(ItemOutcome.DELETED) ? JobOutcome.PARTIAL : JobOutcome.REFUSED;
        }
        if (result.stopped()) {
            return JobOutcome.STOPPED;
        }
        return allGood && stillThere.isEmpty() && result.incidents().isEmpty()
                ? JobOutcome.SUCCEEDED
                : JobOutcome.PARTIAL;
    }

    private static JobReport done(ManagedRepository repository, Plan plan, String message) {
        return JobReport.of(JobKind.GC, repository.location(), JobOutcome.SUCCEEDED, message)
                .withPlan(plan);
    }

    private GcPlanning planned(ManagedRepository repository, Look look, Order order, Collection collection) {
        List<Refusal> neighbours = new NeighbourNames(workplace).addTo(collection.roots(), repository);
        if (!neighbours.isEmpty()) {
            return new GcPlanning.Refused(neighbours);
        }
        return new GcPlanner(
                        workplace.state().plans(),
                        workplace.state().ledger(),
                        workplace.state().uploads(),
                        workplace.state().deletions())
                .plan(
                        collection.facts(order.trustAge()),
                        repository.store().reader(),
                        look.references(),
                        collection.roots(),
                        order.progress());
    }

    /** A plan means a good observation: its roots are what the next one is held against. */
    private JobReport report(ManagedRepository repository, Look look, GcPlanning planning) {
        if (planning instanceof GcPlanning.Refused refused) {
            return JobReport.refused(JobKind.GC, repository.location(), refused.refusals());
        }
        GcPlanning.Planned planned = (GcPlanning.Planned) planning;
        workplace.state().rootSets().save(repository.location(), look.view().roots());
        return JobReport.of(
                        JobKind.GC,
                        repository.location(),
                        JobOutcome.PLANNED,
                        planned.plan().header().items().objects() + " objects may go")
                .withPlan(planned.plan())
                .withNotes(GcNotes.of(look.view(), planned));
    }
}
