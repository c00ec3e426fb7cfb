package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.VersionedKeeper.GRACE;
import static io.fdlkeeper.maintenance.VersionedKeeper.items;
import static io.fdlkeeper.maintenance.VersionedKeeper.run;
import static io.fdlkeeper.maintenance.VersionedKeeper.spared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Old versions go only of what this keeper deleted a grace period ago, as a whole, and never while anything may need them. */
class PurgeTests {

    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String LOCATION = "memory://fake/";
    private static final String A = "data/t/a.parquet";
    private static final String B = "data/t/b.parquet";

    @TempDir
    Path scratch;

    private VersionedKeeper keeper;
    private VersionId head;

    @BeforeEach
    void twoOrphansCollected() {
        keeper = new VersionedKeeper(scratch);
        head = keeper.commit(1, List.of(), "data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
        purgeOurs();
        keeper.store.put(A, "content of " + A);
        keeper.store.put(B, "content of " + B);
        JobReport report = keeper.gcAfterGrace();
        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
        assertThat(report.space()).isEqualTo(new Space(0, 2L * ("content of " + A).length()));
        assertThat(report.message()).contains("54 bytes of them are only hidden");
    }

    @Test
    void whatWasDeletedIsHiddenForAGraceAndThenGone() {
        keeper.pass(GRACE);
        JobReport atGrace = keeper.gc();
        assertThat(purges(atGrace)).isEmpty();
        assertThat(keeper.store.versions(A)).hasSize(2);
        keeper.pass(MOMENT);

        JobReport report = keeper.gc();

        assertThat(report.outcome()).as(report.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(purges(report)).contains(A, B);
        assertThat(keeper.store.versions(A)).isEmpty();
        assertThat(keeper.store.versions(B)).isEmpty();
        assertThat(report.space().hiddenBytes()).isZero();
        assertThat(report.space().freedBytes()).isGreaterThanOrEqualTo(54);
        assertThat(report.message()).contains("keys purged, which frees");
        assertThat(remembered()).doesNotContain(A, B);
    }

    @Test
    void itemsSayWhatGoesAndWhy() {
        String deletedAt = keeper.store.versions(A).get(0).lastModified().toString();
        waitOut();

        assertThat(items(keeper.planGc().plan().orElseThrow()))
                .contains("purge " + A + " (deleted-by-us, 1 old versions and 1 delete markers, deleted " + deletedAt
                        + ")");
    }

    @Test
    void contentsGoBeforeTheMarkersThatHideThem() {
        waitOut();
        List<String> removed = new ArrayList<>();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.REMOVE_VERSION) && call.key().equals(A)) {
                removed.add(keeper.store.versions(A).stream()
                        .map(StoredVersion::deleteMarker)
                        .toList()
                        .toString());
                assertThat(keeper.store.exists(A)).isFalse();
            }
        });

        keeper.gc();

        assertThat(removed).containsExactly("[true, false]", "[true]");
    }

    @Test
    void probesOfRunsThatDeletedGoToo() {
        Set<String> probes = new TreeSet<>(remembered());
        probes.removeIf(key -> !key.startsWith(StoreProbe.PREFIX));
        assertThat(probes).isNotEmpty();
        waitOut();
        keeper.gc();

        assertThat(probes)
                .allSatisfy(key -> assertThat(keeper.store.versions(key)).isEmpty());
    }

    @Test
    void byDefaultEverythingIsLeft() {
        keeper.limits = RunLimits.DEFAULT;
        waitOut();

        JobReport report = keeper.gc();

        assertThat(report.outcomes()).isEmpty();
        assertThat(keeper.store.versions(A)).hasSize(2);
        assertThat(keeper.store.calls()).noneMatch(call -> call.is(Op.LIST_VERSIONS));
        assertThat(report.plan()
                        .orElseThrow()
                        .header()
                        .totals()
                        .get("hiddenByUs")
                        .bytes())
                .isGreaterThanOrEqualTo(54);
        assertThat(report.plan().orElseThrow().header().settings()).doesNotContainKey("versions");
    }

    @Test
    void settingIsPartOfThePlan() {
        assertThat(keeper.planGc().plan().orElseThrow().header().settings()).containsEntry("versions", "purge-ours");
    }

    @Test
    void deletionsAreRememberedWhereTheStoreDoesNotAnswerAtTheEnd() {
        keeper.store.put("data/t/z.parquet", "x");
        keeper.store.afterCall(call -> {
            if (call.is(Op.DELETE) && call.key().endsWith("z.parquet")) {
                keeper.store.faults().doNotTellVersioning();
            }
        });

        JobReport report = keeper.gcAfterGrace();

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(remembered()).contains("data/t/z.parquet");
    }

    @Test
    void deletionsOfARunThatFailedAreRememberedAndItIsEnded() {
        keeper.store.put("data/t/y.parquet", "x");
        keeper.store.put("data/t/z.parquet", "x");
        keeper.limits =
                new RunLimits(RunLimits.DEFAULT.cap(), 1, RunLimits.DEFAULT.planValidity(), OldVersions.PURGE_OURS);
        keeper.store.beforeCall(call -> {
            if (call.is(Op.DELETE) && call.key().endsWith("z.parquet")) {
                throw new IllegalStateException("the disk is full");
            }
        });

        assertThatThrownBy(() -> keeper.gcAfterGrace()).hasMessage("the disk is full");

        assertThat(remembered()).contains("data/t/y.parquet").doesNotContain("data/t/z.parquet");
        assertThat(keeper.state.runs().unfinished(LOCATION)).isEmpty();
    }

    @Test
    void whatOthersDeletedStays() {
        keeper.store.put("data/t/theirs.parquet", "x");
        keeper.store.remove("data/t/theirs.parquet");
        waitOut();
        keeper.gc();

        assertThat(keeper.store.versions("data/t/theirs.parquet")).hasSize(2);
    }

    @Test
    void keyWithAnOldVersionThatIsNotOursStaysAsAWhole() {
        keeper.store.put(A, "written by another");
        keeper.store.remove(A);
        waitOut();

        JobReport report = keeper.gc();

        assertThat(spared(report.plan().orElseThrow())).contains("hidden-not-ours " + A);
        assertThat(purges(report)).doesNotContain(A).contains(B);
        assertThat(keeper.store.versions(A)).hasSize(4);
    }

    @Test
    void whatIsWrittenAgainStays() {
        keeper.store.put(A, "written by another");
        waitOut();
        assertThat(purges(keeper.planGc())).doesNotContain(A);
        keeper.gc();

        assertThat(keeper.store.versions(A)).hasSize(3);
        assertThat(keeper.store.text(A)).contains("written by another");
    }

    @Test
    void whatIsRestoredStaysAndIsForgotten() {
        String gc = lastCollection();
        keeper.restore(gc);
        assertThat(remembered()).doesNotContain(A, B);
        waitOut();
        JobReport report = keeper.planGc();

        assertThat(purges(report)).doesNotContain(A, B);
        assertThat(keeper.store.keys()).contains(A, B);
    }

    @Test
    void youngMarkerOfAnotherOnTopWaits() {
        keeper.pass(GRACE.dividedBy(2));
        keeper.store.deleteAgain(A);
        keeper.pass(GRACE.dividedBy(2));
        keeper.pass(MOMENT);

        assertThat(purges(keeper.gc())).contains(B).doesNotContain(A);
        keeper.pass(GRACE.dividedBy(2));
        assertThat(purges(keeper.gc())).contains(A);
        assertThat(keeper.store.versions(A)).isEmpty();
    }

    @Test
    void onlyMarkersLeftGoToo() {
        keeper.store
                .ports()
                .hidden()
                .versions()
                .remove(List.of(keeper.store.versions(A).get(1)));
        waitOut();

        assertThat(purges(keeper.gc())).contains(A);
        assertThat(keeper.store.versions(A)).isEmpty();
    }

    @Test
    void whatSomebodyElseRemovedIsForgotten() {
        keeper.store.ports().hidden().versions().remove(keeper.store.versions(A));
        waitOut();

        assertThat(purges(keeper.planGc())).doesNotContain(A);
        assertThat(remembered()).doesNotContain(A).contains(B);
    }

    @Test
    void youngDeletionIsNotForgottenThoughTheListingLacksIt() {
        keeper.store.faults().omitFromListings(key -> key.text().equals(A));
        keeper.planGc();

        assertThat(remembered()).contains(A);
    }

    @Test
    void heldKeyStays() {
        keeper.state
                .holds()
                .add(
                        LOCATION,
                        new Hold("h", new HoldTarget.OfKey(A), "audit", "who", VersionedKeeper.NOW, Optional.empty()));
        waitOut();

        JobReport report = keeper.gc();

        assertThat(spared(report.plan().orElseThrow())).contains("held " + A);
        assertThat(keeper.store.versions(A)).hasSize(2);
    }

    @Test
    void holdThatComesBeforeTheBatchKeepsToo() {
        waitOut();
        boolean[] done = {false};
        keeper.store.beforeCall(call -> {
            if (call.is(Op.CREATE) && !done[0]) {
                done[0] = true;
                keeper.state
                        .holds()
                        .add(
                                LOCATION,
                                new Hold(
                                        "h",
                                        new HoldTarget.OfKey(A),
                                        "audit",
                                        "who",
                                        VersionedKeeper.NOW,
                                        Optional.empty()));
            }
        });

        keeper.gc();

        assertThat(keeper.store.versions(A)).hasSize(2);
        assertThat(keeper.store.versions(B)).isEmpty();
    }

    @Test
    void keyThatALiveVersionNamesStaysEvenIfItsLossIsRecorded() {
        keeper.commit(2, List.of(head), "data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
        keeper.store.put(FakeRepository.key(head, "ducklake.duckdb"), VersionedKeeper.text(A));
        keeper.state.losses().record(LOCATION, new io.fdlkeeper.hold.Loss(A, "gone", "who", VersionedKeeper.NOW));
        waitOut();

        JobReport report = keeper.gc();

        assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(spared(report.plan().orElseThrow())).contains("hidden-named " + A);
        assertThat(keeper.store.versions(A)).hasSize(2);
    }

    @Test
    void keyThatALateVersionNamesIsSpared() {
        waitOut();
        boolean[] done = {false};
        keeper.store.beforeCall(call -> {
            if (call.is(Op.CREATE) && !done[0]) {
                done[0] = true;
                keeper.commit(2, List.of(head), "data/t/1.parquet", A);
                keeper.store.remove(A);
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcomes()).containsKey(ItemOutcome.SPARED);
        assertThat(keeper.store.versions(A)).isNotEmpty();
    }

    @Test
    void keyWithAnUploadUnderWayStays() {
        waitOut();
        keeper.store.beginUpload(A, keeper.store.now());

        JobReport report = keeper.gc();

        assertThat(purges(report)).doesNotContain(A).contains(B);
        assertThat(spared(report.plan().orElseThrow())).contains("hidden-named " + A);
    }

    @Test
    void restoredBetweenPlanAndPurgeIsLeft() {
        waitOut();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_VERSIONS) && call.key().equals(A) && !keeper.store.exists(A)) {
                keeper.store
                        .ports()
                        .hidden()
                        .versions()
                        .remove(List.of(keeper.store.versions(A).get(0)));
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.CHANGED).objects()).isEqualTo(1);
        assertThat(keeper.store.exists(A)).isTrue();
    }

    @Test
    void deletedAgainBetweenPlanAndPurgeIsLeft() {
        waitOut();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_VERSIONS)
                    && call.key().equals(A)
                    && keeper.store.versions(A).size() == 2) {
                keeper.store.deleteAgain(A);
            }
        });

        assertThat(keeper.gc().outcomes().get(ItemOutcome.CHANGED).objects()).isEqualTo(1);
        assertThat(keeper.store.versions(A)).hasSize(3);
    }

    @Test
    void lockedVersionIsRefusedAndItsMarkerStays() {
        waitOut();
        keeper.store.faults().lockVersions(version -> version.key().text().equals(A) && !version.deleteMarker());

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.REFUSED).objects()).isEqualTo(1);
        assertThat(keeper.state.journals().results(run(report)))
                .anyMatch(entry -> entry.key().equals(A)
                        && entry.result().equals("refused")
                        && entry.detail().contains("locked"));
        assertThat(keeper.store.versions(A)).hasSize(2);
        assertThat(keeper.store.exists(A)).isFalse();
        assertThat(remembered()).contains(A).doesNotContain(B);
    }

    @Test
    void versionThatDoesNotGoKeepsItsMarkerSoThatNothingComesBack() {
        waitOut();
        keeper.store
                .faults()
                .failWhen(call -> call.is(Op.REMOVE_VERSION) && call.key().equals(A));

        JobReport report = keeper.gc();

        assertThat(report.outcomes().get(ItemOutcome.FAILED).objects()).isEqualTo(1);
        assertThat(keeper.store.exists(A)).isFalse();
        assertThat(keeper.store.versions(A)).hasSize(2);
        keeper.store.faults().none();
        assertThat(purges(keeper.gc())).contains(A);
        assertThat(keeper.store.versions(A)).isEmpty();
    }

    @Test
    void storeWhoseWordIsNotTrueIsNotBelieved() {
        waitOut();
        keeper.store.faults().pretendToRemoveVersions(key -> key.text().equals(A));

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.FAILED).objects()).isEqualTo(1);
        assertThat(remembered()).contains(A).doesNotContain(B);
    }

    @Test
    void keyWrittenAnewDuringThePurgeIsTheWritersAndThePurgeIsDone() {
        waitOut();
        boolean[] done = {false};
        keeper.store.afterCall(call -> {
            if (call.is(Op.REMOVE_VERSION)
                    && call.key().equals(A)
                    && !done[0]
                    && keeper.store.versions(A).isEmpty()) {
                done[0] = true;
                keeper.store.put(A, "written anew");
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.store.text(A)).contains("written anew");
    }

    @Test
    void listingThatBreaksOffPurgesNothingMoreAndHindersNoCollection() {
        waitOut();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_VERSIONS)) {
                throw new io.fdlkeeper.store.StoreException("The store does not allow it (s3:ListBucketVersions).");
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.notes()).anyMatch(note -> note.contains("s3:ListBucketVersions"));
        assertThat(keeper.store.versions(A)).hasSize(2);
        assertThat(remembered()).contains(A);
    }

    @Test
    void storeThatDoesNotTellWhatItKeepsIsNotPurged() {
        keeper.store.versioning(Versioning.UNKNOWN);
        waitOut();

        JobReport report = keeper.gc();

        assertThat(report.notes()).anyMatch(note -> note.contains("does not tell whether it keeps old versions"));
        assertThat(keeper.store.versions(A)).hasSize(2);
    }

    @Test
    void versionThatAWriterMayReplaceWhileVersioningIsSuspendedStays() {
        keeper.store.versioning(Versioning.SUSPENDED);
        keeper.store.put(A, "again");
        keeper.store.deleteAgain(A);
        waitOut();
        waitOut();

        assertThat(purges(keeper.gc())).doesNotContain(A).contains(B);
        assertThat(keeper.store.versions(A)).anyMatch(StoredVersion::isReplaceable);
    }

    @Test
    void suspendedVersionsArePurgedToo() {
        keeper.store.versioning(Versioning.SUSPENDED);
        waitOut();

        assertThat(purges(keeper.gc())).contains(A, B);
        assertThat(keeper.store.versions(A)).isEmpty();
    }

    @Test
    void mostOfWhatIsKeptNeedsAPerson() {
        for (int i = 0; i < 9; i++) {
            keeper.store.put("data/t/more-" + i + ".parquet", "x");
        }
        keeper.safety = new io.fdlkeeper.gc.GcSafety(
                GRACE,
                GRACE,
                1,
                keeper.safety.skewWarn(),
                keeper.safety.skewLimit(),
                keeper.safety.rootCheckValid(),
                keeper.safety.suffixes());
        keeper.gcAfterGrace();
        keeper.safety = io.fdlkeeper.gc.GcSafety.DEFAULT.withGrace(GRACE);
        waitOut();

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.NEEDS_APPROVAL);
        assertThat(report.plan().orElseThrow().header().needsApproval()).containsExactly(Approval.SHARE);
    }

    @Test
    void capLeavesKeysForLater() {
        waitOut();
        keeper.limits = new RunLimits(
                new RunCap(1, Long.MAX_VALUE), 1, RunLimits.DEFAULT.planValidity(), OldVersions.PURGE_OURS);

        JobReport report = keeper.gc();

        assertThat(report.plan().orElseThrow().header().items().objects()).isEqualTo(1);
        assertThat(report.plan().orElseThrow().header().capped()).isPositive();
    }

    @Test
    void catalogsOfExpiredVersionsGoToo() {
        keeper.pass(Duration.ofHours(1));
        keeper.commit(2, List.of(head), "data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
        JobReport retention = keeper.retention();
        assertThat(retention.space().freedBytes()).isZero();
        assertThat(retention.space().hiddenBytes()).isPositive();
        String catalog = FakeRepository.key(head, "ducklake.duckdb");
        waitOut();

        assertThat(purges(keeper.gc())).contains(catalog);
        assertThat(keeper.store.versions(catalog)).isEmpty();
    }

    @Test
    void catalogOfAVersionThatIsNotExpiredAnyMoreStays() {
        keeper.pass(Duration.ofHours(1));
        keeper.commit(2, List.of(head), "data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
        keeper.retention();
        String catalog = FakeRepository.key(head, "ducklake.duckdb");
        waitOut();
        keeper.store.put(FakeRepository.key(head, "catalogs/other.duckdb"), VersionedKeeper.text("data/t/1.parquet"));

        JobReport report = keeper.gc();

        assertThat(spared(report.plan().orElseThrow())).contains("hidden-version-not-expired " + catalog);
        assertThat(keeper.store.versions(catalog)).hasSize(2);
    }

    @Test
    void whatWasPurgedCannotBeRestoredAndSaysSo() {
        String gc = lastCollection();
        waitOut();
        keeper.gc();

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(spared(report.plan().orElseThrow())).contains("old-version-gone " + A, "old-version-gone " + B);
    }

    @Test
    void storeWithoutVersionsRemembersNothingAndFreesWhatItDeletes() {
        keeper = new VersionedKeeper(scratch);
        keeper.store.versioning(Versioning.NONE);
        keeper.commit(1, List.of(), "data/t/1.parquet", "data/t/2.parquet");
        purgeOurs();
        keeper.store.put(A, "x");

        JobReport report = keeper.gcAfterGrace();

        assertThat(report.space()).isEqualTo(new Space(1, 0));
        assertThat(report.message()).isEqualTo("1 objects of 1 bytes deleted");
        assertThat(remembered()).isEmpty();
        assertThat(keeper.state.runs().find(run(report)).orElseThrow().statistics())
                .containsEntry("space.freed.bytes", 1L)
                .containsEntry("space.hidden.bytes", 0L);
    }

    @Test
    void totalsTellWhatIsHiddenAndWhatMayGo() {
        waitOut();

        var totals = keeper.planGc().plan().orElseThrow().header().totals();

        assertThat(totals.get("hiddenByUs").objects()).isEqualTo(remembered().size());
        assertThat(totals.get("purgeable").objects()).isEqualTo(remembered().size());
        assertThat(totals.get("candidate")).isEqualTo(Totals.NONE);
    }

    private void purgeOurs() {
        keeper.limits = new RunLimits(
                RunLimits.DEFAULT.cap(),
                RunLimits.DEFAULT.batch(),
                RunLimits.DEFAULT.planValidity(),
                OldVersions.PURGE_OURS);
    }

    private void waitOut() {
        keeper.pass(GRACE);
        keeper.pass(MOMENT);
    }

    private String lastCollection() {
        return keeper.state.runs().list(Optional.of(LOCATION), 1).get(0).id();
    }

    private Set<String> remembered() {
        Set<String> keys = new TreeSet<>();
        keeper.state
                .deletions()
                .forEach(
                        LOCATION,
                        (PastDeletion deletion) -> keys.add(deletion.key().text()));
        return keys;
    }

    private static Set<String> purges(JobReport report) {
        Set<String> keys = new TreeSet<>();
        Stream.of(report.plan().orElseThrow())
                .forEach(plan -> plan.forEachItem(item -> {
                    if (item.action() == PlanAction.PURGE) {
                        keys.add(item.subject());
                    }
                }));
        return keys;
    }
}
