package io.fdlkeeper.withdrawal;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A case, as far as it may be kept in clear: it shows neither the value nor a key that may hold it.
 *
 * @param id         its id, {@code w-} and what sorts by time
 * @param opening    what it was opened with
 * @param clocks     its times
 * @param plan       the frozen plan; empty until there is one
 * @param approvals  of the frozen plan
 * @param residue    what is left
 * @param certificateDigest digest of its newest certificate, lower-case hex
 */
public record WithdrawalCase(
        String id,
        CaseState state,
        CaseOpening opening,
        CaseClocks clocks,
        Optional<FrozenPlan> plan,
        List<CaseApproval> approvals,
        List<ResidueItem> residue,
        Optional<String> certificateDigest) {

    public WithdrawalCase {
        approvals = List.copyOf(approvals);
        residue = List.copyOf(residue);
    }

    /**
     * The plan people approve.
     *
     * @param digest       SHA-256 over all its items, lower-case hex
     * @param frozenAt     by our clock
     * @param approveUntil until when approvals count
     * @param executeUntil until when it may be executed once approved; empty before
     */
    public record FrozenPlan(String digest, Instant frozenAt, Instant approveUntil, Optional<Instant> executeUntil) {}

    public WithdrawalCase in(CaseState next) {
        return new WithdrawalCase(id, next, opening, clocks, plan, approvals, residue, certificateDigest);
    }

    public WithdrawalCase with(CaseOpening newOpening) {
        return new WithdrawalCase(id, state, newOpening, clocks, plan, approvals, residue, certificateDigest);
    }

    public WithdrawalCase with(CaseClocks newClocks) {
        return new WithdrawalCase(id, state, opening, newClocks, plan, approvals, residue, certificateDigest);
    }

    /** Takes another plan, whose approvals begin anew. */
    public WithdrawalCase with(Optional<FrozenPlan> newPlan) {
        return new WithdrawalCase(id, state, opening, clocks, newPlan, List.of(), residue, certificateDigest);
    }

    /** Takes approvals, and the window they open. */
    public WithdrawalCase approved(List<CaseApproval> newApprovals, FrozenPlan samePlan) {
        return new WithdrawalCase(
                id, state, opening, clocks, Optional.of(samePlan), newApprovals, residue, certificateDigest);
    }

    public WithdrawalCase withResidue(List<ResidueItem> newResidue) {
        return new WithdrawalCase(id, state, opening, clocks, plan, approvals, newResidue, certificateDigest);
    }

    public WithdrawalCase certified(String digest) {
        return new WithdrawalCase(id, state, opening, clocks, plan, approvals, residue, Optional.of(digest));
    }

    /** Tells whether an object may be gone already, so that there is no way back. */
    public boolean hasDeleted() {
        return clocks.firstDeletionAt().isPresent();
    }
}
