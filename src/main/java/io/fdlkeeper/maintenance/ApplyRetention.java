package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.retention.RetentionExecution;
import io.fdlkeeper.retention.RetentionPlanner;
import io.fdlkeeper.retention.RetentionPlanning;
import io.fdlkeeper.retention.VersionExpiry;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.Versioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Applies the retention policy to one repository: versions that nothing keeps are marked, and their catalogs go. */
public final class ApplyRetention {

    private final Workplace workplace;
    private final Runs runs;

    public ApplyRetention(Workplace workplace) {
        this.workplace = workplace;
        this.runs = new Runs(workplace);
    }

    /** Makes a plan and changes nothing. */
    public JobReport plan(ManagedRepository repository, Order order) {
        return runs.underLease(repository, JobKind.RETENTION, lease -> {
            Optional<JobReport> open = OpenWithdrawals.refused(workplace.state(), repository, JobKind.RETENTION);
            if (open.isPresent()) {
                return open.get();
            }
            order.progress().stage("read versions", -1);
            return preview(repository, new Looking(workplace, repository).atRoots());
        });
    }

    /** Plans and executes, or executes the saved plan that the order names. */
    public JobReport run(ManagedRepository repository, Order order) {
        return runs.exclusively(repository, JobKind.RETENTION, order.actor(), run -> {
            Optional<JobReport> open = OpenWithdrawals.refused(workplace.state(), repository, JobKind.RETENTION);
            if (open.isPresent()) {
                return open.get();
            }
            Observation observation = run.stage("observe", () -> new Looking(workplace, repository).atRoots());
            JobReport preview = run.stage("plan", () -> preview(repository, observation));
            if (preview.outcome() != JobOutcome.PLANNED) {
                return preview;
            }
            Approved approved = Approved.settle(
                    workplace.state().plans(),
                    repository,
                    JobKind.RETENTION,
                    preview.plan().orElseThrow(),
                    order.planDigest());
            if (approved instanceof Approved.Not not) {
                return not.report()
                        .withDecision(preview.decision().orElseThrow())
                        .withNotes(preview.notes());
            }
            return execute(
                    repository, order, run, observation.view().orElseThrow(), preview, (Approved.ToExecute) approved);
        });
    }

    private JobReport execute(
            ManagedRepository repository,
            Order order,
            ActiveRun run,
            RepositoryView view,
            JobReport preview,
            Approved.ToExecute approved) {
        PlanExecutor executor = run.executor(repository.store());
        List<String> notes = new ArrayList<>(preview.notes());
        if (approved.plan().header().items().objects() > 0) {
            StoreProbe.Found probe = new StoreProbe(workplace, repository, executor).check(run.id());
            if (!probe.refusals().isEmpty()) {
                return JobReport.refused(JobKind.RETENTION, repository.location(), probe.refusals())
                        .withPlan(approved.plan());
            }
            notes.addAll(probe.notes());
        }
        try (ReferenceSet names = workplace
                .catalogs()
                .open(
                        repository.location(),
                        repository.store().reader(),
                        new Looking(workplace, repository).address(view.document()))) {
            VersionExpiry expiry = new VersionExpiry(
                    repository.store(),
                    executor,
                    version -> recordNames(names, version),
                    run.id(),
                    repository.policy().markLinger());
            RootWatch watch =
                    new RootWatch(repository.store(), workplace.state().documents(repository.location()), view);
            RetentionExecution execution = new RetentionExecution(
                    executor, expiry, watch, () -> Collection.holds(workplace, repository), view);
            RetentionExecution.Result result = run.stage(
                    "execute",
                    () -> execution.execute(approved.plan(), approved.allowed(), order.stop(), order.progress()));
            List<String> stillThere = run.stage(
                    "verify",
                    () -> new DeletionCheck(
                                    repository.store(), workplace.state().journals())
                            .stillThere(run.id()));
            notes.addAll(executor.remarks());
            return close(repository, preview.withNotes(notes), approved, result, stillThere);
        }
    }

    /** Names that cannot be read are not recorded; a fault inside a catalog stops collection, not retention. */
    private static void recordNames(ReferenceSet names, Version version) {
        version.catalogs()
                .forEach(catalog -> names.add(
                        new CatalogSource(version.id(), catalog, OptionalLong.empty(), Optional.empty()),
                        NameRole.FORMER));
    }

    private static JobReport close(
            ManagedRepository repository,
            JobReport preview,
            Approved.ToExecute approved,
            RetentionExecution.Result result,
            List<String> stillThere) {
        List<String> notes = new ArrayList<>(preview.notes());
        stillThere.forEach(key -> notes.add("the store said that " + key + " was deleted, and still shows it"));
        Totals deleted = result.outcomes().getOrDefault(ItemOutcome.DELETED, Totals.NONE);
        boolean freed = repository.store().hidden().versions().versioning() == Versioning.NONE;
        return JobReport.of(
                        JobKind.RETENTION,
                        repository.location(),
                        outcome(result, stillThere),
                        deleted.objects() + " versions taken out of retention")
                .withPlan(approved.plan())
                .withDecision(preview.decision().orElseThrow())
                .withOutcomes(result.outcomes())
                .withSpace(freed ? new Space(deleted.bytes(), 0) : new Space(0, deleted.bytes()))
                .withRefusals(result.refusals())
                .withNotes(notes);
    }

    private static JobOutcome outcome(RetentionExecution.Result result, List<String> stillThere) {
        if (!result.refusals().isEmpty()) {
            return result.outcomes().containsKey(ItemOutcome.DELETED) ? JobOutcome.PARTIAL : JobOutcome.REFUSED;
        }
        if (result.stopped()) {
            return JobOutcome.STOPPED;
        }
        boolean allGood = result.outcomes().keySet().stream().allMatch(ItemOutcome::isGood);
        return allGood && stillThere.isEmpty() ? JobOutcome.SUCCEEDED : JobOutcome.PARTIAL;
    }

    private JobReport preview(ManagedRepository repository, Observation observation) {
        if (!observation.refusals().isEmpty()) {
            return JobReport.refused(JobKind.RETENTION, repository.location(), observation.refusals());
        }
        RepositoryView view = observation.view().orElseThrow();
        RetentionPlanning planning = new RetentionPlanner(
                        workplace.state().plans(),
                        workplace.state().sightings(),
                        run -> workplace.state().runs().find(run).isPresent())
                .plan(view, repository.policy(), Collection.holds(workplace, repository));
        if (planning instanceof RetentionPlanning.Refused refused) {
            return JobReport.refused(JobKind.RETENTION, repository.location(), refused.refusals());
        }
        workplace.state().rootSets().save(repository.location(), view.roots());
        RetentionPlanning.Planned planned = (RetentionPlanning.Planned) planning;
        List<String> notes = new ArrayList<>(view.notes());
        notes.addAll(planned.decision().notes());
        return JobReport.of(
                        JobKind.RETENTION,
                        repository.location(),
                        JobOutcome.PLANNED,
                        planned.plan().header().items().objects() + " versions may go")
                .withPlan(planned.plan())
                .withDecision(planned.decision())
                .withNotes(notes);
    }
}
