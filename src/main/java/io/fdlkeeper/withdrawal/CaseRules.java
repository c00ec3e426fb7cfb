package io.fdlkeeper.withdrawal;

import static io.fdlkeeper.withdrawal.CaseState.APPROVED;
import static io.fdlkeeper.withdrawal.CaseState.AWAITING_APPROVAL;
import static io.fdlkeeper.withdrawal.CaseState.BLOCKED;
import static io.fdlkeeper.withdrawal.CaseState.CANCELLED;
import static io.fdlkeeper.withdrawal.CaseState.COMPLETE;
import static io.fdlkeeper.withdrawal.CaseState.COMPLETE_WITH_RESIDUE;
import static io.fdlkeeper.withdrawal.CaseState.DRAFT;
import static io.fdlkeeper.withdrawal.CaseState.DRIFTED;
import static io.fdlkeeper.withdrawal.CaseState.EXECUTING;
import static io.fdlkeeper.withdrawal.CaseState.EXPIRED;
import static io.fdlkeeper.withdrawal.CaseState.FINDING;
import static io.fdlkeeper.withdrawal.CaseState.FIND_INCOMPLETE;
import static io.fdlkeeper.withdrawal.CaseState.FOUND;
import static io.fdlkeeper.withdrawal.CaseState.PARTIAL;
import static io.fdlkeeper.withdrawal.CaseState.PAUSED;
import static io.fdlkeeper.withdrawal.CaseState.PLANNED;
import static io.fdlkeeper.withdrawal.CaseState.REAPPEARED;
import static io.fdlkeeper.withdrawal.CaseState.REJECTED;
import static io.fdlkeeper.withdrawal.CaseState.VERIFYING;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The one table of what may be done to a case in which state, and where that may lead. Pure. */
public final class CaseRules {

    private static final Map<CaseAction, Row> TABLE = table();

    private CaseRules() {}

    /** What the table says. */
    public sealed interface Verdict {

        /** It may be done, and leads to one of these; for what only records something, to the state it was in. */
        record Allowed(Set<CaseState> next) implements Verdict {}

        /** It may not; the sentence says why and what to do instead. */
        record Refused(String sentence) implements Verdict {}
    }

    private record Row(Set<CaseState> from, Set<CaseState> next) {}

    private static Map<CaseAction, Row> table() {
        Map<CaseAction, Row> table = new EnumMap<>(CaseAction.class);
        Set<CaseState> all = EnumSet.allOf(CaseState.class);
        Set<CaseState> planned = EnumSet.of(PLANNED, BLOCKED, AWAITING_APPROVAL, APPROVED);
        Set<CaseState> givenUp = EnumSet.of(REJECTED, EXPIRED);
        table.put(
                CaseAction.FIND,
                new Row(
                        union(
                                EnumSet.of(DRAFT, FINDING, FOUND, FIND_INCOMPLETE, DRIFTED, PARTIAL, REAPPEARED),
                                planned,
                                givenUp),
                        EnumSet.of(FINDING, FOUND, FIND_INCOMPLETE)));
        table.put(
                CaseAction.PLAN,
                new Row(
                        union(EnumSet.of(FOUND, FIND_INCOMPLETE), planned, givenUp),
                        EnumSet.of(PLANNED, BLOCKED, AWAITING_APPROVAL)));
        table.put(
                CaseAction.APPROVE,
                new Row(EnumSet.of(AWAITING_APPROVAL), EnumSet.of(AWAITING_APPROVAL, APPROVED, EXPIRED)));
        table.put(CaseAction.REJECT, new Row(EnumSet.of(PLANNED, AWAITING_APPROVAL, APPROVED), EnumSet.of(REJECTED)));
        Set<CaseState> executed = EnumSet.of(EXECUTING, VERIFYING, PAUSED, PARTIAL, DRIFTED, BLOCKED, EXPIRED);
        table.put(CaseAction.EXECUTE, new Row(EnumSet.of(PLANNED, APPROVED, EXECUTING, PAUSED, PARTIAL), executed));
        table.put(CaseAction.PAUSE, new Row(EnumSet.of(EXECUTING), EnumSet.of(PAUSED)));
        table.put(CaseAction.RESUME, new Row(EnumSet.of(PAUSED), executed));
        table.put(
                CaseAction.CANCEL,
                new Row(
                        union(
                                EnumSet.of(DRAFT, FINDING, FOUND, FIND_INCOMPLETE, EXECUTING, PAUSED, DRIFTED, PARTIAL),
                                planned,
                                givenUp),
                        EnumSet.of(CANCELLED)));
        table.put(
                CaseAction.VERIFY,
                new Row(
                        EnumSet.of(VERIFYING, PARTIAL),
                        EnumSet.of(VERIFYING, COMPLETE, COMPLETE_WITH_RESIDUE, PARTIAL)));
        Set<CaseState> complete = EnumSet.of(COMPLETE, COMPLETE_WITH_RESIDUE);
        // What is back is certified, too: that certificate takes the earlier one's place.
        table.put(CaseAction.CERTIFY, new Row(union(complete, EnumSet.of(REAPPEARED)), Set.of()));
        table.put(CaseAction.CONTAINED, new Row(all, Set.of()));
        table.put(CaseAction.NOTIFIED, new Row(all, Set.of()));
        table.put(CaseAction.ACKNOWLEDGE, new Row(EnumSet.of(COMPLETE_WITH_RESIDUE, COMPLETE), complete));
        table.put(CaseAction.REOPEN, new Row(union(complete, givenUp, EnumSet.of(CANCELLED)), EnumSet.of(DRAFT)));
        table.put(CaseAction.REAPPEAR, new Row(complete, EnumSet.of(REAPPEARED)));
        return table;
    }

    @SafeVarargs
    private static Set<CaseState> union(Set<CaseState>... sets) {
        Set<CaseState> all = EnumSet.noneOf(CaseState.class);
        for (Set<CaseState> set : sets) {
            all.addAll(set);
        }
        return all;
    }

    /** Looks a cell up. */
    public static Verdict of(CaseState state, CaseAction action) {
        Row row = TABLE.get(action);
        if (row == null) {
            throw new IllegalStateException("the table lacks " + action);
        }
        if (!row.from().contains(state)) {
            return new Verdict.Refused(
                    "'" + action.id() + "' is not done to a case that is " + state + ": " + instead(state));
        }
        return new Verdict.Allowed(row.next().isEmpty() ? EnumSet.of(state) : EnumSet.copyOf(row.next()));
    }

    /** Looks a case up: what was deleted does not come back, whatever the table says. */
    public static Verdict of(WithdrawalCase subject, CaseAction action) {
        if (action == CaseAction.CANCEL && subject.hasDeleted()) {
            return new Verdict.Refused("a case whose files are going is not given up, since readers would meet missing"
                    + " files without an explanation: " + instead(subject.state()));
        }
        if (action == CaseAction.EXECUTE
                && subject.state() == PLANNED
                && subject.opening().approvals() > 0) {
            return new Verdict.Refused("its plan was not approved: " + instead(AWAITING_APPROVAL));
        }
        return of(subject.state(), action);
    }

    /** Says what is to be done in a state. */
    public static String instead(CaseState state) {
        return switch (state) {
            case DRAFT -> "look for the data first, with 'withdraw find'";
            case FINDING -> "let the find come to its end, with 'withdraw find'";
            case FOUND, FIND_INCOMPLETE ->
                "look at what was found with 'withdraw show', then make a plan with" + " 'withdraw plan'";
            case PLANNED -> "look at the plan, then run 'withdraw execute'";
            case BLOCKED ->
                "do what 'withdraw show' asks of the writer, then run 'withdraw find' and 'withdraw plan'" + " again";
            case AWAITING_APPROVAL ->
                "let somebody else than the requester run 'withdraw approve' with the plan's digest";
            case APPROVED -> "run 'withdraw execute'";
            case EXECUTING -> "let the execution come to its end, or go on with 'withdraw execute'";
            case PAUSED -> "go on with 'withdraw resume'";
            case DRIFTED -> "something changed since the plan: run 'withdraw find' and 'withdraw plan' again";
            case PARTIAL ->
                "look at what is left with 'withdraw show', then run 'withdraw execute' or 'withdraw verify'"
                        + " again";
            case VERIFYING -> "run 'withdraw verify'";
            case COMPLETE, COMPLETE_WITH_RESIDUE ->
                "it has ended, and its certificate can be written; 'withdraw" + " reopen' begins anew";
            case REAPPEARED -> "what was withdrawn is back: run 'withdraw find' again";
            case REJECTED -> "its plan was rejected: make another with 'withdraw plan', or give the case up";
            case EXPIRED -> "a window ran out: make the plan anew with 'withdraw plan'";
            case CANCELLED -> "it was given up; 'withdraw reopen' begins anew";
        };
    }
}
