package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.run.JobKind;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Settles which plan a run executes: today's, or the saved one a person named, and whether that person is needed. */
sealed interface Approved {

    /** This plan, and of it the items that are still planned today. */
    record ToExecute(Plan plan, Predicate<PlanItem> allowed) implements Approved {}

    /** None, for the reason in the report. */
    record Not(JobReport report) implements Approved {}

    static Approved settle(
            PlanStore plans, ManagedRepository repository, JobKind job, Plan fresh, Optional<String> named) {
        String location = repository.location();
        if (named.isEmpty()) {
            if (fresh.header().needsApproval().isEmpty()) {
                return new ToExecute(fresh, item -> true);
            }
            String why =
                    fresh.header().needsApproval().stream().map(Approval::id).collect(Collectors.joining(", "));
            return new Not(JobReport.of(
                            job,
                            location,
                            JobOutcome.NEEDS_APPROVAL,
                            "the plan needs a person's approval (" + why + "): look at it, then run it with --plan "
                                    + fresh.header().digest())
                    .withPlan(fresh));
        }
        Optional<Plan> saved = plans.find(named.get());
        if (saved.isEmpty()) {
            return new Not(stale(job, location, "no saved plan has the digest " + named.get() + ": plan anew", fresh));
        }
        SavedPlan comparison = new SavedPlan(saved.get(), fresh);
        return comparison
                .staleness(repository.limits().planValidity())
                .<Approved>map(reason -> new Not(stale(job, location, reason, fresh)))
                .orElseGet(() -> new ToExecute(saved.get(), comparison.stillPlanned()));
    }

    private static JobReport stale(JobKind job, String location, String reason, Plan fresh) {
        return JobReport.of(job, location, JobOutcome.STALE, reason).withPlan(fresh);
    }
}
