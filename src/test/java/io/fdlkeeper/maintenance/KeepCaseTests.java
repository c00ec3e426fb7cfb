package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fdlkeeper.run.Lease;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseChangedException;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Selector;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people record of a case, and how it is given up and begun anew. */
class KeepCaseTests {

    private static final Instant NOW = MemoryKeeper.NOW;

    private final MemoryKeeper keeper = new MemoryKeeper();
    private final CaseDesk desk = new CaseDesk(
            keeper.workplace(),
            (store, address, selectors) -> {
                throw new AssertionError("nothing is searched here");
            },
            WithdrawalKeeper.noSigning(),
            WithdrawalRules.DEFAULT,
            location -> keeper.managed());
    private final KeepCase cases = new KeepCase(desk);

    private WithdrawalCase kept(CaseState state, boolean deleted, ResidueItem... residue) {
        CaseClocks clocks = CaseClocks.opened(NOW.minusSeconds(60), NOW.minus(Duration.ofHours(80)), Optional.empty());
        var subject = new WithdrawalCase(
                "w-1",
                state,
                new CaseOpening(
                        List.of(MemoryKeeper.LOCATION), "personal-data", "anna", Optional.empty(), false, 1, true),
                deleted ? clocks.deleting(NOW.minusSeconds(30)) : clocks,
                Optional.empty(),
                List.of(),
                List.of(residue),
                Optional.empty());
        keeper.state.cases().create(subject);
        return subject;
    }

    private static ResidueItem residue(String id) {
        return new ResidueItem(
                id,
                ResidueItem.Kind.COPY,
                "mirror " + id,
                "it holds a copy",
                "ops",
                Optional.empty(),
                Optional.empty());
    }

    private WithdrawalCase now() {
        return keeper.state.cases().find("w-1").orElseThrow();
    }

    private List<String> audited() {
        return keeper.state.auditEvents().stream().map(event -> event.action()).toList();
    }

    @Test
    void cancelledCaseForgetsWhatItLookedFor() {
        kept(CaseState.FOUND, false);
        keeper.state
                .cases()
                .files("w-1")
                .put(
                        SealedNames.SELECTORS,
                        new CaseFile.Selectors(List.of(new Selector(Selector.Kind.VALUE, Optional.empty(), "x"))));
        CaseReport report = cases.cancel("w-1", "anna", "false alarm");
        assertThat(report.outcome()).isEqualTo(CaseReport.Outcome.DONE);
        assertThat(now().state()).isEqualTo(CaseState.CANCELLED);
        assertThat(now().clocks().endedAt()).contains(NOW);
        assertThat(CaseFile.selectors(keeper.state.cases().files("w-1"))).isEmpty();
        assertThat(audited()).contains("case-cancel");
    }

    @Test
    void caseSomebodyIsAtWorkOnIsNotGivenUpUnderTheirHands() {
        kept(CaseState.EXECUTING, false);
        try (Lease held = CaseFile.lease(desk, "w-1", "execute").orElseThrow()) {
            CaseReport report = cases.cancel("w-1", "anna", "stop");
            assertThat(report.outcome()).isEqualTo(CaseReport.Outcome.BUSY);
            assertThat(report.message()).contains("withdraw pause");
            assertThat(now().state()).isEqualTo(CaseState.EXECUTING);
        }
        assertThat(cases.cancel("w-1", "anna", "stop").outcome()).isEqualTo(CaseReport.Outcome.DONE);
    }

    @ParameterizedTest
    @EnumSource(CaseState.class)
    void onceAFileIsGoneNothingIsGivenUp(CaseState state) {
        WithdrawalCase before = kept(state, true);
        CaseReport report = cases.cancel("w-1", "anna", "stop");
        assertThat(report.outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
        assertThat(now()).isEqualTo(before);
        assertThat(audited()).containsExactly("case-cancel-refused");
    }

    @Test
    void reopenedCaseThatNeverCameToItsEndStillHasNoWayBack() {
        kept(CaseState.EXPIRED, true);
        cases.reopen("w-1", "anna", "go on");
        assertThat(now().state()).isEqualTo(CaseState.DRAFT);
        assertThat(now().hasDeleted()).isTrue();
        assertThat(cases.cancel("w-1", "anna", "stop").outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
    }

    @Test
    void reopenedCaseThatHadEndedBeginsAnewWithItsClocks() {
        WithdrawalCase before = kept(CaseState.COMPLETE, true);
        cases.reopen("w-1", "anna", "more was found");
        assertThat(now().hasDeleted()).isFalse();
        assertThat(now().clocks().notifyBy()).isEqualTo(before.clocks().notifyBy());
        assertThat(cases.cancel("w-1", "anna", "stop").outcome()).isEqualTo(CaseReport.Outcome.DONE);
    }

    @Test
    void containmentAndNoticeAreRecordedInEveryState() {
        kept(CaseState.CANCELLED, false);
        cases.contained("w-1", "anna", NOW.minusSeconds(5));
        CaseReport late = cases.notified("w-1", "anna", NOW, Optional.of("A-17"));
        assertThat(late.message()).contains("reasons of the delay");
        assertThat(now().clocks().containedAt()).contains(NOW.minusSeconds(5));
        assertThat(now().clocks().notifiedAt()).contains(NOW);
        assertThat(now().clocks().reference()).contains("A-17");
        assertThat(now().state()).isEqualTo(CaseState.CANCELLED);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cases.contained("w-1", "anna", NOW.plusSeconds(1)))
                .withMessageContaining("future");
    }

    @Test
    void whatIsRecordedWhileAnotherIsAtWorkIsNotLost() {
        WithdrawalCase finding = kept(CaseState.FINDING, false);
        cases.contained("w-1", "ben", NOW);
        WithdrawalCase found =
                new CaseChanges(desk).save(finding, finding.in(CaseState.FOUND), CaseAction.FIND, "anna", Map.of());
        assertThat(found.clocks().containedAt()).contains(NOW);
        assertThat(now()).isEqualTo(found);
    }

    @Test
    void changeOfAnotherStateIsNotOverwritten() {
        WithdrawalCase found = kept(CaseState.FOUND, false);
        cases.cancel("w-1", "ben", "false alarm");
        assertThatExceptionOfType(CaseChangedException.class)
                .isThrownBy(() -> new CaseChanges(desk)
                        .save(found, found.in(CaseState.FINDING), CaseAction.FIND, "anna", Map.of()));
        assertThat(now().state()).isEqualTo(CaseState.CANCELLED);
    }

    @Test
    void lastAcknowledgementCompletesACase() {
        kept(CaseState.COMPLETE_WITH_RESIDUE, true, residue("r1"), residue("r2"));
        cases.acknowledge("w-1", "ops", List.of("r1"), Optional.empty());
        assertThat(now().state()).isEqualTo(CaseState.COMPLETE_WITH_RESIDUE);
        cases.acknowledge("w-1", "ops", List.of("r2"), Optional.of("mirror purged"));
        assertThat(now().state()).isEqualTo(CaseState.COMPLETE);
        assertThat(now().residue()).allMatch(item -> !item.isOpen());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cases.acknowledge("w-1", "ops", List.of("r9"), Optional.empty()))
                .withMessageContaining("r9");
    }

    @Test
    void whatPeopleWriteMustNotShowTheValue() {
        WithdrawalCase before = kept(CaseState.EXECUTING, false);
        keeper.state
                .cases()
                .files("w-1")
                .put(
                        SealedNames.SELECTORS,
                        new CaseFile.Selectors(List.of(new Selector(
                                Selector.Kind.WHERE, Optional.of("main.people"), "email = 'x@example.org'"))));
        List<ThrowingCallable> orders = List.of(
                () -> cases.pause("w-1", "anna", "X@example.org phoned"),
                () -> cases.cancel("w-1", "anna", "x@example.org phoned"),
                () -> cases.reopen("w-1", "anna", "x@example.org phoned"),
                () -> cases.notified("w-1", "anna", NOW, Optional.of("complaint of x@example.org")));
        for (ThrowingCallable order : orders) {
            assertThatIllegalArgumentException().isThrownBy(order).withMessageContaining("without the value");
        }
        assertThat(now()).isEqualTo(before);
        assertThat(audited()).isEmpty();
    }

    @Test
    void pauseIsForExecutionsOnly() {
        kept(CaseState.EXECUTING, true);
        assertThat(cases.pause("w-1", "anna", "wait").subject().state()).isEqualTo(CaseState.PAUSED);
        assertThat(cases.pause("w-1", "anna", "wait").outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
    }

    @Test
    void caseNobodyOpenedIsUnknown() {
        assertThatExceptionOfType(UnknownCaseException.class).isThrownBy(() -> cases.cancel("w-2", "anna", "stop"));
    }
}
