package io.fdlkeeper.maintenance;

import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What became of an order about a case. Findings, plans and results may show the value in keys; they are for the one who asked.
 *
 * @param subject  the case as it is now
 * @param message  one sentence for people, without the value
 * @param findings one for each repository, where they are known
 * @param plans    one for each repository, where they are known
 * @param results  what became of the plan's items so far
 */
public record CaseReport(
        WithdrawalCase subject,
        Outcome outcome,
        String message,
        List<Findings> findings,
        List<RemovalPlan> plans,
        List<RemovalResult> results,
        List<String> notes) {

    public CaseReport {
        findings = List.copyOf(findings);
        plans = List.copyOf(plans);
        results = List.copyOf(results);
        notes = List.copyOf(notes);
    }

    /** How an order about a case ended. */
    public enum Outcome {
        DONE,
        /** A find read not everything, an execution did not do everything, or something is left. */
        INCOMPLETE,
        /** Blockers, a missing approval, or a state in which this is not done. */
        REFUSED,
        /** The digest named is not the plan's, a window ran out, or what is there is no longer what was planned. */
        STALE,
        /** Another run holds the lease, or somebody else changed the case meanwhile. */
        BUSY,
        FAILED;

        /** Returns the name scripts see. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static CaseReport of(WithdrawalCase subject, Outcome outcome, String message) {
        return new CaseReport(subject, outcome, message, List.of(), List.of(), List.of(), List.of());
    }

    public CaseReport withFindings(List<Findings> found) {
        return new CaseReport(subject, outcome, message, found, plans, results, notes);
    }

    public CaseReport withPlans(List<RemovalPlan> planned) {
        return new CaseReport(subject, outcome, message, findings, planned, results, notes);
    }

    public CaseReport withResults(List<RemovalResult> done) {
        return new CaseReport(subject, outcome, message, findings, plans, done, notes);
    }

    public CaseReport withNotes(List<String> told) {
        return new CaseReport(subject, outcome, message, findings, plans, results, told);
    }

    /** Returns how many of the residue somebody must still act on. */
    public long openResidue() {
        return subject.residue().stream().filter(item -> item.isOpen()).count();
    }

    Optional<RemovalPlan> planFor(String location) {
        return plans.stream().filter(plan -> plan.location().equals(location)).findFirst();
    }
}
