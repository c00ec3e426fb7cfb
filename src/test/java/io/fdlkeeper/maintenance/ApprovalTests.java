package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fdlkeeper.withdrawal.CaseApproval;
import io.fdlkeeper.withdrawal.CaseClocks;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.EnrolledKey;
import io.fdlkeeper.withdrawal.Signing;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who may approve what, and when. */
class ApprovalTests {

    private static final String DIGEST = "4f1d0a6c2b9e7d35".repeat(4);

    private final MemoryKeeper keeper = new MemoryKeeper();

    /** Takes {@code key signs text} for a signature. */
    private static final class WrittenSigning implements Signing {

        @Override
        public String sign(String namespace, byte[] message) {
            throw new AssertionError("nothing is signed by the keeper here");
        }

        @Override
        public String publicKey() {
            throw new AssertionError("nobody asks for the keeper's key here");
        }

        @Override
        public Optional<EnrolledKey> signer(
                String namespace, byte[] message, String armoured, List<EnrolledKey> among) {
            String signed = " signs " + new String(message, StandardCharsets.UTF_8) + " for " + namespace;
            return among.stream()
                    .filter(key -> armoured.equals(key.publicKey() + signed))
                    .findFirst();
        }

        @Override
        public Optional<String> signedBy(String namespace, byte[] message, String armoured) {
            throw new AssertionError("only enrolled keys count here");
        }

        @Override
        public String fingerprint(String publicKey) {
            return "print of " + publicKey;
        }
    }

    private CaseDesk desk() {
        return new CaseDesk(
                keeper.workplace(),
                (store, address, selectors) -> {
                    throw new AssertionError("nothing is searched here");
                },
                new WrittenSigning(),
                WithdrawalRules.DEFAULT,
                location -> keeper.managed());
    }

    private WithdrawalCase waiting(int approvals) {
        var planned = new WithdrawalCase(
                "w-1",
                CaseState.AWAITING_APPROVAL,
                new CaseOpening(
                        List.of(MemoryKeeper.LOCATION),
                        "personal-data",
                        "anna",
                        Optional.of("olga"),
                        false,
                        approvals,
                        true),
                CaseClocks.opened(MemoryKeeper.NOW, MemoryKeeper.NOW, Optional.empty()),
                Optional.of(new WithdrawalCase.FrozenPlan(
                        DIGEST, MemoryKeeper.NOW, MemoryKeeper.NOW.plus(Duration.ofHours(24)), Optional.empty())),
                List.of(),
                List.of(),
                Optional.empty());
        keeper.state.cases().create(planned);
        return planned;
    }

    private CaseReport approve(String actor, String digest, Optional<String> signature, Optional<String> breakGlass) {
        return new ApproveWithdrawal(desk()).approve("w-1", digest, actor, signature, breakGlass);
    }

    private CaseReport approve(String actor) {
        return approve(actor, DIGEST, Optional.empty(), Optional.empty());
    }

    private void enrol(String person, String key) {
        keeper.state.cases().enrol(new EnrolledKey(person, key, "admin", MemoryKeeper.NOW));
    }

    private static Optional<String> signed(String key) {
        return Optional.of(key + " signs " + DIGEST + " for fdl-keeper-withdrawal");
    }

    private List<String> audited() {
        return keeper.state.auditEvents().stream().map(event -> event.action()).toList();
    }

    @Test
    void anotherPersonApprovesAndTheWindowToExecuteOpens() {
        waiting(1);
        CaseReport report = approve("ben");
        assertThat(report.outcome()).isEqualTo(CaseReport.Outcome.DONE);
        assertThat(report.subject().state()).isEqualTo(CaseState.APPROVED);
        assertThat(report.subject().plan().orElseThrow().executeUntil())
                .contains(MemoryKeeper.NOW.plus(Duration.ofHours(24)));
        assertThat(report.subject().approvals())
                .singleElement()
                .satisfies(approval -> assertThat(approval.isVerified()).isFalse());
        assertThat(report.message()).contains("unverified");
    }

    @Test
    void whoOpenedOrAskedForItDoesNotApproveItHoweverTheyWriteTheirName() {
        waiting(1);
        for (String name : List.of("anna", "Anna", " anna ", "olga", "OLGA")) {
            CaseReport report = approve(name);
            assertThat(report.outcome()).as(name).isEqualTo(CaseReport.Outcome.REFUSED);
            assertThat(report.subject().state()).isEqualTo(CaseState.AWAITING_APPROVAL);
        }
        assertThat(audited()).contains("case-approve-refused");
    }

    @Test
    void twoApprovalsAreTwoPeoplesAndTwoKeys() {
        waiting(2);
        enrol("ben", "k1");
        enrol("cleo", "k2");
        assertThat(approve("ben", DIGEST, signed("k1"), Optional.empty())
                        .subject()
                        .state())
                .isEqualTo(CaseState.AWAITING_APPROVAL);
        assertThat(approve("BEN", DIGEST, signed("k1"), Optional.empty()).outcome())
                .isEqualTo(CaseReport.Outcome.REFUSED);
        assertThat(approve("cleo", DIGEST, signed("k1"), Optional.empty()).outcome())
                .isEqualTo(CaseReport.Outcome.REFUSED);
        assertThat(approve("cleo", DIGEST, signed("k2"), Optional.empty())
                        .subject()
                        .state())
                .isEqualTo(CaseState.APPROVED);
    }

    @Test
    void onceKeysAreEnrolledANameAloneDoesNotCount() {
        waiting(1);
        enrol("cleo", "k2");
        CaseReport unsigned = approve("ben");
        assertThat(unsigned.outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
        assertThat(unsigned.message()).contains("ssh-keygen -Y sign").contains(DIGEST);
        assertThat(approve("cleo", DIGEST, Optional.of("something else"), Optional.empty())
                        .outcome())
                .isEqualTo(CaseReport.Outcome.REFUSED);
        CaseReport verified = approve("cleo", DIGEST, signed("k2"), Optional.empty());
        assertThat(verified.subject().approvals())
                .extracting(CaseApproval::keyId)
                .containsExactly(Optional.of("print of k2"));
    }

    @Test
    void anotherDigestIsStale() {
        waiting(1);
        for (String digest : List.of("ffffffffffffffff", DIGEST.substring(0, 7), "")) {
            assertThat(approve("ben", digest, Optional.empty(), Optional.empty())
                            .outcome())
                    .isEqualTo(CaseReport.Outcome.STALE);
        }
        assertThat(approve("ben", DIGEST.substring(0, 8), Optional.empty(), Optional.empty())
                        .outcome())
                .isEqualTo(CaseReport.Outcome.DONE);
    }

    @Test
    void windowThatRanOutEndsTheWait() {
        waiting(1);
        keeper.ourClock(MemoryKeeper.NOW.plus(Duration.ofHours(24)).plusSeconds(1));
        CaseReport late = approve("ben");
        assertThat(late.outcome()).isEqualTo(CaseReport.Outcome.STALE);
        assertThat(late.subject().state()).isEqualTo(CaseState.EXPIRED);
    }

    @Test
    void breakGlassIsOnePersonsAndLoud() {
        waiting(2);
        CaseReport report = approve("anna", DIGEST, Optional.empty(), Optional.of("nobody else is awake"));
        assertThat(report.subject().state()).isEqualTo(CaseState.APPROVED);
        assertThat(report.message()).startsWith("BREAK-GLASS");
        assertThat(audited()).contains("case-break-glass");
        assertThat(report.subject().approvals().get(0).breakGlass()).contains("nobody else is awake");
    }

    @Test
    void whoApprovedMayBreakTheGlassForTheOtherButNotWithoutAReason() {
        waiting(2);
        enrol("ben", "k1");
        approve("ben", DIGEST, signed("k1"), Optional.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> approve("ben", DIGEST, signed("k1"), Optional.of("  ")))
                .withMessageContaining("reason");
        assertThat(approve("ben", DIGEST, signed("k1"), Optional.of("nobody else is awake"))
                        .subject()
                        .state())
                .isEqualTo(CaseState.APPROVED);
    }

    @Test
    void staleDigestIsAudited() {
        waiting(1);
        approve("ben", "ffffffffffffffff", Optional.empty(), Optional.empty());
        assertThat(audited()).containsExactly("case-approve-refused");
    }

    @Test
    void raisedRuleIsAuditedAsAnActOfItsOwn() {
        open(Optional.of(2));
        assertThat(audited()).containsExactly("withdrawal-policy-recorded", "case-opened");
        open(Optional.of(1));
        assertThat(audited()).containsExactly("withdrawal-policy-recorded", "case-opened", "case-opened");
    }

    @Test
    void repositoryNamedTwiceIsInTheCaseOnce() {
        CaseReport report = new OpenWithdrawal(desk())
                .open(
                        new CaseOpening(
                                List.of("lake", MemoryKeeper.LOCATION),
                                "personal-data",
                                "anna",
                                Optional.empty(),
                                false,
                                0,
                                true),
                        Optional.empty(),
                        MemoryKeeper.NOW,
                        Optional.empty());
        assertThat(report.subject().opening().locations()).containsExactly(MemoryKeeper.LOCATION);
    }

    @Test
    void rejectedPlanIsNotApprovedAnyMore() {
        waiting(1);
        assertThat(new ApproveWithdrawal(desk())
                        .reject("w-1", "ben", "wrong table")
                        .subject()
                        .state())
                .isEqualTo(CaseState.REJECTED);
        assertThat(approve("ben").outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
    }

    private CaseReport open(Optional<Integer> approvals) {
        return new OpenWithdrawal(desk())
                .open(
                        new CaseOpening(
                                List.of(MemoryKeeper.LOCATION),
                                "personal-data",
                                "anna",
                                Optional.empty(),
                                false,
                                0,
                                true),
                        approvals,
                        MemoryKeeper.NOW.minusSeconds(60),
                        Optional.empty());
    }

    @Test
    void flagRaisesWhatIsRecordedAndNeverLowersIt() {
        keeper.state.cases().recordApprovals(MemoryKeeper.LOCATION, 1);
        CaseReport lower = open(Optional.of(0));
        assertThat(lower.subject().opening().approvals()).isEqualTo(1);
        assertThat(lower.notes()).singleElement().asString().contains("never lower it");
        assertThat(keeper.state.cases().approvalsFor(MemoryKeeper.LOCATION)).contains(1);
    }

    @Test
    void firstCaseRecordsWhatItWasOpenedWith() {
        assertThat(open(Optional.of(0)).subject().opening().approvals()).isZero();
        assertThat(keeper.state.cases().approvalsFor(MemoryKeeper.LOCATION)).contains(0);
    }

    @Test
    void clocksRunFromAwarenessAndFromTheRequest() {
        CaseReport report = open(Optional.empty());
        assertThat(report.subject().clocks().notifyBy())
                .isEqualTo(MemoryKeeper.NOW.minusSeconds(60).plus(Duration.ofHours(72)));
        assertThat(report.subject().clocks().answerBy()).hasToString("2026-12-30T12:00:00Z");
        assertThat(report.subject().opening().approvals()).isEqualTo(1);
    }

    @Test
    void ruleIsChangedByAnActOfItsOwnAndNotUnderAWaitingPlan() {
        keeper.state.cases().recordApprovals(MemoryKeeper.LOCATION, 2);
        KeepCase cases = new KeepCase(desk());
        cases.policy(MemoryKeeper.LOCATION, 0, "admin", "small team");
        assertThat(audited()).contains("withdrawal-policy-LOWERED");
        waiting(1);
        assertThatIllegalArgumentException().isThrownBy(() -> cases.policy(MemoryKeeper.LOCATION, 2, "admin", "again"));
    }

    @Test
    void keyIsOnePersonsOnly() {
        KeepCase cases = new KeepCase(desk());
        cases.enrol("ben", "k1", "admin");
        assertThatIllegalArgumentException().isThrownBy(() -> cases.enrol("cleo", "k1", "admin"));
    }
}
