package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseRules;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shows cases, records what was done outside, pauses, gives up and reopens them; and keeps who may approve. */
public final class KeepCase {

    private final CaseDesk desk;
    private final CaseChanges changes;

    public KeepCase(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** Shows a case with all that is known of it. */
    public CaseReport show(String caseId) {
        WithdrawalCase subject = changes.require(caseId);
        var files = desk.cases().files(caseId);
        return CaseReport.of(subject, CaseReport.Outcome.DONE, CaseRules.instead(subject.state()))
                .withFindings(CaseFile.findings(files))
                .withPlans(CaseFile.plans(files))
                .withResults(CaseFile.results(files));
    }

    public List<WithdrawalCase> list() {
        return desk.cases().list();
    }

    /** Records that a host has blocked reading of what is affected. */
    public CaseReport contained(String caseId, String actor, Instant at) {
        requirePast(at);
        WithdrawalCase before = changes.require(caseId);
        return saved(
                before,
                before.with(before.clocks().contained(at)),
                CaseAction.CONTAINED,
                actor,
                "recorded as contained at " + at);
    }

    /** Records that the authority was told, which ends the first clock. */
    public CaseReport notified(String caseId, String actor, Instant at, Optional<String> reference) {
        requirePast(at);
        WithdrawalCase before = changes.require(caseId);
        reference.ifPresent(text -> saidInClear(caseId).require("the reference", text));
        boolean late = at.isAfter(before.clocks().notifyBy());
        return saved(
                before,
                before.with(before.clocks().notified(at, reference)),
                CaseAction.NOTIFIED,
                actor,
                "recorded as notified at " + at
                        + (late
                                ? ", after " + before.clocks().notifyBy()
                                        + ": the authority asks for the reasons of the delay"
                                : ""));
    }

    /** Records that something left over is gone, or is accepted by who must act on it. */
    public CaseReport acknowledge(String caseId, String actor, List<String> ids, Optional<String> note) {
        WithdrawalCase before = changes.require(caseId);
        Optional<CaseReport> refusal = changes.refusal(before, CaseAction.ACKNOWLEDGE, actor);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        note.ifPresent(text -> saidInClear(caseId).require("the note", text));
        Set<String> unknown = new HashSet<>(ids);
        before.residue().forEach(item -> unknown.remove(item.id()));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "the case has no residue named " + unknown + ": see 'withdraw residue " + caseId + "'");
        }
        ResidueItem.Acknowledgement by =
                new ResidueItem.Acknowledgement(actor, desk.workplace().clock().instant(), note);
        WithdrawalCase after = before.withResidue(before.residue().stream()
                .map(item -> ids.contains(item.id()) && item.isOpen() ? item.acknowledgedBy(by) : item)
                .toList());
        boolean open = after.residue().stream().anyMatch(ResidueItem::isOpen);
        WithdrawalCase settled = after.in(open ? CaseState.COMPLETE_WITH_RESIDUE : CaseState.COMPLETE);
        // What was certified says that it is left.
        Optional<String> certificate = new Certificates(desk).succeed(settled, by.at(), List.of());
        return saved(
                before,
                certificate.map(settled::certified).orElse(settled),
                CaseAction.ACKNOWLEDGE,
                actor,
                open ? "acknowledged; more is left" : "acknowledged; nothing is left");
    }

    /** Lets an execution stop after the item in hand; marks are still placed if a file is gone. */
    public CaseReport pause(String caseId, String actor, String reason) {
        return changed(caseId, CaseAction.PAUSE, CaseState.PAUSED, actor, reason, "paused; 'withdraw resume' goes on");
    }

    /** Gives a case up before its first deletion; what it knew of the value goes with its key. */
    public CaseReport cancel(String caseId, String actor, String reason) {
        WithdrawalCase asked = changes.require(caseId);
        Optional<CaseReport> refusal = changes.refusal(asked, CaseAction.CANCEL, actor);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        // Whoever is at work on it would go on writing what is to be forgotten.
        Optional<Lease> lease = CaseFile.lease(desk, caseId, "cancel");
        if (lease.isEmpty()) {
            return CaseReport.of(
                    asked,
                    CaseReport.Outcome.BUSY,
                    "something is done to this case right now: "
                            + (asked.state() == CaseState.EXECUTING
                                    ? "stop it with 'withdraw pause', then cancel"
                                    : "wait for it to end, or stop it, then cancel"));
        }
        try (Lease held = lease.get()) {
            return giveUp(caseId, actor, reason);
        }
    }

    private CaseReport giveUp(String caseId, String actor, String reason) {
        WithdrawalCase before = changes.require(caseId);
        Optional<CaseReport> refusal = changes.refusal(before, CaseAction.CANCEL, actor);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        saidInClear(caseId).require("the reason", reason);
        Instant now = desk.workplace().clock().instant();
        WithdrawalCase cancelled = changes.save(
                before,
                before.with(before.clocks().ended(Optional.of(now))).in(CaseState.CANCELLED),
                CaseAction.CANCEL,
                actor,
                Map.of("reason", reason));
        desk.cases().files(caseId).destroyKey(List.of());
        return CaseReport.of(
                cancelled,
                CaseReport.Outcome.DONE,
                "given up: nothing was deleted, and whatever was found is still there");
    }

    /** Begins a case anew, with its clocks as they are. */
    public CaseReport reopen(String caseId, String actor, String reason) {
        WithdrawalCase before = changes.require(caseId);
        saidInClear(caseId).require("the reason", reason);
        WithdrawalCase fresh = new WithdrawalCase(
                before.id(),
                CaseState.DRAFT,
                before.opening(),
                // What a case that never came to its end has deleted stays without a way back.
                isComplete(before) ? before.clocks().anew() : before.clocks().ended(Optional.empty()),
                Optional.empty(),
                List.of(),
                before.residue(),
                before.certificateDigest());
        return changes.refusal(before, CaseAction.REOPEN, actor)
                .orElseGet(() -> CaseReport.of(
                        changes.save(before, fresh, CaseAction.REOPEN, actor, Map.of("reason", reason)),
                        CaseReport.Outcome.DONE,
                        "reopened; " + CaseRules.instead(CaseState.DRAFT)));
    }

    private static boolean isComplete(WithdrawalCase subject) {
        return subject.state() == CaseState.COMPLETE || subject.state() == CaseState.COMPLETE_WITH_RESIDUE;
    }

    /** Changes how many people must approve plans for a repository; lowering it is told loudly. */
    public String policy(String location, int approvals, String actor, String reason) {
        if (approvals < 0 || approvals > 2) {
            throw new IllegalArgumentException("approvals are 0, 1 or 2, not " + approvals);
        }
        boolean waiting = desk.cases().list().stream()
                .filter(one -> one.opening().locations().contains(location))
                .anyMatch(one -> one.state() == CaseState.AWAITING_APPROVAL || one.state() == CaseState.APPROVED);
        if (waiting) {
            throw new IllegalArgumentException("a plan for " + location
                    + " waits for approval or is approved: let it end before its rule is changed");
        }
        int before = desk.cases().approvalsFor(location).orElse(desk.rules().approvals());
        desk.cases().recordApprovals(location, approvals);
        audit(
                actor,
                location,
                approvals < before ? "withdrawal-policy-LOWERED" : "withdrawal-policy-changed",
                Map.of("from", Integer.toString(before), "to", Integer.toString(approvals), "reason", reason));
        return "plans for " + location + " need " + approvals + " approval(s) from now on, after " + before;
    }

    /** Enrols a person's key; its signatures count as theirs. */
    public String enrol(String person, String publicKey, String actor) {
        String fingerprint = desk.signing().fingerprint(publicKey);
        boolean taken = desk.cases().enrolledKeys().stream()
                .filter(key -> !key.person().equals(person))
                .anyMatch(key -> desk.signing().fingerprint(key.publicKey()).equals(fingerprint));
        if (taken) {
            throw new IllegalArgumentException(
                    "the key " + fingerprint + " is another person's: two people need two keys");
        }
        desk.cases()
                .enrol(new EnrolledKey(
                        person,
                        publicKey.strip(),
                        actor,
                        desk.workplace().clock().instant()));
        audit(actor, "all", "approver-enrolled", Map.of("person", person, "key", fingerprint));
        return "the key " + fingerprint + " is enrolled for " + person;
    }

    public List<EnrolledKey> enrolled() {
        return desk.cases().enrolledKeys();
    }

    /** Removes a person's key; false when there is none. */
    public boolean remove(String person, String actor) {
        boolean removed = desk.cases().remove(person);
        if (removed) {
            audit(actor, "all", "approver-removed", Map.of("person", person));
        }
        return removed;
    }

    private CaseReport changed(
            String caseId, CaseAction action, CaseState next, String actor, String reason, String message) {
        WithdrawalCase before = changes.require(caseId);
        saidInClear(caseId).require("the reason", reason);
        return changes.refusal(before, action, actor)
                .orElseGet(() -> CaseReport.of(
                        changes.save(before, before.in(next), action, actor, Map.of("reason", reason)),
                        CaseReport.Outcome.DONE,
                        message));
    }

    private CaseReport saved(
            WithdrawalCase before, WithdrawalCase after, CaseAction action, String actor, String message) {
        return CaseReport.of(changes.save(before, after, action, actor, Map.of()), CaseReport.Outcome.DONE, message);
    }

    private SaidInClear saidInClear(String caseId) {
        return new SaidInClear(desk.cases().files(caseId));
    }

    private void requirePast(Instant at) {
        if (at.isAfter(desk.workplace().clock().instant())) {
            throw new IllegalArgumentException("what was done was not done in the future: give a time that has passed");
        }
    }

    private void audit(String actor, String where, String what, Map<String, String> details) {
        desk.workplace()
                .state()
                .audit()
                .append(new AuditEvent(desk.workplace().clock().instant(), actor, where, what, details));
    }
}
