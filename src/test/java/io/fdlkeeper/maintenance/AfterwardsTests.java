package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.MemoryKeeper.LOCATION;
import static io.fdlkeeper.maintenance.MemoryKeeper.NOW;
import static io.fdlkeeper.maintenance.MemoryKeeper.OLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks before the first deletion and after the last, crashed runs, and what an operator accepts. */
class AfterwardsTests {

    private final MemoryKeeper keeper = new MemoryKeeper();
    private final FakeStore store = keeper.repository.store;

    @Test
    void aStoreThatKeepsItsPromisesPassesAndKeepsNothing() {
        assertThat(probe()).isEmpty();
        assertThat(store.keys()).noneMatch(key -> key.startsWith(StoreProbe.PREFIX));
        assertThat(store.calls())
                .extracting(call -> call.op())
                .containsExactly(Op.CREATE, Op.CREATE, Op.HEAD, Op.DELETE);
    }

    @Test
    void aStoreThatLetsNobodyWriteIsRefused() {
        store.faults().refuseWrites(key -> true);
        assertThat(probe()).containsExactly("store-probe .fdl-keeper-probe-run-1");
    }

    @Test
    void aKeyThatIsTakenIsRefused() {
        store.put(".fdl-keeper-probe-run-1", "x");
        assertThat(probe()).containsExactly("store-probe .fdl-keeper-probe-run-1");
    }

    @Test
    void aStoreThatOverwritesIsRefusedAndTheProbeRemoved() {
        store.faults().ignoreConditions();
        assertThat(probe()).containsExactly("store-probe .fdl-keeper-probe-run-1");
        assertThat(store.keys()).noneMatch(key -> key.startsWith(StoreProbe.PREFIX));
    }

    @ParameterizedTest
    @CsvSource({"900, false", "-900, false", "901, true", "-901, true"})
    void aStoreWhoseTimeIsNotOursIsRefused(long secondsAhead, boolean refused) {
        store.faults().skew(Duration.ofSeconds(secondsAhead));
        assertThat(probe()).isEqualTo(refused ? List.of("clock-skew .fdl-keeper-probe-run-1") : List.of());
    }

    @Test
    void whatWasDeletedAndIsGoneIsWell() {
        deleted(store.load("data/t/a", "x", OLD), "deleted");
        store.remove("data/t/a");
        assertThat(stillThere()).isEmpty();
    }

    @Test
    void whatWasDeletedAndIsThereIsTold() {
        deleted(store.load("data/t/a", "x", OLD), "deleted");
        deleted(store.load("data/t/u/b", "x", OLD), "deleted");
        deleted(store.load("data/t/c", "x", OLD), "changed");
        store.load("data/t/d", "x", OLD);
        assertThat(stillThere()).containsExactly("data/t/a", "data/t/u/b");
        assertThat(store.calls().stream().filter(call -> call.is(Op.LIST)))
                .extracting(call -> call.key())
                .containsExactly("data/t/");
    }

    @Test
    void whatAnotherPutUnderTheKeySinceIsNoFault() {
        deleted(store.load("data/t/a", "x", OLD), "deleted");
        store.put("data/t/a", "another file");
        assertThat(stillThere()).isEmpty();
    }

    @Test
    void aListingThatLagsBehindIsNotBelieved() {
        deleted(store.load("data/t/a", "x", OLD), "deleted");
        store.freezeListings();
        store.remove("data/t/a");
        assertThat(stillThere()).isEmpty();
    }

    @Test
    void notEveryKeyThatIsStillThereIsTold() {
        for (int i = 0; i < 130; i++) {
            deleted(store.load("data/t/" + i, "x", OLD), "deleted");
        }
        assertThat(stillThere()).hasSize(100);
    }

    @Test
    void aCrashedRunIsClosedWithATrueAccount() {
        keeper.crashed("run-0");
        ListedObject there = store.load("data/t/there", "xx", OLD);
        try (Journal journal = keeper.state.journals().open("run-0")) {
            journal.intend(List.of(
                    step("delete", "data/t/gone", 3), step("delete", there.key().text(), 2)));
            journal.intend(List.of(step("mark", "versions/x/expired.json", 5)));
            journal.record(List.of(step("delete", "data/t/done", 7).with("deleted", "")));
        }
        store.put(".fdl-keeper-probe-run-0", "probe");
        reconcile();
        assertThat(keeper.state.journals().unresolved("run-0")).isEmpty();
        assertThat(keeper.state.journals().results("run-0"))
                .extracting(entry -> entry.action() + " " + entry.key() + " " + entry.result())
                .contains(
                        "delete data/t/gone deleted",
                        "delete data/t/there failed",
                        "mark versions/x/expired.json failed");
        RunRecord closed = keeper.state.runs().find("run-0").orElseThrow();
        assertThat(closed.outcome()).contains(RunOutcome.INTERRUPTED);
        assertThat(closed.endedAt()).contains(NOW);
        assertThat(closed.startedAt()).isEqualTo(OLD);
        assertThat(closed.statistics())
                .containsEntry("outcome.failed.objects", 2L)
                .containsEntry("outcome.failed.bytes", 7L);
        assertThat(store.exists(".fdl-keeper-probe-run-0")).isFalse();
        assertThat(store.exists("data/t/there")).isTrue();
    }

    @Test
    void runsThatEndedAreLeftAlone() {
        keeper.crashed("run-0");
        reconcile();
        RunRecord closed = keeper.state.runs().find("run-0").orElseThrow();
        store.advanceClock(Duration.ofHours(1));
        keeper.ourClock(NOW.plus(Duration.ofHours(1)));
        reconcile();
        assertThat(keeper.state.runs().find("run-0")).contains(closed);
    }

    @Test
    void acceptingALossLetsJobsGoOn() {
        VersionId first = keeper.repository.version(1, OLD);
        VersionId second = keeper.repository.version(2, OLD, first);
        keeper.repository.ref("refs/heads/main", second);
        forget(first);
        AcceptRoots.Missing missing = AcceptRoots.missing(keeper.repository.observe());
        assertThat(missing.versions()).containsExactly(first);
        assertThat(missing.digest()).matches("[0-9a-f]{16}");
        assertThat(accept("0000")).get().asString().contains("has the digest " + missing.digest() + ", not 0000");
        assertThat(accept(missing.digest())).isEmpty();
        Optional<RootSet> kept = keeper.state.rootSets().last(LOCATION);
        assertThat(kept.orElseThrow().missing()).containsExactly(first);
        assertThat(keeper.repository.refused(kept)).isEmpty();
        assertThat(keeper.state.auditEvents())
                .singleElement()
                .satisfies(event -> assertThat(event.action()).isEqualTo("roots-accepted"));
        assertThat(accept(missing.digest())).get().asString().contains("nothing is gone without trace");
    }

    @Test
    void acceptingOneLossKeepsWhatTheLastRunSawBeside() {
        VersionId kept = keeper.repository.version(1, OLD);
        VersionId lost = keeper.repository.version(2, OLD);
        RootSet last = keeper.repository.view().roots();
        keeper.state.rootSets().save(LOCATION, last);
        forget(lost);
        store.faults().omitFromListings(key -> key.startsWith("versions/" + kept));
        Observation observation = keeper.repository.observe(Optional.of(last));
        assertThat(accept(AcceptRoots.missing(observation).digest())).isEmpty();
        assertThat(keeper.state.rootSets().last(LOCATION))
                .contains(new RootSet(last.observedAt(), last.versions(), Map.of(), Set.of(lost)));
        store.faults().none();
        forget(kept);
        assertThat(keeper.repository.refused(keeper.state.rootSets().last(LOCATION)))
                .containsExactly("root-vanished " + kept);
    }

    @Test
    void theDigestNamesExactlyWhatIsGone() {
        VersionId second = keeper.repository.version(2, OLD, History.id(1));
        keeper.repository.ref("refs/heads/main", second);
        String one = AcceptRoots.missing(keeper.repository.observe()).digest();
        keeper.repository.version(4, OLD, History.id(3));
        assertThat(AcceptRoots.missing(keeper.repository.observe()).digest()).isNotEqualTo(one);
    }

    private List<String> probe() {
        try (Lease lease = keeper.state.leases().tryTake(LOCATION, "run-1").orElseThrow()) {
            PlanExecutor executor = new PlanExecutor(
                    store.ports(), lease.permit(), keeper.state.journals().open("run-1"));
            return new StoreProbe(keeper.workplace(), keeper.managed(), executor)
                    .check("run-1").refusals().stream()
                            .map(AfterwardsTests::word)
                            .toList();
        }
    }

    private static String word(Refusal refusal) {
        return refusal.guard().id() + " " + refusal.subject();
    }

    private void reconcile() {
        try (Lease lease = keeper.state.leases().tryTake(LOCATION, "run-1").orElseThrow()) {
            new Reconciliation(keeper.workplace(), keeper.managed()).ofCrashedRuns(lease.permit());
        }
    }

    private Optional<String> accept(String digest) {
        return new AcceptRoots(keeper.workplace()).accept(keeper.managed(), "who", digest);
    }

    private void forget(VersionId id) {
        store.remove(FakeRepository.key(id, "version.json"));
        keeper.repository.removeCatalog(id);
    }

    private List<String> stillThere() {
        return new DeletionCheck(store.ports(), keeper.state.journals()).stillThere("run-1");
    }

    private void deleted(ListedObject object, String result) {
        JournalEntry step =
                new JournalEntry("delete", object.key().text(), object.etag().text(), object.bytes(), result, "");
        try (Journal journal = keeper.state.journals().open("run-1")) {
            journal.record(List.of(step));
        }
    }

    private static JournalEntry step(String action, String key, long bytes) {
        return new JournalEntry(action, key, "e", bytes, "", "");
    }
}
