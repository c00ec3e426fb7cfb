package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.CaseRules;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Changes cases as the one table allows, and writes every change and every refusal into the audit log. */
final class CaseChanges {

    private static final int MOST_ATTEMPTS = 3;

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

    /**
     * Does one step of a case while nothing else is done to it.
     *
     * @param step the name under which the case is held meanwhile
     * @param work is given the case as it is once nobody else changes it
     * @throws UnknownCaseException when there is none of this id
     */
    CaseReport alone(String id, String step, Function<WithdrawalCase, CaseReport> work) {
        WithdrawalCase asked = require(id);
        Optional<Lease> lease = CaseFile.lease(desk, id, step);
        if (lease.isEmpty()) {
            return CaseReport.of(
                    asked, CaseReport.Outcome.BUSY, "something else is done to this case: wait for it to end");
        }
        try (Lease held = lease.get()) {
            return work.apply(require(id));
        } catch (CaseChangedException e) {
            return CaseReport.of(require(id), CaseReport.Outcome.BUSY, String.valueOf(e.getMessage()));
        }
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
        WithdrawalCase saved = put(before, after);
        Map<String, String> told = new LinkedHashMap<>(details);
        told.put("state", saved.state().name());
        audit(saved, actor, "case-" + action.id(), told);
        return saved;
    }

    /** Repeats a change that reads the case itself, since a person may record or pause something at the same moment. */
    static <T> T repeated(Supplier<T> change) {
        for (int i = 0; ; i++) {
            try {
                return change.get();
            } catch (CaseChangedException e) {
                if (i >= MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Times that were recorded meanwhile, such as a containment during a find of hours, are kept and hinder nothing. */
    private WithdrawalCase put(WithdrawalCase before, WithdrawalCase after) {
        WithdrawalCase expected = before;
        WithdrawalCase changed = after;
        for (int i = 0; ; i++) {
            try {
                desk.cases().save(changed, expected);
                return changed;
            } catch (CaseChangedException e) {
                WithdrawalCase now = require(before.id());
                if (i >= MOST_ATTEMPTS || !now.with(before.clocks()).equals(before)) {
                    throw e;
                }
                expected = now;
                changed = after.with(after.clocks().withChanges(before.clocks(), now.clocks()));
            }
        }
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
