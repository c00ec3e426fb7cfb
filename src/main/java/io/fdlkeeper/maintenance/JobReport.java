package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.retention.RetentionDecision;
import io.fdlkeeper.run.JobKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of an order.
 *
 * @param run      the run's id; empty for a plan, or where no run began
 * @param refusals the guards that refused, each with subject and sentence
 * @param plan     the plan made or executed
 * @param decision for retention, what is kept and why
 * @param outcomes what became of the items, for a run
 * @param space    what its deletions freed, and what they only hid
 * @param notes    sentences for a person
 * @param message  one sentence on how it ended
 */
public record JobReport(
        JobKind job,
        String location,
        JobOutcome outcome,
        Optional<String> run,
        List<Refusal> refusals,
        Optional<Plan> plan,
        Optional<RetentionDecision> decision,
        Map<ItemOutcome, Totals> outcomes,
        Space space,
        List<String> notes,
        String message) {

    public JobReport {
        refusals = List.copyOf(refusals);
        outcomes = Map.copyOf(outcomes);
        notes = List.copyOf(notes);
    }

    static JobReport of(JobKind job, String location, JobOutcome outcome, String message) {
        return new JobReport(
                job,
                location,
                outcome,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Space.NONE,
                List.of(),
                message);
    }

    static JobReport refused(JobKind job, String location, List<Refusal> refusals) {
        String first = refusals.isEmpty() ? "refused" : refusals.get(0).detail();
        return of(job, location, JobOutcome.REFUSED, first).withRefusals(refusals);
    }

    JobReport withRefusals(List<Refusal> more) {
        return new JobReport(job, location, outcome, run, more, plan, decision, outcomes, space, notes, message);
    }

    JobReport withRun(String id) {
        return new JobReport(
                job, location, outcome, Optional.of(id), refusals, plan, decision, outcomes, space, notes, message);
    }

    JobReport withPlan(Plan made) {
        return new JobReport(
                job, location, outcome, run, refusals, Optional.of(made), decision, outcomes, space, notes, message);
    }

    JobReport withDecision(RetentionDecision made) {
        return new JobReport(
                job, location, outcome, run, refusals, plan, Optional.of(made), outcomes, space, notes, message);
    }

    JobReport withOutcomes(Map<ItemOutcome, Totals> counted) {
        return new JobReport(job, location, outcome, run, refusals, plan, decision, counted, space, notes, message);
    }

    JobReport withNotes(List<String> sentences) {
        return new JobReport(
                job, location, outcome, run, refusals, plan, decision, outcomes, space, sentences, message);
    }

    JobReport withSpace(Space told) {
        return new JobReport(job, location, outcome, run, refusals, plan, decision, outcomes, told, notes, message);
    }
}
