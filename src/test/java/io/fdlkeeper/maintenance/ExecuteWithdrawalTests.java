package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.WithdrawalKeeper.LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.OTHER_LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.SHARED;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.TAG;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.Op;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was planned is removed in its order; what changed meanwhile is not; and readers always meet an explanation. */
class ExecuteWithdrawalTests {

    @TempDir
    Path scratch;

    private WithdrawalKeeper story;

    @BeforeEach
    void inAFolder() {
        story = new WithdrawalKeeper(scratch, Versioning.NONE);
    }

    private static List<Outcome> outcomes(CaseReport report) {
        return report.results().stream().map(RemovalResult::outcome).distinct().toList();
    }

    private Outcome outcomeOf(CaseReport report, String key) {
        return report.results().stream()
                .filter(result -> result.item().key().equals(key))
                .map(RemovalResult::outcome)
                .findFirst()
                .orElseThrow();
    }

    private void beforeDeletingData(Runnable meanwhile) {
        AtomicBoolean done = new AtomicBoolean();
        story.store.beforeCall(call -> {
            if (call.is(Op.DELETE) && call.key().startsWith("data/") && done.compareAndSet(false, true)) {
                meanwhile.run();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "ENABLED"})
    void whatWasPlannedIsGoneAndEverythingElseIsThere(Versioning versioning) {
        story = new WithdrawalKeeper(scratch, versioning);
        CaseReport report = story.planned(false).execute();

        assertThat(report.message()).contains("withdraw verify");
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        assertThat(outcomes(report)).containsExactly(Outcome.DONE);
        for (String key : List.of(LEAK, OTHER_LEAK, FakeRepository.key(story.second, "files.json"))) {
            assertThat(story.store.exists(key)).isFalse();
            assertThat(story.store.versions(key)).isEmpty();
        }
        assertThat(story.markOf(story.first)).contains("\"withdrawn\"");
        assertThat(story.markOf(story.second)).contains("\"withdrawn\"");
        assertThat(story.hasCatalog(story.first)).isFalse();
        assertThat(story.hasCatalog(story.head)).isTrue();
        assertThat(story.markOf(story.head)).isEmpty();
        assertThat(story.store.exists(SHARED)).isTrue();
    }

    @Test
    void theOrderIsTagsIndexDataMarksCatalogs() {
        story.tag(story.second);
        story.planned(true);
        int before = story.store.calls().size();
        story.execute();

        List<String> order = new ArrayList<>();
        for (Call call : story.store.calls().subList(before, story.store.calls().size())) {
            if (call.op().changes() && !call.key().startsWith(".fdl-keeper-probe-")) {
                order.add(call.key().replaceAll("versions/[^/]*/", ""));
            }
        }
        assertThat(order)
                .containsExactly(
                        TAG,
                        "refs.json",
                        LEAK,
                        OTHER_LEAK,
                        "expired.json",
                        "expired.json",
                        "ducklake.duckdb",
                        "ducklake.duckdb",
                        "files.json");
        assertThat(story.store.text("refs.json").orElseThrow())
                .contains("refs/heads/main")
                .doesNotContain(TAG);
    }

    @Test
    void indexOfAnotherShapeIsLeftAndTold() {
        story.tag(story.second);
        story.store.put("refs.json", "[]");
        CaseReport report = story.planned(true).execute();
        assertThat(outcomeOf(report, "refs.json")).isEqualTo(Outcome.HELD);
        assertThat(story.store.text("refs.json")).contains("[]");
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void ordinaryJournalHoldsNoKeyOfTheCase() {
        story.planned(false).execute();
        story.keeper.state.runs().list(Optional.empty(), 10).stream()
                .filter(run -> run.job() == JobKind.WITHDRAWAL)
                .forEach(run -> assertThat(story.keeper.state.journals().results(run.id()))
                        .noneMatch(line ->
                                line.key().startsWith("data/") || line.key().startsWith("versions/")));
        story.keeper
                .state
                .deletions()
                .forEach(
                        "memory://fake/",
                        deletion -> assertThat(deletion.key().text()).doesNotStartWith("data/"));
    }

    @Test
    void versionThatAppearsAndNamesAFileStopsEverythingBeforeTheFirstDeletion() {
        story.planned(false);
        story.keeper.commit(4, List.of(story.head), LEAK);
        CaseReport report = story.execute();
        assertThat(report.outcome()).isEqualTo(CaseReport.Outcome.STALE);
        assertThat(story.state()).isEqualTo(CaseState.DRIFTED);
        assertThat(outcomes(report)).containsExactly(Outcome.NOT_TRIED);
        assertThat(story.store.exists(LEAK)).isTrue();
        assertThat(story.subject().hasDeleted()).isFalse();
    }

    @Test
    void cleanVersionThatAppearsStopsNothing() {
        story.planned(false);
        story.keeper.commit(4, List.of(story.head), SHARED, "data/people/4.parquet");
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        assertThat(story.store.exists("data/people/4.parquet")).isTrue();
    }

    @Test
    void tagThatAppearsOnAnAffectedVersionBlocks() {
        story.planned(false);
        story.tag(story.first);
        CaseReport report = story.execute();
        assertThat(story.state()).isEqualTo(CaseState.BLOCKED);
        assertThat(report.message()).contains("nothing was deleted", TAG);
        assertThat(story.store.exists(LEAK)).isTrue();
        assertThat(story.markOf(story.first)).isEmpty();
    }

    @Test
    void tagThatAppearsWhileFilesGoLeavesItsCatalogAndPutsItsMark() {
        story.planned(false);
        beforeDeletingData(() -> story.tag(story.first));
        CaseReport report = story.execute();
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
        assertThat(report.message()).contains(TAG);
        assertThat(story.markOf(story.first)).contains("withdrawn");
        assertThat(story.markOf(story.second)).contains("withdrawn");
        assertThat(story.hasCatalog(story.first)).isTrue();
        assertThat(story.hasCatalog(story.second)).isFalse();

        story.store.remove(TAG);
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        assertThat(story.hasCatalog(story.first)).isFalse();
    }

    @Test
    void versionThatAppearsWhileFilesGoIsTold() {
        story.planned(false);
        beforeDeletingData(() -> story.keeper.commit(4, List.of(story.head), OTHER_LEAK));
        CaseReport report = story.execute();
        assertThat(story.state()).isEqualTo(CaseState.DRIFTED);
        assertThat(report.message()).contains("not in the plan");
        assertThat(story.markOf(story.first)).contains("withdrawn");
    }

    @Test
    void fileThatIsAnotherByNowStaysAndTheRestGoes() {
        story.planned(false);
        story.store.put(LEAK, "another content");
        CaseReport report = story.execute();
        assertThat(outcomeOf(report, LEAK)).isEqualTo(Outcome.DRIFTED);
        assertThat(story.state()).isEqualTo(CaseState.DRIFTED);
        assertThat(story.store.exists(LEAK)).isTrue();
        assertThat(story.store.exists(OTHER_LEAK)).isFalse();
        assertThat(story.markOf(story.first)).contains("withdrawn");
    }

    @Test
    void caseThatDriftedComesToItsEndByAnotherFindAndPlan() {
        story.planned(false);
        story.store.put(LEAK, "another content");
        story.execute();
        story.find();
        story.plan();
        story.execute();
        assertThat(story.verify().notes()).isEmpty();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void storeThatFailsAfterTheFirstFileStillGetsItsMarks() {
        story.planned(false);
        beforeDeletingData(() -> story.store
                .faults()
                .failWhen(call -> call.is(Op.LIST) && call.key().equals("refs/")));
        CaseReport report = story.execute();
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
        assertThat(report.message()).contains("cannot be looked at");
        assertThat(story.markOf(story.first)).contains("withdrawn");
        assertThat(story.hasCatalog(story.first)).isTrue();

        // Now not even the roots can be read at first.
        story.store.remove(FakeRepository.key(story.first, "expired.json"));
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
        assertThat(story.markOf(story.first)).contains("withdrawn");

        story.store.faults().none();
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void whatEverythingDriftedLeavesReadersWithTheirVersions() {
        story.planned(false);
        story.store.put(LEAK, "another content");
        story.store.put(OTHER_LEAK, "another content");
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.DRIFTED);
        assertThat(story.markOf(story.first)).isEmpty();
        assertThat(story.hasCatalog(story.first)).isTrue();
    }

    @Test
    void fileThatIsGoneAlreadyIsAlready() {
        story.planned(false);
        story.store.remove(LEAK);
        CaseReport report = story.execute();
        assertThat(outcomeOf(report, LEAK)).isEqualTo(Outcome.ALREADY);
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void markOfRetentionStays() {
        story.planned(false);
        story.keeper.repository.mark(story.first, "retention", story.store.now());
        CaseReport report = story.execute();
        assertThat(outcomeOf(report, FakeRepository.key(story.first, "expired.json")))
                .isEqualTo(Outcome.ALREADY_MARKED);
        assertThat(story.markOf(story.first)).contains("retention");
        assertThat(story.hasCatalog(story.first)).isFalse();
    }

    @Test
    void holdOnAFileKeepsItAsResidue() {
        story.planned(false);
        story.hold(new HoldTarget.OfKey(LEAK));
        CaseReport report = story.execute();
        assertThat(outcomeOf(report, LEAK)).isEqualTo(Outcome.HELD);
        assertThat(story.store.exists(LEAK)).isTrue();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void holdOnAnAffectedVersionBlocks() {
        story.planned(false);
        story.hold(new HoldTarget.OfVersion(story.first));
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.BLOCKED);
        assertThat(story.store.exists(LEAK)).isTrue();
    }

    @Test
    void pauseLetsTheMarksBePlacedAndTheRestWait() {
        story.planned(false);
        beforeDeletingData(() -> new KeepCase(story.desk()).pause(story.caseId, "officer", "wait"));
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.PAUSED);
        assertThat(story.store.exists(LEAK)).isFalse();
        assertThat(story.store.exists(OTHER_LEAK)).isTrue();
        assertThat(story.markOf(story.first)).contains("withdrawn");
        assertThat(story.markOf(story.second)).contains("withdrawn");
        assertThat(story.hasCatalog(story.first)).isTrue();

        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        assertThat(story.store.exists(OTHER_LEAK)).isFalse();
        assertThat(story.hasCatalog(story.first)).isFalse();
    }

    @Test
    void stopBeforeTheFirstDeletionDoesNothing() {
        story.planned(false);
        story.execute(() -> true);
        assertThat(story.state()).isEqualTo(CaseState.PAUSED);
        assertThat(story.store.exists(LEAK)).isTrue();
        assertThat(story.markOf(story.first)).isEmpty();
    }

    @Test
    void itemThatTheStoreRefusesKeepsTheCaseFromItsEnd() {
        story.planned(false);
        story.store.faults().refuseDeletes(key -> key.text().equals(OTHER_LEAK));
        CaseReport report = story.execute();
        assertThat(outcomeOf(report, OTHER_LEAK)).isEqualTo(Outcome.REFUSED);
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
        assertThat(story.markOf(story.second)).contains("withdrawn");

        story.store.faults().none();
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void catalogStaysWhereItsMarkCouldNotBePut() {
        story.planned(false);
        story.store.faults().refuseWrites(key -> key.text().contains(story.first.text()));
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
        assertThat(story.hasCatalog(story.first)).isTrue();
        assertThat(story.hasCatalog(story.second)).isFalse();
    }

    @Test
    void unfinishedUploadOfAFileIsAborted() {
        story.planned(false);
        story.store.beginUpload(LEAK, story.store.now());
        story.execute();
        assertThat(story.store.uploads()).isEmpty();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void secondExecutorFindsTheCaseBusy() {
        story.planned(false);
        List<CaseReport> second = new ArrayList<>();
        beforeDeletingData(() -> second.add(story.execute()));
        CaseReport first = story.execute();
        assertThat(second).extracting(CaseReport::outcome).containsExactly(CaseReport.Outcome.BUSY);
        assertThat(first.outcome()).isEqualTo(CaseReport.Outcome.DONE);
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void otherRunOnTheRepositoryLeavesTheApprovalAsItIs() {
        story.planned(false);
        try (Lease other =
                story.keeper.state.leases().tryTake("memory://fake/", "gc").orElseThrow()) {
            assertThat(story.execute().outcome()).isEqualTo(CaseReport.Outcome.BUSY);
        }
        assertThat(story.state()).isEqualTo(CaseState.PLANNED);
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
    }

    @Test
    void planThatWasChangedOnDiskIsNotExecuted() {
        story.planned(false);
        var files = story.keeper.state.cases().files(story.caseId);
        files.put("plan", new CaseFile.Plans(List.of()));
        assertThat(story.execute().outcome()).isEqualTo(CaseReport.Outcome.STALE);
        assertThat(story.store.exists(LEAK)).isTrue();
    }

    @Test
    void policyThatWasRaisedMeanwhileCounts() {
        story.planned(false);
        story.keeper.state.cases().recordApprovals("memory://fake/", 1);
        assertThat(story.execute().outcome()).isEqualTo(CaseReport.Outcome.REFUSED);
        assertThat(story.store.exists(LEAK)).isTrue();
    }

    @Test
    void windowThatRanOutVoidsThePlan() {
        story.planned(false);
        story.keeper.pass(story.rules.executeWithin().plusSeconds(1));
        assertThat(story.execute().outcome()).isEqualTo(CaseReport.Outcome.STALE);
        assertThat(story.state()).isEqualTo(CaseState.EXPIRED);
    }

    @Test
    void ordinaryJobsStandAsideUntilTheCaseIsOver() {
        story.planned(false);
        assertThat(story.keeper.planGc().outcome()).isEqualTo(JobOutcome.PLANNED);
        story.store.faults().refuseDeletes(key -> key.text().equals(OTHER_LEAK));
        story.execute();
        for (JobReport report : List.of(
                story.keeper.planGc(),
                story.keeper.gc(),
                story.keeper.retention(),
                story.keeper.verify(),
                story.keeper.planRestore("run-1"))) {
            assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
            assertThat(report.refusals()).singleElement().satisfies(refusal -> {
                assertThat(refusal.guard()).isEqualTo(Guard.OPEN_WITHDRAWAL);
                assertThat(refusal.subject()).isEqualTo(story.caseId);
            });
        }
    }
}
