package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.WithdrawalKeeper.CLEAN;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.SHARED;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.removal.PublicAddresses.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Only what was seen gone is called gone; what is left is named; and then the case forgets what it had to know. */
class VerifyWithdrawalTests {

    @TempDir
    Path scratch;

    private WithdrawalKeeper story;

    @BeforeEach
    void executed() {
        story = new WithdrawalKeeper(scratch, Versioning.NONE);
        story.planned(false).execute();
    }

    private List<ResidueItem.Kind> residue() {
        return story.subject().residue().stream().map(ResidueItem::kind).toList();
    }

    private String certificate() {
        return new String(
                story.keeper
                        .state
                        .cases()
                        .document(story.caseId, CertifyWithdrawal.CERTIFICATE)
                        .orElseThrow(),
                StandardCharsets.UTF_8);
    }

    private void isPartial(CaseReport report, String because) {
        assertThat(report.outcome()).isEqualTo(CaseReport.Outcome.INCOMPLETE);
        assertThat(report.notes()).anyMatch(note -> note.contains(because));
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
        assertThat(CaseFile.plans(story.keeper.state.cases().files(story.caseId)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "ENABLED"})
    void caseIsCompleteAndForgetsWhatItKnew(Versioning versioning) {
        story = new WithdrawalKeeper(scratch, versioning);
        story.planned(false).execute();
        CaseReport report = story.verify();

        assertThat(report.notes()).isEmpty();
        assertThat(report.outcome()).as(report.message()).isEqualTo(CaseReport.Outcome.DONE);
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
        assertThat(story.rowsRead).containsExactlyInAnyOrder(SHARED, CLEAN);
        assertThat(story.subject().clocks().endedAt()).contains(story.store.now());
        var files = story.keeper.state.cases().files(story.caseId);
        assertThat(CaseFile.plans(files)).isEmpty();
        assertThat(CaseFile.findings(files)).isEmpty();
        assertThat(CaseFile.selectors(files)).isEmpty();
        assertThat(certificate())
                .contains("\"COMPLETE\"", "\"found\":0,", "\"selectorsNotAsked\":0,")
                .doesNotContain(VALUE, LEAK);
        assertThat(story.keeper.verify().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(story.keeper.planGc().outcome()).isEqualTo(JobOutcome.PLANNED);
    }

    @Test
    void completeCaseIsNotVerifiedAgain() {
        story.verify();
        assertThat(story.verify().outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void whatACrashLeftAfterTheEndIsForgottenByVerifyingOnceMore() {
        var plans = CaseFile.plans(story.keeper.state.cases().files(story.caseId));
        story.verify();
        story.keeper.state.cases().files(story.caseId).put("plan", new CaseFile.Plans(plans));
        assertThat(story.verify().outcome()).isEqualTo(CaseReport.Outcome.DONE);
        assertThat(CaseFile.plans(story.keeper.state.cases().files(story.caseId)))
                .isEmpty();
    }

    @Test
    void removedFileThatIsThereAgainIsAFault() {
        story.store.put(LEAK, "a row of " + VALUE);
        isPartial(story.verify(), LEAK + " is there");
    }

    @Test
    void valueThatIsElsewhereByNowIsAFault() {
        story.keeper.commit(4, List.of(story.head), "data/people/4.parquet", SHARED);
        story.store.put("data/people/4.parquet", VALUE);
        isPartial(story.verify(), "data/people/4.parquet");
    }

    @Test
    void oldVersionThatIsLeftIsAFault() {
        story = new WithdrawalKeeper(scratch, Versioning.ENABLED);
        story.planned(false).execute();
        story.store.put(LEAK, "again");
        story.store.remove(LEAK);
        isPartial(story.verify(), "the old version");
    }

    @Test
    void markThatIsGoneIsAFault() {
        story.store.remove(FakeRepository.key(story.first, "expired.json"));
        assertThat(story.verify().outcome()).isEqualTo(CaseReport.Outcome.INCOMPLETE);
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
    }

    @Test
    void keptFileThatIsMissingIsAFault() {
        story.store.remove(SHARED);
        isPartial(story.verify(), SHARED);
    }

    @Test
    void keptFileWhoseRowsCannotBeReadIsAFault() {
        story.store.put(SHARED, "!");
        isPartial(story.verify(), "rows of " + SHARED);
    }

    @Test
    void uploadToARemovedKeyIsAFault() {
        story.store.beginUpload(LEAK, story.store.now());
        isPartial(story.verify(), "an upload to " + LEAK);
    }

    @Test
    void partialCaseIsCompleteOnceItIsMended() {
        story.store.beginUpload(LEAK, story.store.now());
        story.verify();
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        story.verify();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void fileUnderAHoldIsResidueThatSomebodyMustActOn() {
        story = new WithdrawalKeeper(scratch, Versioning.NONE);
        story.planned(false);
        story.hold(new HoldTarget.OfKey(LEAK));
        story.execute();
        assertThat(story.verify().outcome()).isEqualTo(CaseReport.Outcome.INCOMPLETE);
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE_WITH_RESIDUE);
        assertThat(residue()).containsExactly(ResidueItem.Kind.HOLD);
        assertThat(story.store.exists(LEAK)).isTrue();
        assertThat(certificate()).contains("\"found\":").doesNotContain("\"found\":0,");
    }

    @Test
    void lockedVersionIsResidue() {
        story = new WithdrawalKeeper(scratch, Versioning.ENABLED);
        story.planned(false);
        story.store.faults().lockVersions(version -> version.key().text().equals(LEAK) && !version.deleteMarker());
        story.execute();
        CaseReport report = story.verify();
        assertThat(story.state()).as(report.notes().toString()).isEqualTo(CaseState.COMPLETE_WITH_RESIDUE);
        assertThat(residue()).containsExactly(ResidueItem.Kind.OBJECT_LOCK);
        assertThat(story.store.exists(LEAK)).isFalse();
        assertThat(certificate()).contains("\"found\":1,");
    }

    @Test
    void recordThatShowsTheValueIsResidue() {
        story.store.put(
                FakeRepository.key(story.head, "version.json"),
                FakeRepository.record(story.head, story.store.now(), story.second)
                        .replace("\"m\"", "\"for " + VALUE + "\""));
        story.verify();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE_WITH_RESIDUE);
        assertThat(residue()).containsExactly(ResidueItem.Kind.RECORD);
        String id = story.subject().residue().get(0).id();
        new KeepCase(story.desk()).acknowledge(story.caseId, "officer", List.of(id), Optional.empty());
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void copiesAreAskedAtTheirAddressesAndStayResidueUntilSomebodyActs() {
        List<String> asked = new ArrayList<>();
        story.rules = withCopy();
        story.addresses = address -> {
            asked.add(address);
            return new Answer.Gone();
        };
        story.verify();
        assertThat(asked).contains("https://mirror.example/lake/" + LEAK);
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE_WITH_RESIDUE);
        assertThat(residue()).containsExactly(ResidueItem.Kind.COPY);
    }

    @Test
    void copyThatStillServesAFileIsAFault() {
        story.rules = withCopy();
        story.addresses =
                address -> address.endsWith(LEAK) ? new Answer.Other(200) : new Answer.NoAnswer("nobody answered");
        CaseReport report = story.verify();
        isPartial(report, "answers 200");
        assertThat(report.notes()).anyMatch(note -> note.contains("could not be asked"));
    }

    private static WithdrawalRules withCopy() {
        WithdrawalRules usual = WithdrawalRules.DEFAULT;
        return new WithdrawalRules(
                usual.approvals(),
                usual.approveWithin(),
                usual.executeWithin(),
                usual.guardFor(),
                usual.hostWritesIndex(),
                List.of(new WithdrawalRules.Copy(
                        "mirror",
                        Optional.empty(),
                        "mirror",
                        "ops@example.org",
                        Optional.of("https://mirror.example/lake"),
                        Duration.ofDays(7))));
    }

    @Test
    void keysAreSpelledAsAddressesSpellThem() {
        assertThat(PublicCheck.under("https://m.example/a/", "data/a b+ü/%.parquet"))
                .isEqualTo("https://m.example/a/data/a%20b%2B%C3%BC/%25.parquet");
    }
}
