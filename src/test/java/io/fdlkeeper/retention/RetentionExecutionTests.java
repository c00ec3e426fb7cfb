package io.fdlkeeper.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanBuilder;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Executes small plans on a store in memory while others act in between. */
class RetentionExecutionTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofDays(20));
    private static final String RUN = "run-1";

    private final FakeRepository repository = new FakeRepository(NOW);
    private final FakeStore store = repository.store;
    private final InMemoryState state = new InMemoryState();
    private final List<VersionId> namesRecorded = new ArrayList<>();
    private final VersionId first = repository.version(1, OLD);
    private final VersionId second = repository.version(2, OLD, first);
    private final VersionId third = repository.version(3, OLD, second);
    private Holds holds = Holds.NONE;
    private Duration linger = Duration.ZERO;
    private StopToken stop = StopToken.NEVER;
    private Predicate<PlanItem> allowed = item -> true;

    RetentionExecutionTests() {
        repository.ref("refs/heads/main", third);
    }

    @Test
    void marksFirstAndDeletesTheCatalogThen() {
        RetentionExecution.Result result = execute(expire(first));
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(1, 9)));
        assertThat(result.refusals()).isEmpty();
        assertThat(result.stopped()).isFalse();
        assertThat(folder(first)).containsExactly("expired.json", "version.json");
        assertThat(store.text(FakeRepository.key(first, "expired.json")).orElseThrow())
                .contains("\"reason\" : \"retention\"")
                .contains("\"expired_at\" : \"2026-11-30T12:00:00Z\"")
                .contains("\"run\" : \"run-1\"");
        assertThat(changes())
                .containsExactly(
                        "CREATE " + FakeRepository.key(first, "expired.json"),
                        "DELETE " + FakeRepository.key(first, "ducklake.duckdb"));
        assertThat(namesRecorded).contains(first);
        assertThat(journal()).containsExactly("mark written", "delete deleted", "expire deleted");
    }

    @Test
    void recordsNamesBeforeTheMarkIsPut() {
        List<Boolean> markedWhenRecorded = new ArrayList<>();
        store.beforeCall(call -> {
            if (call.op() == Op.CREATE) {
                markedWhenRecorded.add(namesRecorded.contains(first));
            }
        });
        execute(expire(first));
        assertThat(markedWhenRecorded).containsExactly(true);
    }

    @Test
    void catalogsBesideTheMainOneAndLogsGoToo() {
        store.load(FakeRepository.key(first, "catalogs/geo.duckdb"), "more", OLD);
        store.load(FakeRepository.key(first, "ducklake.duckdb.wal"), "log", OLD);
        store.load(FakeRepository.key(first, "dataset.json"), "{}", OLD);
        store.load(FakeRepository.key(first, "files.json"), "{}", OLD);
        execute(expire(first));
        assertThat(folder(first)).containsExactly("dataset.json", "expired.json", "files.json", "version.json");
    }

    @Test
    void aMarkThatLingersKeepsTheCatalog() {
        linger = Duration.ofHours(1);
        RetentionExecution.Result result = execute(expire(first));
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.MARKED, new Totals(1, 9)));
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "expired.json", "version.json");
        assertThat(journal()).containsExactly("mark written", "expire marked");
    }

    @Test
    void anItemThatIsNoneTodayIsSpared() {
        allowed = item -> !item.subject().equals(first.text());
        RetentionExecution.Result result = execute(expire(first), expire(second));
        assertThat(result.outcomes())
                .isEqualTo(Map.of(ItemOutcome.SPARED, new Totals(1, 9), ItemOutcome.DELETED, new Totals(1, 9)));
        assertThat(folder(first)).contains("ducklake.duckdb").doesNotContain("expired.json");
    }

    @Test
    void aVersionThatIsNotThereIsSpared() {
        VersionId gone = io.fdlkeeper.repository.History.id(9);
        assertThat(execute(expire(gone)).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(changes()).isEmpty();
    }

    @Test
    void aRefThatComesBeforeTheMarkSpares() {
        before(Op.LIST, "refs/", 1, () -> repository.ref("refs/tags/late", first));
        RetentionExecution.Result result = execute(expire(first));
        assertThat(result.outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(changes()).isEmpty();
        assertThat(detail()).isEqualTo("named by [refs/tags/late]");
    }

    @Test
    void aRefThatComesAfterTheMarkTakesItBack() {
        before(Op.LIST, "refs/", 2, () -> repository.ref("refs/tags/late", first));
        RetentionExecution.Result result = execute(expire(first));
        assertThat(result.outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "version.json");
        assertThat(journal()).containsExactly("mark written", "unmark deleted", "expire spared");
    }

    @Test
    void aRefThatComesAfterTheMarkToAVersionWithoutACatalogIsTold() {
        before(Op.LIST, "refs/", 2, () -> {
            repository.ref("refs/tags/late", first);
            repository.removeCatalog(first);
        });
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
        assertThat(folder(first)).containsExactly("expired.json", "version.json");
    }

    @Test
    void aRefThatMovedAwayStillProtectsInThisRun() {
        Plan plan = plan(expire(third));
        RepositoryView view = repository.view();
        repository.ref("refs/heads/main", second);
        RetentionExecution.Result result = execute(view, plan);
        assertThat(result.outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(folder(third)).contains("ducklake.duckdb");
    }

    @Test
    void aHoldThatComesBeforeTheMarkSpares() {
        holds = hold(first);
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(detail()).isEqualTo("hold h1: audit");
        assertThat(changes()).isEmpty();
    }

    @Test
    void aHoldThatComesAfterTheMarkTakesItBack() {
        before(Op.LIST, "refs/", 2, () -> holds = hold(first));
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "version.json");
    }

    @Test
    void refsThatCannotBeReadBeforeTheMarkStopTheRun() {
        before(Op.LIST, "refs/", 1, () -> store.put("refs/heads/bad", "no id"));
        RetentionExecution.Result result = execute(expire(first), expire(second));
        assertThat(result.refusals()).extracting(Refusal::guard).containsExactly(Guard.REF_UNREADABLE);
        assertThat(result.outcomes()).isEmpty();
        assertThat(changes()).isEmpty();
    }

    @Test
    void refsThatCannotBeReadAfterTheMarkLeaveTheCatalog() {
        before(Op.LIST, "refs/", 2, () -> store.put("refs/heads/bad", "no id"));
        RetentionExecution.Result result = execute(expire(first), expire(second));
        assertThat(result.refusals()).extracting(Refusal::guard).containsExactly(Guard.REF_UNREADABLE);
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.MARKED, new Totals(1, 9)));
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "expired.json", "version.json");
        assertThat(folder(second)).doesNotContain("expired.json");
    }

    @Test
    void stopsBetweenVersions() {
        stop = () -> !changes().isEmpty();
        RetentionExecution.Result result = execute(expire(first), expire(second));
        assertThat(result.stopped()).isTrue();
        assertThat(result.outcomes()).isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(1, 9)));
        assertThat(folder(second)).contains("ducklake.duckdb").doesNotContain("expired.json");
    }

    @Test
    void aStoreThatRefusesTheMarkKeepsTheCatalog() {
        store.faults().refuseWrites(key -> true);
        RetentionExecution.Result result = execute(expire(first));
        assertThat(result.outcomes()).containsOnlyKeys(ItemOutcome.REFUSED);
        assertThat(detail()).contains("does not allow writing");
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "version.json");
    }

    @Test
    void aMarkThatAnotherPutMeanwhileStands() {
        before(Op.CREATE, "", 1, () -> repository.mark(first, "withdrawn", NOW));
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
        assertThat(store.text(FakeRepository.key(first, "expired.json")).orElseThrow())
                .contains("withdrawn");
        assertThat(journal().get(0)).isEqualTo("mark not-written");
    }

    @Test
    void aMarkThatCameAndWentAgainIsTriedInTheNextRun() {
        before(Op.CREATE, "", 1, () -> repository.mark(first, "retention", NOW));
        after(Op.CREATE, () -> store.remove(FakeRepository.key(first, "expired.json")));
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
        assertThat(detail()).isEqualTo("the mark was not put; the next run tries again");
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "version.json");
    }

    @Test
    void aCatalogThatTheStoreKeepsMakesTheVersionRefused() {
        store.load(FakeRepository.key(first, "catalogs/geo.duckdb"), "more", OLD);
        store.faults().refuseDeletes(key -> key.lastSegment().equals("geo.duckdb"));
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.REFUSED);
        assertThat(folder(first)).containsExactly("catalogs/geo.duckdb", "expired.json", "version.json");
    }

    @Test
    void aCatalogThatTheStoreDoesNotAnswerForMakesTheVersionFailed() {
        store.load(FakeRepository.key(first, "catalogs/geo.duckdb"), "more", OLD);
        store.faults().failWhen(call -> call.op() == Op.DELETE && call.key().endsWith("geo.duckdb"));
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
    }

    @Test
    void aCatalogThatChangesMeanwhileIsLeft() {
        before(Op.DELETE, "", 1, () -> store.put(FakeRepository.key(first, "ducklake.duckdb"), "other"));
        assertThat(execute(expire(first)).outcomes()).containsOnlyKeys(ItemOutcome.CHANGED);
        assertThat(folder(first)).contains("ducklake.duckdb");
    }

    @Test
    void finishingDeletesTheCatalogsOfAMarkedVersion() {
        repository.mark(first, "retention", OLD);
        assertThat(execute(finish(first)).outcomes()).isEqualTo(Map.of(ItemOutcome.DELETED, new Totals(1, 9)));
        assertThat(folder(first)).containsExactly("expired.json", "version.json");
        assertThat(namesRecorded).containsExactly(first);
    }

    @Test
    void finishingSparesWhatARefNamesByNow() {
        repository.mark(first, "retention", OLD);
        before(Op.LIST, "refs/", 1, () -> repository.ref("refs/tags/late", first));
        assertThat(execute(finish(first)).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(folder(first)).contains("ducklake.duckdb");
    }

    @Test
    void finishingSparesAVersionWhoseMarkIsGone() {
        repository.mark(first, "retention", OLD);
        Plan plan = plan(finish(first));
        RepositoryView view = repository.view();
        store.remove(FakeRepository.key(first, "expired.json"));
        assertThat(execute(view, plan).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(detail()).isEqualTo("its mark is gone");
        assertThat(folder(first)).contains("ducklake.duckdb");
    }

    @Test
    void finishingWhatIsGoneAlreadyIsNoFault() {
        repository.mark(first, "retention", OLD);
        Plan plan = plan(finish(first));
        RepositoryView view = repository.view();
        repository.removeCatalog(first);
        assertThat(execute(view, plan).outcomes()).containsOnlyKeys(ItemOutcome.ALREADY_ABSENT);
    }

    @Test
    void unmarkingTakesOurMarkBack() {
        repository.markOfRun(first, "run-0", OLD);
        repository.ref("refs/tags/back", first);
        assertThat(execute(unmark(first)).outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
        assertThat(folder(first)).containsExactly("ducklake.duckdb", "version.json");
        assertThat(journal()).containsExactly("unmark deleted", "unmark deleted");
    }

    @Test
    void unmarkingSparesWhatNothingProtectsAnyMore() {
        repository.markOfRun(first, "run-0", OLD);
        assertThat(execute(unmark(first)).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(folder(first)).contains("expired.json");
    }

    @Test
    void unmarkingLeavesAMarkThatTookThePlaceOfOurs() {
        repository.markOfRun(first, "run-0", OLD);
        repository.ref("refs/tags/back", first);
        Plan plan = plan(unmark(first));
        RepositoryView view = repository.view();
        repository.mark(first, "withdrawn", NOW);
        assertThat(execute(view, plan).outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(detail()).isEqualTo("the mark is not ours");
        assertThat(store.text(FakeRepository.key(first, "expired.json")).orElseThrow())
                .contains("withdrawn");
    }

    @Test
    void unmarkingWhatHasNoMarkAnyMoreIsNoFault() {
        repository.markOfRun(first, "run-0", OLD);
        repository.ref("refs/tags/back", first);
        Plan plan = plan(unmark(first));
        RepositoryView view = repository.view();
        store.remove(FakeRepository.key(first, "expired.json"));
        assertThat(execute(view, plan).outcomes()).containsOnlyKeys(ItemOutcome.ALREADY_ABSENT);
    }

    @Test
    void unmarkingLeavesTheMarkWhereTheMainCatalogIsGone() {
        store.load(FakeRepository.key(first, "catalogs/geo.duckdb"), "more", OLD);
        repository.removeCatalog(first);
        repository.markOfRun(first, "run-0", OLD);
        repository.ref("refs/tags/back", first);
        assertThat(execute(unmark(first)).outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
        assertThat(detail()).isEqualTo("its catalog is gone, so the mark has to stay");
        assertThat(folder(first)).contains("expired.json");
    }

    @Test
    void aCatalogThatGoesWhileTheMarkIsTakenBackGetsTheMarkAgain() {
        repository.markOfRun(first, "run-0", OLD);
        repository.ref("refs/tags/back", first);
        after(Op.DELETE, () -> repository.removeCatalog(first));
        assertThat(execute(unmark(first)).outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
        assertThat(detail()).isEqualTo("its catalog was gone by then, so the mark was put again");
        assertThat(folder(first)).containsExactly("expired.json", "version.json");
    }

    @Test
    void actionsOfACollectionAreRefused() {
        PlanItem foreign =
                new PlanItem(PlanAction.DELETE, first.text(), List.of("orphan"), 1, Optional.empty(), Optional.empty());
        assertThatThrownBy(() -> execute(foreign)).hasMessage("no item of a retention: DELETE");
    }

    @Test
    void withoutTheLeaseNothingIsDone() {
        before(Op.LIST, "refs/", 1, () -> state.loseLease("r"));
        assertThatThrownBy(() -> execute(expire(first))).isInstanceOf(LeaseLostException.class);
        assertThat(changes()).isEmpty();
    }

    @Test
    void progressGoesOneStepForEachVersion() {
        List<String> heard = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void stage(String name, long expected) {
                heard.add(name + " " + expected);
            }

            @Override
            public void advance(long by) {
                heard.add("+" + by);
            }
        };
        execute(repository.view(), plan(expire(first), expire(second)), progress);
        assertThat(heard).containsExactly("expire 2", "+1", "+1");
    }

    private RetentionExecution.Result execute(PlanItem... items) {
        return execute(repository.view(), plan(items));
    }

    private RetentionExecution.Result execute(RepositoryView view, Plan plan) {
        return execute(view, plan, Progress.SILENT);
    }

    private RetentionExecution.Result execute(RepositoryView view, Plan plan, Progress progress) {
        callsBefore = store.calls().size();
        try (Lease lease = state.leases().tryTake("r", RUN).orElseThrow()) {
            PlanExecutor executor = new PlanExecutor(
                    store.ports(), lease.permit(), state.journals().open(RUN));
            VersionExpiry expiry =
                    new VersionExpiry(store.ports(), executor, version -> namesRecorded.add(version.id()), RUN, linger);
            RootWatch watch = new RootWatch(store.ports(), DocumentCache.NONE, view);
            return new RetentionExecution(executor, expiry, watch, () -> holds, view)
                    .execute(plan, allowed, stop, progress);
        }
    }

    private int callsBefore;

    private Plan plan(PlanItem... items) {
        try (PlanBuilder builder = new PlanBuilder(state.plans(), JobKind.RETENTION, "r", NOW, Map.of())) {
            List.of(items).forEach(builder::item);
            return builder.freeze(List.of());
        }
    }

    private static PlanItem expire(VersionId id) {
        return item(PlanAction.EXPIRE, id, 9);
    }

    private static PlanItem finish(VersionId id) {
        return item(PlanAction.FINISH, id, 9);
    }

    private static PlanItem unmark(VersionId id) {
        return item(PlanAction.UNMARK, id, 0);
    }

    private static PlanItem item(PlanAction action, VersionId id, long bytes) {
        return new PlanItem(action, id.text(), List.of("test"), bytes, Optional.empty(), Optional.empty());
    }

    private static Holds hold(VersionId id) {
        return Holds.at(
                NOW, List.of(new Hold("h1", new HoldTarget.OfVersion(id), "audit", "who", NOW, Optional.empty())));
    }

    /** Acts before the call of this kind and prefix with this number, counted from the beginning of the execution. */
    private void before(Op op, String prefix, int number, Runnable action) {
        int[] seen = {0};
        store.beforeCall(call -> {
            if (call.op() == op && call.key().startsWith(prefix) && callsBefore > 0 && ++seen[0] == number) {
                action.run();
            }
        });
    }

    private void after(Op op, Runnable action) {
        store.afterCall(call -> {
            if (call.op() == op) {
                store.afterCall(later -> {});
                action.run();
            }
        });
    }

    /** Returns the calls that change something, in order. */
    private List<String> changes() {
        return store.calls().stream()
                .filter(call -> call.op().changes())
                .map(call -> call.op() + " " + call.key())
                .toList();
    }

    private List<String> folder(VersionId id) {
        String prefix = "versions/" + id + "/";
        return store.keys().stream()
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length()))
                .toList();
    }

    private List<String> journal() {
        return state.journals().results(RUN).stream()
                .map(entry -> entry.action() + " " + entry.result())
                .toList();
    }

    private String detail() {
        List<JournalEntry> entries = state.journals().results(RUN);
        return entries.get(entries.size() - 1).detail();
    }
}
