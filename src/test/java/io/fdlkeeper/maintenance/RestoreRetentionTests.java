package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.VersionedKeeper.items;
import static io.fdlkeeper.maintenance.VersionedKeeper.run;
import static io.fdlkeeper.maintenance.VersionedKeeper.spared;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.fake.Call;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A version taken out of retention lives again: its catalogs first, then its mark, and only if every file it names is there. */
class RestoreRetentionTests {

    private static final String A = "data/t/a.parquet";
    private static final String B = "data/t/b.parquet";

    @TempDir
    Path scratch;

    private VersionedKeeper keeper;
    private VersionId old;
    private VersionId head;

    @BeforeEach
    void twoVersions() {
        keeper = new VersionedKeeper(scratch);
        old = keeper.commit(1, List.of(), A);
        keeper.pass(Duration.ofHours(1));
        head = keeper.commit(2, List.of(old), B, "data/t/c.parquet", "data/t/d.parquet");
        keeper.pass(Duration.ofHours(1));
    }

    @Test
    void versionLivesAgain() {
        String retention = expired();
        assertThat(keeper.store.exists(catalog(old))).isFalse();
        assertThat(keeper.store.exists(mark(old))).isTrue();

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).as(report.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(items(report.plan().orElseThrow()))
                .satisfiesExactly(
                        item -> assertThat(item).startsWith("remove-delete-marker " + catalog(old)),
                        item -> assertThat(item).isEqualTo("unmark " + old + " (marked-by-us)"));
        assertThat(report.message()).startsWith("1 objects of").endsWith("are back, and 1 versions live again");
        assertThat(keeper.store.exists(catalog(old))).isTrue();
        assertThat(keeper.store.exists(mark(old))).isFalse();
        assertThat(keeper.verify().message()).startsWith("all 2 live versions open");
        assertThat(report.notes()).anyMatch(note -> note.contains("at the next retention"));
    }

    @Test
    void catalogIsThereBeforeTheMarkGoes() {
        String retention = expired();
        List<Call> changes = new ArrayList<>();
        keeper.store.afterCall(call -> {
            if (call.op().changes() && !call.key().startsWith(StoreProbe.PREFIX)) {
                changes.add(call);
            }
        });

        keeper.restore(retention);

        assertThat(changes.stream().map(call -> call.op() + " " + call.key()))
                .containsExactly("REMOVE_VERSION " + catalog(old), "DELETE " + mark(old));
    }

    @Test
    void whatPolicyDoesNotKeepGoesAgainUnlessItIsHeld() {
        keeper.restore(expired());

        assertThat(keeper.retention().outcomes()).containsKey(ItemOutcome.DELETED);
        assertThat(keeper.store.exists(catalog(old))).isFalse();
    }

    @Test
    void versionWhoseFilesAreGoneIsNotOfferedToReaders() {
        String retention = expired();
        String gc = run(keeper.gcAfterGrace());
        assertThat(keeper.store.exists(A)).isFalse();

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(spared(report.plan().orElseThrow()))
                .containsExactly("files-gone " + catalog(old), "files-gone " + old);
        assertThat(keeper.store.exists(catalog(old))).isFalse();
        assertThat(keeper.store.exists(mark(old))).isTrue();

        assertThat(keeper.restore(gc).outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.restore(retention).outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.verify().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
    }

    @Test
    void fileThatGoesBetweenPlanAndMarkLeavesTheMark() {
        String retention = expired();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.REMOVE_VERSION)) {
                keeper.store.remove(A);
            }
        });

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes().get(ItemOutcome.SPARED).objects()).isEqualTo(1);
        assertThat(keeper.store.exists(mark(old))).isTrue();
        assertThat(detail(report, old.text())).contains("restore the run that deleted them first");
    }

    @Test
    void catalogThatDoesNotComeBackLeavesTheMark() {
        String retention = expired();
        keeper.store.faults().failWhen(call -> call.is(Op.REMOVE_VERSION));

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(keeper.store.exists(mark(old))).isTrue();
        assertThat(detail(report, old.text())).contains("not all of it is back");
    }

    @Test
    void catalogThatIsNotAllThereLeavesTheMark() {
        String retention = expired();
        keeper.store.faults().failWhen(call -> call.is(Op.READ) && call.key().equals(catalog(old)));
        keeper.catalogs.forgetAll();

        JobReport report = tryRestore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.FAILED);
        assertThat(keeper.store.exists(mark(old))).isTrue();
        assertThat(keeper.store.exists(catalog(old))).isTrue();
        keeper.store.faults().none();
        assertThat(keeper.retention().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.store.exists(catalog(old))).isFalse();
    }

    @Test
    void catalogThatCannotBeReadLeavesTheMark() {
        keeper = new VersionedKeeper(scratch);
        old = keeper.commit(1, List.of(), A);
        keeper.pass(Duration.ofSeconds(1));
        keeper.store.put(catalog(old), "damaged");
        head = keeper.commit(2, List.of(old), B);
        String retention = expired();

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(detail(report, old.text())).contains("cannot be read");
        assertThat(keeper.store.exists(mark(old))).isTrue();
    }

    @Test
    void contentsThatTheirTimesDoNotTellApartAreLeft() {
        keeper = new VersionedKeeper(scratch);
        old = keeper.commit(1, List.of(), A);
        keeper.store.put(catalog(old), VersionedKeeper.text(A));
        head = keeper.commit(2, List.of(old), B);
        String retention = expired();

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(spared(report.plan().orElseThrow()))
                .containsExactly("another-content " + catalog(old), "incomplete " + old);
        assertThat(keeper.store.exists(mark(old))).isTrue();
    }

    @Test
    void namesNobodyReadBeforeAreReadWhenTheCatalogIsBack() {
        String retention = expired();
        keeper.catalogs.forgetAll();
        keeper.store.remove(A);

        JobReport report = keeper.restore(retention);

        assertThat(spared(report.plan().orElseThrow())).isEmpty();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(keeper.store.exists(mark(old))).isTrue();
    }

    @Test
    void markOfAnotherStays() {
        String retention = expired();
        keeper.store.put(mark(old), "{\"reason\":\"retention\",\"run\":\"run-of-another\"}");

        JobReport report = keeper.restore(retention);

        assertThat(spared(report.plan().orElseThrow()))
                .containsExactly("mark-not-ours " + catalog(old), "mark-not-ours " + old);
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(keeper.store.exists(mark(old))).isTrue();
        assertThat(keeper.store.exists(catalog(old))).isFalse();
    }

    @Test
    void withdrawnVersionStaysWithdrawn() {
        String retention = expired();
        keeper.store.put(mark(old), "{\"reason\":\"withdrawn\",\"run\":\"" + retention + "\"}");

        assertThat(spared(keeper.restore(retention).plan().orElseThrow()))
                .containsExactly("withdrawn " + catalog(old), "withdrawn " + old);
        assertThat(keeper.store.exists(catalog(old))).isFalse();
    }

    @Test
    void versionThatOnlyWaitsForItsMarkToStandLivesAgain() {
        keeper.linger = Duration.ofHours(1);
        String marking = expired();
        assertThat(keeper.store.exists(catalog(old))).isTrue();

        JobReport report = keeper.restore(marking);

        assertThat(report.outcome()).as(report.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(items(report.plan().orElseThrow())).containsExactly("unmark " + old + " (marked-by-us)");
        assertThat(keeper.store.exists(mark(old))).isFalse();
    }

    @Test
    void runThatOnlyMarkedIsNotTheOneToRestore() {
        keeper.linger = Duration.ofHours(1);
        String marking = expired();
        keeper.pass(Duration.ofHours(2));
        String finishing = run(keeper.retention());
        assertThat(keeper.store.exists(catalog(old))).isFalse();

        assertThat(spared(keeper.planRestore(marking).plan().orElseThrow()))
                .containsExactly("deleted-by-another-run " + old);
        assertThat(keeper.restore(finishing).outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.verify().message()).startsWith("all 2 live versions open");
    }

    @Test
    void markThatIsGoneAlreadyIsNoHindrance() {
        String retention = expired();
        keeper.store.remove(mark(old));
        assertThat(keeper.verify().refusals().get(0).guard().id()).isEqualTo("catalog-missing");

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.notes()).anyMatch(note -> note.contains("catalog-missing"));
        assertThat(keeper.verify().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
    }

    @Test
    void markReplacedMeanwhileByAnotherIsLeft() {
        String retention = expired();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.REMOVE_VERSION)) {
                keeper.store.put(mark(old), "{\"reason\":\"audit\",\"run\":\"another\"}");
            }
        });

        JobReport report = keeper.restore(retention);

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(keeper.store.text(mark(old)).orElseThrow()).contains("audit");
    }

    @Test
    void runAskedToStopLeavesEveryMark() {
        String retention = expired();
        int[] asked = {0};
        Order order = new Order(
                "tester", java.util.Optional.empty(), false, io.fdlkeeper.run.Progress.SILENT, () -> asked[0]++ >= 1);

        JobReport report = keeper.restore(retention, order);

        assertThat(report.outcome()).isEqualTo(JobOutcome.STOPPED);
        assertThat(keeper.store.exists(catalog(old))).isTrue();
        assertThat(keeper.store.exists(mark(old))).isTrue();
    }

    private JobReport tryRestore(String run) {
        try {
            return keeper.restore(run);
        } catch (io.fdlkeeper.store.StoreException e) {
            return JobReport.of(io.fdlkeeper.run.JobKind.RESTORE, "", JobOutcome.FAILED, e.sentence());
        }
    }

    private String detail(JobReport report, String subject) {
        return keeper.state.journals().results(run(report)).stream()
                .filter(entry -> entry.key().equals(subject))
                .reduce((first, last) -> last)
                .orElseThrow()
                .detail();
    }

    private String expired() {
        JobReport report = keeper.retention();
        assertThat(report.outcome()).as(report.message() + report.notes()).isEqualTo(JobOutcome.SUCCEEDED);
        return run(report);
    }

    private static String catalog(VersionId id) {
        return FakeRepository.key(id, "ducklake.duckdb");
    }

    private static String mark(VersionId id) {
        return FakeRepository.key(id, "expired.json");
    }
}
