package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.VersionedKeeper.items;
import static io.fdlkeeper.maintenance.VersionedKeeper.run;
import static io.fdlkeeper.maintenance.VersionedKeeper.spared;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collection deleted comes back while the store keeps it, and what does not is named with its reason. */
class RestoreGcTests {

    private static final String LIVE = "data/t/live.parquet";
    private static final String A = "data/t/a.parquet";
    private static final String B = "data/t/b.parquet";
    private static final String C = "data/u/c.parquet";

    @TempDir
    Path scratch;

    private VersionedKeeper keeper;

    @BeforeEach
    void orphans() {
        keeper = new VersionedKeeper(scratch);
        keeper.commit(1, List.of(), LIVE, "data/t/live2.parquet", "data/u/live3.parquet");
        for (String key : List.of(A, B, C)) {
            keeper.store.put(key, "content of " + key);
        }
        keeper.safety = keeper.safety.withGrace(VersionedKeeper.GRACE);
    }

    @Test
    void everythingIsThereAgainWithTheContentItHad() {
        var before = new TreeSet<>(keeper.store.keys());
        var etag = keeper.store.object(A).orElseThrow().etag();
        String gc = collected();
        assertThat(keeper.store.keys()).doesNotContain(A, B, C);

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).as(report.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.store.keys()).isEqualTo(before);
        assertThat(keeper.store.object(A).orElseThrow().etag()).isEqualTo(etag);
        assertThat(report.outcomes())
                .containsOnlyKeys(ItemOutcome.RESTORED)
                .containsEntry(ItemOutcome.RESTORED, new Totals(3, 3L * ("content of " + A).length()));
        assertThat(report.message()).isEqualTo("3 objects of 81 bytes are back, and 0 versions live again");
        assertThat(report.notes()).anyMatch(note -> note.contains("goes again after the full grace"));
        assertThat(keeper.state.runs().find(run(report)).orElseThrow().outcome())
                .contains(RunOutcome.SUCCEEDED);
        assertThat(keeper.state.auditEvents()).last().satisfies(event -> {
            assertThat(event.action()).isEqualTo("run-restore");
            assertThat(event.details()).containsEntry("restored", "3").containsEntry("outcome", "succeeded");
        });
    }

    @Test
    void planNamesEachKeyWithItsMarkerAndChangesNothing() {
        String gc = collected();
        int calls = keeper.store.calls().size();

        JobReport report = keeper.planRestore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PLANNED);
        assertThat(items(report.plan().orElseThrow()))
                .containsExactly(
                        "remove-delete-marker " + A + " (deleted-by-run, delete marker " + marker(A) + ")",
                        "remove-delete-marker " + B + " (deleted-by-run, delete marker " + marker(B) + ")",
                        "remove-delete-marker " + C + " (deleted-by-run, delete marker " + marker(C) + ")");
        assertThat(report.plan().orElseThrow().header().settings()).containsEntry("run", gc);
        assertThat(report.message()).isEqualTo("3 objects of 81 bytes can come back, and 0 versions live again");
        assertThat(keeper.store.calls().subList(calls, keeper.store.calls().size()))
                .noneMatch(call -> call.op().changes());
    }

    @Test
    void savedPlanIsExecutedByItsDigestWithoutWhatIsBackMeanwhile() {
        String gc = collected();
        String digest = keeper.planRestore(gc).plan().orElseThrow().header().digest();
        unhide(A);

        JobReport report = keeper.restore(gc, keeper.order().withPlan(digest));

        assertThat(report.outcomes().get(ItemOutcome.SPARED).objects()).isEqualTo(1);
        assertThat(report.outcomes().get(ItemOutcome.RESTORED).objects()).isEqualTo(2);
        assertThat(keeper.store.keys()).contains(A, B, C);
    }

    @Test
    void planOfAnotherRunIsStale() {
        String gc = collected();
        String digest = keeper.planRestore(gc).plan().orElseThrow().header().digest();
        keeper.store.put(A, "another orphan");
        keeper.store.remove(B);
        String second = collected();

        assertThat(keeper.restore(second, keeper.order().withPlan(digest)).outcome())
                .isEqualTo(JobOutcome.STALE);
    }

    @Test
    void whatCannotComeBackIsNamedWithItsReason() {
        String gc = collected();
        keeper.store.put(A, "another content");
        keeper.store.put(B, "another content");
        keeper.store.remove(B);
        keeper.store.ports().hidden().versions().remove(keeper.store.versions(C));

        JobReport report = keeper.restore(gc);

        assertThat(spared(report.plan().orElseThrow()))
                .containsExactlyInAnyOrder("written-since " + A, "another-content " + B, "old-version-gone " + C);
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.notes()).anyMatch(note -> note.contains("written-since") && note.contains(A));
        assertThat(keeper.store.text(A)).contains("another content");
        assertThat(keeper.store.keys()).doesNotContain(B, C);
    }

    @Test
    void onlyDeleteMarkersLeftIsNamed() {
        String gc = collected();
        keeper.store
                .ports()
                .hidden()
                .versions()
                .remove(List.of(keeper.store.versions(A).get(1)));

        assertThat(spared(keeper.planRestore(gc).plan().orElseThrow())).containsExactly("old-version-gone " + A);
    }

    @Test
    void whatIsThereAgainAlreadyIsNoFault() {
        String gc = collected();
        unhide(A);
        unhide(B);
        unhide(C);

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(spared(report.plan().orElseThrow()))
                .containsExactly("already-there " + A, "already-there " + B, "already-there " + C);
        assertThat(report.outcomes()).isEmpty();
    }

    @Test
    void keyDeletedTwiceComesBackThroughBothMarkers() {
        String gc = collected();
        StoredVersion first = keeper.store.versions(A).get(0);
        keeper.pass(Duration.ofSeconds(1));
        keeper.store.versioning(Versioning.SUSPENDED);
        keeper.store.deleteAgain(A);
        keeper.store.versioning(Versioning.ENABLED);

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(items(report.plan().orElseThrow()))
                .contains("remove-delete-marker " + A + " (deleted-by-run, delete marker null, delete marker "
                        + first.versionId() + ")");
        assertThat(keeper.store.exists(A)).isTrue();
    }

    @Test
    void markerThatTheNextWriteReplacesIsLeftWhileVersioningIsSuspended() {
        keeper.restore(collected());
        keeper.store.versioning(Versioning.SUSPENDED);
        keeper.gcAfterGrace();
        String gc = keeper.state.runs().list(Optional.empty(), 1).get(0).id();

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.notes()).anyMatch(note -> note.contains("versioning-suspended"));
        assertThat(keeper.store.exists(A)).isFalse();
        keeper.store.versioning(Versioning.ENABLED);
        assertThat(keeper.restore(gc).outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.store.exists(A)).isTrue();
    }

    @Test
    void orderOfVersionsDoesNotMatter() {
        String gc = collected();
        keeper.store.faults().listVersionsOldestFirst();

        assertThat(keeper.restore(gc).outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.store.keys()).contains(A, B, C);
    }

    @Test
    void olderContentBelowIsNotTakenForTheDeletedOne() {
        keeper.store.put(A, "content of " + A);
        String gc = collected();
        StoredVersion newest = keeper.store.versions(A).get(1);
        keeper.store.ports().hidden().versions().remove(List.of(newest));

        assertThat(spared(keeper.planRestore(gc).plan().orElseThrow())).containsExactly("another-content " + A);
    }

    @Test
    void restoredFilesWaitTheFullGraceAgain() {
        String gc = collected();
        keeper.restore(gc);

        JobReport atOnce = keeper.gc();
        keeper.pass(VersionedKeeper.GRACE.dividedBy(2));
        keeper.gc();
        keeper.pass(VersionedKeeper.GRACE.dividedBy(2));
        JobReport atGrace = keeper.gc();
        assertThat(keeper.store.keys()).contains(A, B, C);
        keeper.pass(Duration.ofMillis(1));
        JobReport after = keeper.gc();

        assertThat(List.of(atOnce, atGrace))
                .allMatch(report -> report.outcomes().isEmpty());
        assertThat(after.outcomes().get(ItemOutcome.DELETED).objects()).isEqualTo(3);
    }

    @Test
    void othersGoOnWaitingAsTheyDid() {
        String gc = collected();
        keeper.store.put("data/t/waits.parquet", "x");
        keeper.planGc();
        var before = rows();
        keeper.restore(gc);

        assertThat(rows()).isEqualTo(before).contains("data/t/waits.parquet");
    }

    @Test
    void restoredFilesWaitAlsoWhereAgeIsTrusted() {
        String gc = collected();
        keeper.restore(gc);

        JobReport atGrace = trustingAge(VersionedKeeper.GRACE);
        assertThat(spared(atGrace.plan().orElseThrow())).contains("first-seen " + A);
        assertThat(keeper.store.keys()).contains(A, B, C);
        JobReport after = trustingAge(Duration.ofMillis(1));

        assertThat(after.outcomes().get(ItemOutcome.DELETED).objects()).isEqualTo(3);
    }

    private JobReport trustingAge(Duration later) {
        keeper.pass(later);
        return new CollectGarbage(keeper.workplace())
                .run(keeper.managed(), keeper.order().trustingAge());
    }

    @Test
    void storeThatRefusesIsPartialInItsOwnWords() {
        String gc = collected();
        keeper.store.faults().refuseDeletes(key -> key.text().equals(A));

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.REFUSED).objects()).isEqualTo(1);
        assertThat(keeper.state.journals().results(run(report)))
                .filteredOn(entry -> entry.key().equals(A))
                .singleElement()
                .satisfies(entry -> assertThat(entry.detail()).contains("does not allow"));
        assertThat(keeper.store.keys()).contains(B, C).doesNotContain(A);
    }

    @Test
    void lostReplyIsLookedAtAndNotTakenForAFailure() {
        String gc = collected();
        keeper.store.faults().loseReplyWhen(call -> call.is(Op.REMOVE_VERSION));

        assertThat(keeper.restore(gc).outcome()).isEqualTo(JobOutcome.SUCCEEDED);
    }

    @Test
    void storeWhoseWordIsNotTrueIsNotBelieved() {
        String gc = collected();
        keeper.store.faults().pretendToRemoveVersions(key -> key.text().equals(A));

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.FAILED).objects()).isEqualTo(1);
        assertThat(keeper.store.keys()).contains(B, C).doesNotContain(A);
    }

    @Test
    void failureIsToldAndTheRunCanBeRestoredAgain() {
        String gc = collected();
        keeper.store
                .faults()
                .failWhen(call -> call.is(Op.REMOVE_VERSION) && call.key().equals(B));
        JobReport first = keeper.restore(gc);
        keeper.store.faults().none();
        JobReport second = keeper.restore(gc);

        assertThat(first.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(first.outcomes().get(ItemOutcome.FAILED).objects()).isEqualTo(1);
        assertThat(second.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.store.keys()).contains(A, B, C);
    }

    @Test
    void writerWhoComesBetweenIsNotOverwritten() {
        String gc = collected();
        boolean[] done = {false};
        keeper.store.beforeCall(call -> {
            if (call.is(Op.REMOVE_VERSION) && call.key().equals(A) && !done[0]) {
                done[0] = true;
                keeper.store.put(A, "written by another");
            }
        });

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.CHANGED).objects()).isEqualTo(1);
        assertThat(keeper.store.text(A)).contains("written by another");
    }

    @Test
    void runThatIsAskedToStopStopsAfterTheBatchInHand() {
        String gc = collected();
        keeper.limits = new RunLimits(RunLimits.DEFAULT.cap(), 1, RunLimits.DEFAULT.planValidity());
        int[] asked = {0};
        Order order = new Order(
                "tester", java.util.Optional.empty(), false, io.fdlkeeper.run.Progress.SILENT, () -> asked[0]++ >= 1);

        JobReport report = keeper.restore(gc, order);

        assertThat(report.outcome()).isEqualTo(JobOutcome.STOPPED);
        assertThat(keeper.store.keys()).contains(A).doesNotContain(B, C);
    }

    @Test
    void storeWithoutVersionsIsRefusedInOneSentence() {
        keeper.store.versioning(Versioning.NONE);
        String gc = collected();

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
        assertThat(report.refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.guard().id()).isEqualTo("no-old-versions");
            assertThat(refusal.detail()).contains("memory://fake/");
        });
    }

    @Test
    void unknownRunIsRefused() {
        assertThat(keeper.planRestore("no-such-run").refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.guard().id()).isEqualTo("run-unknown"));
    }

    @Test
    void runOfAnotherRepositoryIsRefused() {
        keeper.state.runs().begin(new MemoryKeeper().crashedAt("elsewhere", "memory://other/"));

        assertThat(keeper.restore("elsewhere").refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.guard().id()).isEqualTo("run-unknown"));
    }

    @Test
    void runThatNeverEndedIsPlannedOnlyWhenItIsClosed() {
        collected();
        keeper.state.runs().begin(new MemoryKeeper().crashedAt("dead", "memory://fake/"));

        assertThat(keeper.planRestore("dead").refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.detail()).contains("has not ended"));
        assertThat(keeper.restore("dead").outcome()).isEqualTo(JobOutcome.SUCCEEDED);
    }

    @Test
    void listingOfVersionsThatBreaksOffRefuses() {
        String gc = collected();
        keeper.store.faults().failWhen(call -> false);
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_VERSIONS)) {
                keeper.store.faults().breakListingsAfter(1);
            }
        });

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.REFUSED);
        assertThat(report.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.guard().id()).isEqualTo("listing-incomplete"));
        assertThat(keeper.store.keys()).doesNotContain(A, B, C);
    }

    @Test
    void deletionThatWasNotAnsweredComesBackTooIfItWasDone() {
        keeper.planGc();
        keeper.store
                .faults()
                .loseReplyWhen(call -> call.is(Op.DELETE) && call.key().equals(A));
        keeper.store.faults().failWhen(call -> call.is(Op.DELETE) && call.key().equals(B));
        String gc = run(keeper.gcAfterGrace());
        keeper.store.faults().none();
        assertThat(keeper.store.keys()).contains(B).doesNotContain(A, C);

        JobReport report = keeper.restore(gc);

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(spared(report.plan().orElseThrow())).isEmpty();
        assertThat(keeper.store.keys()).contains(A, B, C);
    }

    private void unhide(String key) {
        keeper.store
                .ports()
                .hidden()
                .versions()
                .remove(List.of(keeper.store.versions(key).get(0)));
    }

    private String marker(String key) {
        return keeper.store.versions(key).get(0).versionId();
    }

    private Set<String> rows() {
        Set<String> keys = new TreeSet<>();
        try (var reading = keeper.state.ledger().read("memory://fake/")) {
            reading.rows().forEachRemaining(row -> keys.add(row.key().text()));
        } catch (io.fdlkeeper.gc.LedgerUnreadableException e) {
            throw new AssertionError(e);
        }
        return keys;
    }

    private String collected() {
        JobReport report = keeper.gcAfterGrace();
        assertThat(report.outcome()).as(report.message() + report.notes()).isEqualTo(JobOutcome.SUCCEEDED);
        return run(report);
    }
}
