package io.fdlkeeper.gc;

import static io.fdlkeeper.gc.FakeCollection.NOW;
import static io.fdlkeeper.gc.FakeCollection.OLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.EmptyFolder;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executes a plan of five orphans in batches of two, while writers and operators act in between. */
class GcExecutionTests {

    private static final List<String> ORPHANS =
            List.of("data/t/a.parquet", "data/t/b.parquet", "data/t/c.parquet", "data/t/d.parquet", "data/t/e.parquet");

    @TempDir
    Path scratch;

    private FakeCollection gc = new FakeCollection(Path.of(""));
    private VersionId head = History.id(1);

    @BeforeEach
    void fiveOrphans() {
        gc = new FakeCollection(scratch);
        head = gc.repository.version(1, OLD);
        gc.repository.ref("refs/heads/main", head);
        gc.data("data/t/1.parquet").data(ORPHANS.toArray(String[]::new));
        gc.names.of(head).names("data/t/1.parquet");
    }

    @Test
    void deletesWhatThePlanNamesAndNothingElse() {
        GcExecution.Result result = gc.execute(gc.plan());
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(5, 20)));
        assertThat(result.refusals()).isEmpty();
        assertThat(result.incidents()).isEmpty();
        assertThat(result.stopped()).isFalse();
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet");
        assertThat(GcExecution.of(result, ItemOutcome.DELETED)).isEqualTo(new Totals(5, 20));
        assertThat(GcExecution.of(result, ItemOutcome.FAILED)).isEqualTo(Totals.NONE);
    }

    @Test
    void worksInBatchesAndTellsHowFarItIs() {
        List<String> heard = new ArrayList<>();
        gc.execute(gc.plan(), new Progress() {
            @Override
            public void stage(String name, long expected) {
                heard.add(name + " " + expected);
            }

            @Override
            public void advance(long by) {
                heard.add("+" + by);
            }
        });
        assertThat(heard).containsExactly("delete 5", "+2", "+2", "+1");
    }

    @Test
    void looksAtTheRootsOnceWithinTheTimeALookCounts() {
        Plan plan = gc.plan();
        int before = gc.store.calls().size();
        gc.execute(plan);
        assertThat(looksSince(before)).isEqualTo(2); // before the first batch, and after the last
    }

    @Test
    void looksAgainWhenALookIsTooOld() {
        Plan plan = gc.plan();
        int before = gc.store.calls().size();
        gc.store.afterCall(call -> {
            if (call.is(Op.DELETE)) {
                gc.store.advanceClock(Duration.ofSeconds(31));
            }
        });
        gc.execute(plan);
        // 62 s after the first look the second batch comes; 62 s later the third; then the last look.
        assertThat(looksSince(before)).isEqualTo(4);
    }

    @Test
    void withinASlowBatchTheRootsAreLookedAtAgain() {
        Plan plan = gc.plan();
        int before = gc.store.calls().size();
        gc.store.afterCall(call -> {
            if (call.is(Op.DELETE) && call.key().endsWith("a.parquet")) {
                gc.store.advanceClock(Duration.ofSeconds(61));
                commit(2, "data/t/b.parquet");
            }
        });
        GcExecution.Result result = gc.execute(plan);
        assertThat(looksSince(before)).isEqualTo(3);
        assertThat(result.outcomes())
                .isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(4, 16), ItemOutcome.SPARED, new Totals(1, 4)));
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet");
        assertThat(result.incidents()).isEmpty();
    }

    @Test
    void whatNoLookCountsForIsLeftForTheNextRun() {
        Plan plan = gc.plan();
        gc.rootCheckValid = Duration.ofNanos(-1);
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.SPARED, new Totals(5, 20)));
        assertThat(gc.dataKeys()).containsAll(ORPHANS);
    }

    @Test
    void aLookThatIsExactlyAsOldAsItMayBeStillCounts() {
        Plan plan = gc.plan();
        int before = gc.store.calls().size();
        gc.store.afterCall(call -> {
            if (call.is(Op.DELETE) && call.key().endsWith("a.parquet")) {
                gc.store.advanceClock(Duration.ofSeconds(60));
            }
        });
        gc.execute(plan);
        assertThat(looksSince(before)).isEqualTo(2);
    }

    @Test
    void looksAgainWhenTheClockWentBack() {
        Plan plan = gc.plan();
        int before = gc.store.calls().size();
        gc.store.afterCall(call -> {
            if (call.is(Op.DELETE) && call.key().endsWith("a.parquet")) {
                gc.store.setClock(NOW.minusSeconds(1));
            }
        });
        gc.execute(plan);
        assertThat(looksSince(before)).isEqualTo(3);
    }

    @Test
    void aVersionThatAppearsBeforeTheFirstBatchSpares() {
        Plan plan = gc.plan();
        commit(2, "data/t/b.parquet");
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.outcomes())
                .isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(4, 16), ItemOutcome.SPARED, new Totals(1, 4)));
        assertThat(gc.dataKeys()).contains("data/t/b.parquet");
        assertThat(detailOf("data/t/b.parquet")).isEqualTo("a version that appeared after the plan names it");
        assertThat(result.incidents()).isEmpty();
    }

    @Test
    void aVersionThatAppearsBetweenBatchesSpares() {
        Plan plan = gc.plan();
        gc.rootCheckValid = Duration.ZERO;
        gc.batchSize = 1;
        gc.before(deletionOf("data/t/a.parquet"), () -> {
            commit(2, "data/t/e.parquet");
            gc.store.advanceClock(Duration.ofSeconds(1));
        });
        assertThat(gc.execute(plan).outcomes()).containsEntry(ItemOutcome.SPARED, new Totals(1, 4));
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/e.parquet");
    }

    @Test
    void aVersionThatAppearsTooLateIsAnIncident() {
        Plan plan = gc.plan();
        gc.before(deletionOf("data/t/e.parquet"), () -> commit(2, "data/t/a.parquet", "data/t/1.parquet"));
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.incidents()).containsExactly("data/t/a.parquet");
    }

    @Test
    void everyDeletedKeyThatIsNamedTooLateIsAnIncidentOnce() {
        Plan plan = gc.plan();
        gc.store.faults().refuseDeletes(key -> key.text().endsWith("d.parquet"));
        gc.before(deletionOf("data/t/e.parquet"), () -> commit(2, ORPHANS.toArray(String[]::new)));
        assertThat(gc.execute(plan).incidents())
                .containsExactly("data/t/a.parquet", "data/t/b.parquet", "data/t/c.parquet", "data/t/e.parquet");
    }

    @Test
    void anEmptyPlanLooksAtNothing() {
        ORPHANS.forEach(gc.store::remove);
        Plan plan = gc.plan();
        int before = gc.store.calls().size();
        assertThat(gc.execute(plan).outcomes()).isEmpty();
        assertThat(gc.store.calls()).hasSize(before);
    }

    @Test
    void aMarkedVersionWhoseFolderChangesIsNoRoot() {
        VersionId marked = gc.repository.version(2, OLD);
        gc.repository.mark(marked, "retention", OLD);
        gc.names.of(marked).names("data/t/b.parquet");
        Plan plan = gc.plan();
        gc.store.put(FakeRepository.key(marked, "files.json"), "{}");
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet");
    }

    @Test
    void aHoldThatCameAfterADeletionIsNoIncident() {
        Plan plan = gc.plan();
        gc.before(deletionOf("data/t/e.parquet"), () -> {
            commit(2, "data/t/1.parquet");
            gc.hold("h1", new HoldTarget.OfKey("data/t/"));
        });
        assertThat(gc.execute(plan).incidents()).isEmpty();
    }

    @Test
    void incidentsAreLookedForWhereNobodyKnowsWhatBecameOfADeletion() {
        Plan plan = gc.plan();
        gc.store.faults().loseReplyWhen(call -> call.is(Op.DELETE));
        gc.before(deletionOf("data/t/e.parquet"), () -> commit(2, "data/t/a.parquet"));
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
        assertThat(result.incidents()).containsExactly("data/t/a.parquet");
    }

    @Test
    void rootsThatCannotBeReadAfterTheLastBatchAreTold() {
        Plan plan = gc.plan();
        gc.before(deletionOf("data/t/e.parquet"), () -> gc.names.of(commit(2)).broken());
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.refusals()).extracting(Refusal::guard).containsExactly(Guard.CATALOG_UNREADABLE);
        assertThat(result.outcomes()).containsEntry(ItemOutcome.DELETED, new Totals(5, 20));
    }

    @Test
    void aNewCatalogThatCannotBeReadStops() {
        Plan plan = gc.plan();
        gc.names.of(commit(2)).broken();
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.refusals()).extracting(Refusal::guard).containsExactly(Guard.CATALOG_UNREADABLE);
        assertThat(result.outcomes()).isEmpty();
        assertThat(gc.dataKeys()).hasSize(6);
    }

    @Test
    void anUnfinishedVersionThatAppearsIsARootToo() {
        Plan plan = gc.plan();
        gc.names.of(gc.repository.unfinished(2, NOW)).names("data/t/b.parquet");
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet");
    }

    @Test
    void anUnfinishedVersionThatChangesIsReadAgain() {
        VersionId young = gc.repository.unfinished(2, NOW);
        Plan plan = gc.plan();
        gc.store.put(FakeRepository.key(young, "ducklake.duckdb"), "another catalog");
        gc.names.of(young).names("data/t/b.parquet");
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet");
    }

    @Test
    void aMarkedVersionThatARefNamesAgainIsRead() {
        VersionId marked = gc.repository.version(2, OLD);
        gc.repository.mark(marked, "retention", OLD);
        gc.names.of(marked).names("data/t/b.parquet");
        Plan plan = gc.plan();
        gc.repository.ref("refs/tags/back", marked);
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet");
    }

    @Test
    void aMarkedVersionThatOnlyChangesIsNoRoot() {
        VersionId marked = gc.repository.version(2, OLD);
        gc.repository.mark(marked, "retention", OLD);
        gc.names.of(marked).names("data/t/b.parquet");
        Plan plan = gc.plan();
        gc.repository.removeCatalog(marked);
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet");
    }

    @Test
    void whatTheSqlOfANewVersionMentionsIsSpared() {
        Plan plan = gc.plan();
        gc.names.of(commit(2, "data/t/1.parquet")).sql("read('b.parquet')").http("https://h/data/t/c.parquet");
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet", "data/t/c.parquet");
        assertThat(detailOf("data/t/b.parquet")).contains("SQL");
    }

    @Test
    void aRefToAVersionThatIsNotThereStops() {
        Plan plan = gc.plan();
        gc.repository.ref("refs/tags/x", History.id(9));
        GcExecution.Result result = gc.execute(plan);
        assertThat(result.refusals()).extracting(Refusal::guard).containsExactly(Guard.REF_TO_MISSING_VERSION);
        assertThat(gc.dataKeys()).hasSize(6);
    }

    @Test
    void aHoldPutAfterThePlanSpares() {
        Plan plan = gc.plan();
        gc.hold("h1", new HoldTarget.OfKey("data/t/b.parquet"));
        gc.execute(plan);
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet");
        assertThat(detailOf("data/t/b.parquet")).isEqualTo("hold h1: audit");
    }

    @Test
    void whatIsNoCandidateTodayIsSpared() {
        gc.allowed = item -> !item.subject().equals("data/t/b.parquet");
        gc.execute(gc.plan());
        assertThat(gc.dataKeys()).containsExactly("data/t/1.parquet", "data/t/b.parquet");
        assertThat(detailOf("data/t/b.parquet")).isEqualTo("it is no candidate any more");
    }

    @Test
    void stopsBetweenBatches() {
        gc.stop = () -> !gc.dataKeys().contains("data/t/a.parquet");
        GcExecution.Result result = gc.execute(gc.plan());
        assertThat(result.stopped()).isTrue();
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(2, 8)));
        assertThat(gc.dataKeys()).hasSize(4);
    }

    @Test
    void stopsBeforeTheFirstBatch() {
        gc.stop = () -> true;
        GcExecution.Result result = gc.execute(gc.plan());
        assertThat(result.stopped()).isTrue();
        assertThat(result.outcomes()).isEmpty();
    }

    @Test
    void everyAnswerOfTheStoreIsCounted() {
        Plan plan = gc.plan();
        gc.store.put("data/t/a.parquet", "changed");
        gc.store.remove("data/t/b.parquet");
        gc.store.faults().refuseDeletes(key -> key.text().endsWith("c.parquet"));
        gc.store.faults().failWhen(deletionOf("data/t/d.parquet"));
        assertThat(gc.execute(plan).outcomes())
                .isEqualTo(Map.of(
                        ItemOutcome.CHANGED, new Totals(1, 4),
                        ItemOutcome.ALREADY_ABSENT, new Totals(1, 4),
                        ItemOutcome.REFUSED, new Totals(1, 4),
                        ItemOutcome.FAILED, new Totals(1, 4),
                        ItemOutcome.DELETED, new Totals(1, 4)));
    }

    @Test
    void withoutTheLeaseNothingIsDeleted() {
        Plan plan = gc.plan();
        gc.before(call -> call.is(Op.LIST_LEVEL), () -> gc.state.loseLease("r"));
        assertThatThrownBy(() -> gc.execute(plan)).isInstanceOf(LeaseLostException.class);
        assertThat(gc.dataKeys()).hasSize(6);
    }

    @Test
    void emptyFoldersAreRemovedByTheStore() {
        gc.emptyFolders.add(new EmptyFolder("data/t/p=1/", OLD));
        assertThat(gc.execute(gc.plan()).outcomes()).containsEntry(ItemOutcome.ALREADY_ABSENT, new Totals(1, 0));
        assertThat(gc.store.calls())
                .anyMatch(call -> call.is(Op.REMOVE_FOLDER) && call.key().equals("data/t/p=1/"));
    }

    private void lookBeforeEachDeletion() {
        gc.batchSize = 1;
        gc.store.afterCall(call -> {
            if (call.is(Op.DELETE)) {
                gc.store.advanceClock(gc.rootCheckValid.plusSeconds(1));
            }
        });
    }

    @Test
    void anAbandonedVersionGoesWithItsFolder() {
        VersionId left = gc.repository.unfinished(2, OLD);
        GcExecution.Result result = gc.execute(gc.plan());
        assertThat(gc.under("versions/" + left + "/")).isEmpty();
        assertThat(result.incidents()).isEmpty();
    }

    @Test
    void anAbandonedVersionThatShrinksWhileItGoesIsNoRoot() {
        VersionId left = gc.repository.unfinished(2, OLD);
        gc.store.load(FakeRepository.key(left, "catalogs/a.duckdb"), "x", OLD);
        gc.store.load(FakeRepository.key(left, "dataset.json"), "{}", OLD);
        gc.store.load(FakeRepository.key(left, "files.json"), "{}", OLD);
        lookBeforeEachDeletion();
        GcExecution.Result result = gc.execute(gc.plan());
        assertThat(gc.under("versions/" + left + "/")).isEmpty();
        assertThat(result.outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
    }

    @Test
    void anAbandonedVersionThatGrowsWhileItGoesIsARoot() {
        VersionId left = gc.repository.unfinished(2, OLD);
        gc.store.load(FakeRepository.key(left, "files.json"), "{}", OLD);
        Plan plan = gc.plan();
        lookBeforeEachDeletion();
        gc.before(
                deletionOf(FakeRepository.key(left, "ducklake.duckdb")),
                () -> gc.store.put(FakeRepository.key(left, "dataset.json"), "{}"));
        gc.execute(plan);
        assertThat(gc.under("versions/" + left + "/"))
                .extracting(object -> object.key().lastSegment())
                .containsExactly("dataset.json", "files.json");
    }

    @Test
    void anAbandonedVersionThatAHoldKeepsByNowIsSpared() {
        VersionId left = gc.repository.unfinished(2, OLD);
        Plan plan = gc.plan();
        gc.hold("h1", new HoldTarget.OfVersion(left));
        gc.execute(plan);
        assertThat(gc.under("versions/" + left + "/")).hasSize(1);
        assertThat(detailOf(FakeRepository.key(left, "ducklake.duckdb"))).isEqualTo("hold h1: audit");
    }

    @Test
    void anAbandonedVersionThatIsFinishedBeforehandIsSpared() {
        VersionId late = gc.repository.unfinished(2, OLD);
        Plan plan = gc.plan();
        gc.store.put(FakeRepository.key(late, "version.json"), FakeRepository.record(late, NOW));
        GcExecution.Result result = gc.execute(plan);
        assertThat(gc.under("versions/" + late + "/")).hasSize(2);
        assertThat(detailOf(FakeRepository.key(late, "ducklake.duckdb")))
                .isEqualTo("its version's folder changed after the plan was made");
        assertThat(result.incidents()).isEmpty();
    }

    @Test
    void aVersionFinishedWhileItsFolderWentGetsAMark() {
        VersionId late = gc.repository.unfinished(2, OLD);
        Plan plan = gc.plan();
        String catalog = FakeRepository.key(late, "ducklake.duckdb");
        gc.before(
                deletionOf(catalog),
                () -> gc.store.put(FakeRepository.key(late, "version.json"), FakeRepository.record(late, NOW)));
        GcExecution.Result result = gc.execute(plan);
        assertThat(gc.store.exists(catalog)).isFalse();
        assertThat(gc.store.text(FakeRepository.key(late, "expired.json")).orElseThrow())
                .contains("\"reason\" : \"retention\"")
                .contains("\"run\" : \"run-1\"")
                .contains("2026-11-30T12:00:00Z");
        assertThat(result.incidents()).contains(FakeRepository.key(late, "version.json"));
    }

    @Test
    void aVersionFinishedWithItsCatalogPutAgainIsNeverMarked() {
        VersionId late = gc.repository.unfinished(2, OLD);
        gc.store.load(FakeRepository.key(late, "dataset.json"), "{}", OLD);
        Plan plan = gc.plan();
        String catalog = FakeRepository.key(late, "ducklake.duckdb");
        gc.before(deletionOf(catalog), () -> {
            gc.store.put(catalog, "the catalog again");
            gc.store.put(FakeRepository.key(late, "version.json"), FakeRepository.record(late, NOW));
        });
        GcExecution.Result result = gc.execute(plan);
        assertThat(gc.store.exists(catalog)).isTrue();
        assertThat(gc.store.exists(FakeRepository.key(late, "expired.json"))).isFalse();
        assertThat(result.incidents()).containsExactly(FakeRepository.key(late, "version.json"));
    }

    @Test
    void aVersionFinishedWithAllItsObjectsPutAgainIsNoIncident() {
        VersionId late = gc.repository.unfinished(2, OLD);
        Plan plan = gc.plan();
        String catalog = FakeRepository.key(late, "ducklake.duckdb");
        gc.before(deletionOf(catalog), () -> {
            gc.store.put(catalog, "the catalog again");
            gc.store.put(FakeRepository.key(late, "version.json"), FakeRepository.record(late, NOW));
        });
        assertThat(gc.execute(plan).incidents()).isEmpty();
    }

    @Test
    void aRecordThatCannotBeReadGetsNoMark() {
        VersionId late = gc.repository.unfinished(2, OLD);
        Plan plan = gc.plan();
        gc.before(
                deletionOf(FakeRepository.key(late, "ducklake.duckdb")),
                () -> gc.store.put(FakeRepository.key(late, "version.json"), "{"));
        GcExecution.Result result = gc.execute(plan);
        assertThat(gc.store.exists(FakeRepository.key(late, "expired.json"))).isFalse();
        assertThat(result.incidents()).containsExactly(FakeRepository.key(late, "version.json"));
    }

    @Test
    void rootsThatWereNeverReadCannotBeLookedAtAgain() {
        LiveRoots roots = gc.roots();
        assertThatThrownBy(() -> roots.lookAgain(Duration.ZERO)).hasMessage("the roots were never read");
    }

    private VersionId commit(int number, String... keys) {
        VersionId id = gc.repository.version(number, gc.store.now(), head);
        gc.repository.ref("refs/heads/main", id);
        gc.names.of(id).names(keys);
        return id;
    }

    private static java.util.function.Predicate<Call> deletionOf(String key) {
        return call -> call.is(Op.DELETE) && call.key().equals(key);
    }

    private long looksSince(int call) {
        return gc.store.calls().stream()
                .skip(call)
                .filter(made -> made.is(Op.LIST_LEVEL))
                .count();
    }

    private String detailOf(String key) {
        return gc.state.journals().results(FakeCollection.RUN).stream()
                .filter(entry -> entry.key().equals(key))
                .map(JournalEntry::detail)
                .findFirst()
                .orElseThrow();
    }
}
