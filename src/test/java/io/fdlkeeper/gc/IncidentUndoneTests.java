package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In a store that keeps old versions, what was deleted in the window between look and deletion is taken back at once. */
class IncidentUndoneTests {

    private static final String A = "data/t/a.parquet";
    private static final String B = "data/t/b.parquet";

    @TempDir
    Path scratch;

    private FakeCollection gc = new FakeCollection(Path.of(""));
    private VersionId head = History.id(1);

    @BeforeEach
    void twoOrphans() {
        gc = new FakeCollection(scratch);
        gc.store.versioning(Versioning.ENABLED);
        head = gc.repository.version(1, FakeCollection.OLD);
        gc.repository.ref("refs/heads/main", head);
        gc.data("data/t/1.parquet", A, B);
        gc.names.of(head).names("data/t/1.parquet");
    }

    @ParameterizedTest
    @EnumSource(names = {"ENABLED", "UNKNOWN", "SUSPENDED"})
    void fileThatAVersionNamesTooLateIsThereAgain(Versioning kind) {
        Plan plan = gc.plan();
        gc.store.versioning(kind);
        var etag = gc.store.object(A).orElseThrow().etag();
        gc.before(deletionOf(B), () -> commit(2, A));

        GcExecution.Result result = gc.execute(plan);

        assertThat(result.incidents()).containsExactly(A);
        assertThat(result.undone()).containsExactly(A);
        assertThat(gc.store.object(A).orElseThrow().etag()).isEqualTo(etag);
        assertThat(gc.store.exists(B)).isFalse();
        assertThat(result.outcomes())
                .containsEntry(ItemOutcome.DELETED, new Totals(2, 8))
                .containsEntry(ItemOutcome.RESTORED, new Totals(1, 4));
        assertThat(result.hidden()).isEqualTo(new Totals(1, 4));
        assertThat(result.freed()).isEqualTo(Totals.NONE);
        assertThat(resultsOf(A)).containsExactly("delete deleted", "remove-delete-marker restored", "delete restored");
    }

    @Test
    void withoutOldVersionsNothingCanBeTakenBack() {
        gc.store.versioning(Versioning.NONE);
        Plan plan = gc.plan();
        gc.before(deletionOf(B), () -> commit(2, A));

        GcExecution.Result result = gc.execute(plan);

        assertThat(result.incidents()).containsExactly(A);
        assertThat(result.undone()).isEmpty();
        assertThat(result.freed()).isEqualTo(new Totals(2, 8));
        assertThat(result.hidden()).isEqualTo(Totals.NONE);
        assertThat(gc.store.calls()).noneMatch(call -> call.is(Op.LIST_VERSIONS));
    }

    @Test
    void whatTheStoreDoesNotShowAnyMoreStaysAnIncident() {
        Plan plan = gc.plan();
        gc.before(deletionOf(B), () -> {
            commit(2, A);
            gc.store
                    .ports()
                    .hidden()
                    .versions()
                    .remove(List.of(gc.store.versions(A).get(1)));
        });

        GcExecution.Result result = gc.execute(plan);

        assertThat(result.incidents()).containsExactly(A);
        assertThat(result.undone()).isEmpty();
    }

    @Test
    void anotherContentBelowTheMarkerIsNotBroughtBack() {
        gc.store.put(A, "an older content");
        gc.store.load(A, "data", gc.store.now().plusSeconds(1));
        gc.safety = gc.safety.withGrace(Duration.ZERO);
        gc.store.advanceClock(Duration.ofDays(9));
        Plan plan = gc.plan();
        gc.before(deletionOf(B), () -> {
            commit(2, A);
            StoredVersion deleted = gc.store.versions(A).get(1);
            gc.store.ports().hidden().versions().remove(List.of(deleted));
        });

        GcExecution.Result result = gc.execute(plan);

        assertThat(result.incidents()).contains(A);
        assertThat(result.undone()).doesNotContain(A);
        assertThat(gc.store.exists(A)).isFalse();
    }

    @Test
    void markerThatTheStoreDoesNotLetGoStaysAnIncident() {
        Plan plan = gc.plan();
        gc.before(deletionOf(B), () -> {
            commit(2, A);
            gc.store.faults().failWhen(call -> call.is(Op.REMOVE_VERSION));
        });

        GcExecution.Result result = gc.execute(plan);

        assertThat(result.incidents()).containsExactly(A);
        assertThat(result.undone()).isEmpty();
        assertThat(result.hidden()).isEqualTo(new Totals(2, 8));
    }

    @Test
    void versionsThatCannotBeListedLeaveTheIncident() {
        Plan plan = gc.plan();
        gc.before(deletionOf(B), () -> {
            commit(2, A);
            gc.store.faults().failWhen(call -> call.is(Op.LIST_VERSIONS));
        });

        GcExecution.Result result = gc.execute(plan);

        assertThat(result.incidents()).containsExactly(A);
        assertThat(result.undone()).isEmpty();
    }

    @Test
    void versionFinishedWhileItsFolderWentHasAllOfItAgainAndNoMark() {
        VersionId late = gc.repository.unfinished(2, FakeCollection.OLD);
        Plan plan = gc.plan();
        String catalog = FakeRepository.key(late, "ducklake.duckdb");
        gc.before(
                deletionOf(catalog),
                () -> gc.store.put(
                        FakeRepository.key(late, "version.json"), FakeRepository.record(late, FakeCollection.NOW)));

        GcExecution.Result result = gc.execute(plan);

        assertThat(gc.store.exists(catalog)).isTrue();
        assertThat(gc.store.exists(FakeRepository.key(late, "expired.json"))).isFalse();
        assertThat(result.incidents()).contains(FakeRepository.key(late, "version.json"));
        assertThat(result.undone()).contains(FakeRepository.key(late, "version.json"));
    }

    @Test
    void versionOfWhichSomethingStaysGoneGetsItsMark() {
        VersionId late = gc.repository.unfinished(2, FakeCollection.OLD);
        Plan plan = gc.plan();
        String catalog = FakeRepository.key(late, "ducklake.duckdb");
        gc.before(deletionOf(catalog), () -> {
            gc.store.put(FakeRepository.key(late, "version.json"), FakeRepository.record(late, FakeCollection.NOW));
            gc.store.faults().failWhen(call -> call.is(Op.REMOVE_VERSION));
        });

        GcExecution.Result result = gc.execute(plan);

        assertThat(gc.store.exists(FakeRepository.key(late, "expired.json"))).isTrue();
        assertThat(result.undone()).isEmpty();
    }

    private void commit(int number, String... keys) {
        VersionId id = gc.repository.version(number, gc.store.now(), head);
        gc.repository.ref("refs/heads/main", id);
        gc.names.of(id).names(keys);
    }

    private List<String> resultsOf(String key) {
        return gc.state.journals().results(FakeCollection.RUN).stream()
                .filter(entry -> entry.key().equals(key))
                .map(IncidentUndoneTests::actionAndResult)
                .toList();
    }

    private static String actionAndResult(JournalEntry entry) {
        return entry.action() + " " + entry.result();
    }

    private static Predicate<Call> deletionOf(String key) {
        return call -> call.is(Op.DELETE) && call.key().equals(key);
    }
}
