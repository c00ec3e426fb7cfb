package io.fdlkeeper.withdrawal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.withdrawal.CaseRules.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of states and actions, cell by cell, written out a second time by hand. */
class CaseRulesTests {

    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");

    /** One letter an action, in the order of the enumeration: find, plan, approve, reject, execute, pause, resume, cancel, verify,
     * certify, contained, notified, acknowledge, reopen, reappear. A dot is a refusal. */
    private static final String ACTIONS = "FPARXZUCVTBNKOG";

    private static final String TABLE = """
            DRAFT                 F......C..BN...
            FINDING               F......C..BN...
            FOUND                 FP.....C..BN...
            FIND_INCOMPLETE       FP.....C..BN...
            PLANNED               FP.RX..C..BN...
            BLOCKED               FP.....C..BN...
            AWAITING_APPROVAL     FPAR...C..BN...
            APPROVED              FP.RX..C..BN...
            EXECUTING             ....XZ.C..BN...
            PAUSED                ....X.UC..BN...
            DRIFTED               F......C..BN...
            PARTIAL               F...X..CV.BN...
            VERIFYING             ........V.BN...
            COMPLETE              .........TBNKOG
            COMPLETE_WITH_RESIDUE .........TBNKOG
            REAPPEARED            F........TBN...
            REJECTED              FP.....C..BN.O.
            EXPIRED               FP.....C..BN.O.
            CANCELLED             ..........BN.O.
            """;

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (String line : TABLE.lines().toList()) {
            String[] parts = line.split(" +");
            for (CaseAction action : CaseAction.values()) {
                char letter = parts[1].charAt(action.ordinal());
                assertThat(letter == '.' || letter == ACTIONS.charAt(action.ordinal()))
                        .as(line)
                        .isTrue();
                cells.add(Arguments.of(CaseState.valueOf(parts[0]), action, letter != '.'));
            }
        }
        return cells.stream();
    }

    @Test
    void theTableWrittenHereHasEveryStateAndEveryAction() {
        assertThat(cells().count()).isEqualTo((long) CaseState.values().length * CaseAction.values().length);
        assertThat(ACTIONS).hasSize(CaseAction.values().length);
    }

    @ParameterizedTest
    @MethodSource("cells")
    void eachCellIsAsWrittenDown(CaseState state, CaseAction action, boolean allowed) {
        Verdict verdict = CaseRules.of(state, action);
        assertThat(verdict).isInstanceOf(allowed ? Verdict.Allowed.class : Verdict.Refused.class);
        if (verdict instanceof Verdict.Refused refused) {
            assertThat(refused.sentence())
                    .contains(action.id())
                    .contains(state.name())
                    .contains(": ");
        }
    }

    @Test
    void whatOnlyRecordsSomethingLeavesTheStateAsItIs() {
        for (CaseAction action : List.of(CaseAction.CONTAINED, CaseAction.NOTIFIED)) {
            for (CaseState state : CaseState.values()) {
                assertThat(CaseRules.of(state, action)).isEqualTo(new Verdict.Allowed(Set.of(state)));
            }
        }
    }

    /** Where each action may lead; nothing for one that leaves the case where it is. */
    private static final String LEADS_TO = """
            FIND        FINDING FOUND FIND_INCOMPLETE
            PLAN        PLANNED BLOCKED AWAITING_APPROVAL
            APPROVE     AWAITING_APPROVAL APPROVED EXPIRED
            REJECT      REJECTED
            EXECUTE     EXECUTING VERIFYING PAUSED PARTIAL DRIFTED BLOCKED EXPIRED
            PAUSE       PAUSED
            RESUME      EXECUTING VERIFYING PAUSED PARTIAL DRIFTED BLOCKED EXPIRED
            CANCEL      CANCELLED
            VERIFY      VERIFYING COMPLETE COMPLETE_WITH_RESIDUE PARTIAL
            CERTIFY
            CONTAINED
            NOTIFIED
            ACKNOWLEDGE COMPLETE COMPLETE_WITH_RESIDUE
            REOPEN      DRAFT
            REAPPEAR    REAPPEARED
            """;

    static Stream<Arguments> leads() {
        return LEADS_TO.lines()
                .map(line -> line.strip().split(" +"))
                .map(words -> Arguments.of(
                        CaseAction.valueOf(words[0]),
                        Stream.of(words).skip(1).map(CaseState::valueOf).collect(Collectors.toSet())));
    }

    @Test
    void everyActionLeadsSomewhere() {
        assertThat(leads().map(row -> row.get()[0])).containsExactly((Object[]) CaseAction.values());
    }

    @ParameterizedTest
    @MethodSource("leads")
    void everyAllowedCellLeadsWhereTheActionLeads(CaseAction action, Set<CaseState> next) {
        for (CaseState state : CaseState.values()) {
            if (CaseRules.of(state, action) instanceof Verdict.Allowed allowed) {
                assertThat(allowed.next()).as(state.name()).isEqualTo(next.isEmpty() ? Set.of(state) : next);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CaseState.class)
    void caseThatHasDeletedIsNeverGivenUp(CaseState state) {
        assertThat(CaseRules.of(inState(state, 0, true), CaseAction.CANCEL)).isInstanceOf(Verdict.Refused.class);
    }

    @Test
    void planThatNeedsPeopleIsNotExecutedUnapproved() {
        assertThat(CaseRules.of(inState(CaseState.PLANNED, 1, false), CaseAction.EXECUTE))
                .isInstanceOf(Verdict.Refused.class);
        assertThat(CaseRules.of(inState(CaseState.PLANNED, 0, false), CaseAction.EXECUTE))
                .isInstanceOf(Verdict.Allowed.class);
    }

    @Test
    void everyOpenStateHasAWayOutForAPerson() {
        for (CaseState state : CaseState.values()) {
            boolean out = Stream.of(CaseAction.values())
                    .filter(action -> !EnumSet.of(CaseAction.CONTAINED, CaseAction.NOTIFIED)
                            .contains(action))
                    .anyMatch(action -> CaseRules.of(state, action) instanceof Verdict.Allowed);
            assertThat(out).as(state.name()).isTrue();
            assertThat(CaseRules.instead(state)).isNotBlank();
        }
    }

    private static WithdrawalCase inState(CaseState state, int approvals, boolean deleted) {
        CaseClocks clocks = CaseClocks.opened(NOW, NOW, Optional.empty());
        return new WithdrawalCase(
                "w-1",
                state,
                new CaseOpening(
                        List.of("/srv/lake"), "personal-data", "anna", Optional.empty(), false, approvals, true),
                deleted ? clocks.deleting(NOW) : clocks,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty());
    }
}
