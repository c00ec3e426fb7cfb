package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseRules;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Changes cases as the one table allows, and writes every change and every refusal into the audit log. */
final class CaseChanges {

    private final CaseDesk desk;

    CaseChanges(CaseDesk desk) {
        this.desk = desk;
    }

    /**
     * Reads a case.
     *
     * @throws UnknownCaseException when there is none of this id
     */
    WithdrawalCase require(String id) {
        return desk.cases().find(id).orElseThrow(() -> new UnknownCaseException(id));
    }

    /** Tells why something is not done to a case in its state; empty when it may be. A refusal is audited. */
    Optional<CaseReport> refusal(WithdrawalCase subject, CaseAction action, String actor) {
        return CaseRules.of(subject, action) instanceof CaseRules.Verdict.Refused refused
                ? Optional.of(refuse(subject, action, actor, refused.sentence()))
                : Optional.empty();
    }

    /** Refuses for a reason of its own, which is audited as its action only, since a sentence may say more than a log should. */
    CaseReport refuse(WithdrawalCase subject, CaseAction action, String actor, String sentence) {
        audit(
                subject,
                actor,
                "case-" + action.id() + "-refused",
                Map.of("state", subject.state().name()));
        return CaseReport.of(subject, CaseReport.Outcome.REFUSED, sentence);
    }

    /**
     * Saves a case that an action changed.
     *
     * @param details facts for the audit log; never the value nor a key in clear
     * @throws io.fdlkeeper.withdrawal.CaseChangedException when somebody changed it meanwhile
     */
    WithdrawalCase save(
            WithdrawalCase before, WithdrawalCase after, CaseAction action, String actor, Map<String, String> details) {
        boolean allowed = after.state() == before.state()
                || (CaseRules.of(before.state(), action) instanceof CaseRules.Verdict.Allowed verdict
                        && verdict.next().contains(after.state()));
        if (!allowed) {
            throw new IllegalStateException(action + " does not lead from " + before.state() + " to " + after.state());
        }
        desk.cases().save(after, before.state());
        Map<String, String> told = new LinkedHashMap<>(details);
        told.put("state", after.state().name());
        audit(after, actor, "case-" + action.id(), told);
        return after;
    }

    /** Writes an event about a case. */
    void audit(WithdrawalCase subject, String actor, String what, Map<String, String> details) {
        Map<String, String> told = new LinkedHashMap<>(details);
        told.put("case", subject.id());
        for (String location : subject.opening().locations()) {
            desk.workplace()
                    .state()
                    .audit()
                    .append(new AuditEvent(desk.workplace().clock().instant(), actor, location, what, told));
        }
    }
}
