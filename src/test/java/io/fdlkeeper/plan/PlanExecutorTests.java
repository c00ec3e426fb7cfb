package io.fdlkeeper.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.LeaseLostException;
import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every step is written down before and after, and none happens without the lease. */
class PlanExecutorTests {

    private static final GoAhead GO = () -> true;
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00Z");

    private final FakeStore store = new FakeStore(TIME);
    private final List<String> told = new ArrayList<>();
    private final List<JournalEntry> recorded = new ArrayList<>();
    private final List<List<DeleteRequest>> requests = new ArrayList<>();
    private final List<GoAhead> goAheads = new ArrayList<>();
    private boolean held = true;
    private DeleteStatus status = DeleteStatus.DELETED;
    private final PlanExecutor executor = new PlanExecutor(ports(), new OurLease().permit(), new Notes());

    @Test
    void aBatchIsIntendedThenAskedForThenRecorded() {
        List<ItemResult> results = executor.delete(List.of(item("data/a"), folder("data/f/"), item("data/b")), GO)
                .results();
        assertThat(told)
                .containsExactly(
                        "intend delete data/a, remove-folder data/f/, delete data/b",
                        "deleter data/a, data/b",
                        "remove data/f/",
                        "record deleted, already-absent, deleted");
        assertThat(results)
                .extracting(result -> result.item().subject() + " " + result.outcome() + " " + result.detail())
                .containsExactly(
                        "data/a DELETED words of data/a",
                        "data/f/ ALREADY_ABSENT empty",
                        "data/b DELETED words of data/b");
        assertThat(recorded.get(0))
                .isEqualTo(new JournalEntry("delete", "data/a", "e data/a", 7, "deleted", "words of data/a"));
        assertThat(requests).containsExactly(List.of(request("data/a"), request("data/b")));
    }

    @Test
    void aDeletionGoesOnOnlyWhileTheCallerAndTheLeaseSaySo() {
        var caller = new AtomicBoolean(true);
        executor.delete(List.of(item("data/a")), caller::get);
        assertThat(goAheads.get(0).stillHolds()).isTrue();
        caller.set(false);
        assertThat(goAheads.get(0).stillHolds()).isFalse();
        caller.set(true);
        executor.delete("unmark", object("versions/x"), "why");
        held = false;
        assertThat(goAheads).extracting(GoAhead::stillHolds).containsExactly(false, false);
    }

    @Test
    void whatNoRequestWasSentForIsHandedBackAndNoted() {
        status = DeleteStatus.NOT_ASKED;
        BatchResult result = executor.delete(List.of(item("data/a"), folder("data/f/")), GO);
        assertThat(result.late()).containsExactly(item("data/a"));
        assertThat(result.results()).extracting(ItemResult::outcome).containsExactly(ItemOutcome.ALREADY_ABSENT);
        assertThat(recorded).extracting(JournalEntry::result).containsExactly("not-asked", "already-absent");
    }

    @Test
    void aSingleDeletionThatNoRequestWasSentForIsSpared() {
        status = DeleteStatus.NOT_ASKED;
        assertThat(executor.delete("unmark", object("versions/x"), "why").outcome())
                .isEqualTo(ItemOutcome.SPARED);
    }

    @Test
    void anEmptyBatchIsNothing() {
        held = false;
        assertThat(executor.delete(List.of(), GO)).isEqualTo(BatchResult.NOTHING);
        assertThat(executor.spare(List.of(), "held")).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aBatchOfFoldersAsksForNoObject() {
        executor.delete(List.of(folder("data/f/")), GO);
        assertThat(requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DELETED, DELETED",
        "ALREADY_ABSENT, ALREADY_ABSENT",
        "CHANGED, CHANGED",
        "REFUSED, REFUSED",
        "FAILED, FAILED"
    })
    void theStoresAnswerIsTheOutcome(DeleteStatus answered, ItemOutcome outcome) {
        status = answered;
        assertThat(executor.delete(List.of(item("data/a")), GO).results())
                .extracting(ItemResult::outcome)
                .containsExactly(outcome);
        ItemResult single = executor.delete("unmark", object("versions/x"), "why");
        assertThat(single.outcome()).isEqualTo(outcome);
    }

    @Test
    void anItemWithoutATagIsNeverDeleted() {
        PlanItem item =
                new PlanItem(PlanAction.DELETE, "data/a", List.of("orphan"), 1, Optional.empty(), Optional.empty());
        assertThatThrownBy(() -> executor.delete(List.of(item), GO))
                .isInstanceOf(java.util.NoSuchElementException.class);
        assertThat(requests).isEmpty();
    }

    @Test
    void oneObjectIsIntendedThenAskedForThenRecorded() {
        ItemResult result = executor.delete("unmark", object("versions/x"), "protected");
        assertThat(told).containsExactly("intend unmark versions/x", "deleter versions/x", "record deleted");
        assertThat(recorded)
                .containsExactly(
                        new JournalEntry("unmark", "versions/x", "e versions/x", 7, "deleted", "words of versions/x"));
        assertThat(result.detail()).isEqualTo("words of versions/x");
        assertThat(result.item())
                .isEqualTo(new PlanItem(
                        PlanAction.DELETE,
                        "versions/x",
                        List.of("protected"),
                        7,
                        Optional.of(TIME),
                        Optional.of(new ETag("e versions/x"))));
    }

    @Test
    void aMarkIsIntendedThenPutThenRecorded() {
        WriteAnswer answer = executor.mark(new ObjectKey("m"), bytes("mark"));
        assertThat(answer).isInstanceOf(WriteAnswer.Written.class);
        assertThat(store.text("m")).contains("mark");
        assertThat(told).containsExactly("intend mark m", "record written");
        assertThat(recorded).containsExactly(new JournalEntry("mark", "m", "", 4, "written", ""));
    }

    @Test
    void aMarkThatIsThereIsLeft() {
        store.put("m", "other");
        assertThat(executor.mark(new ObjectKey("m"), bytes("mark"))).isInstanceOf(WriteAnswer.ConditionFailed.class);
        assertThat(store.text("m")).contains("other");
        assertThat(recorded).containsExactly(new JournalEntry("mark", "m", "", 4, "not-written", ""));
    }

    @Test
    void theStoresWordsOnAWriteItRefusesAreKept() {
        store.faults().refuseWrites(key -> true);
        assertThat(executor.create("probe", new ObjectKey("p"), bytes("x"))).isInstanceOf(WriteAnswer.Refused.class);
        assertThat(recorded)
                .containsExactly(
                        new JournalEntry("probe", "p", "", 1, "not-written", "the store does not allow writing p"));
    }

    @Test
    void whatIsSparedIsWrittenDownWithTheReason() {
        List<ItemResult> results = executor.spare(List.of(item("data/a"), item("data/b")), "held");
        assertThat(told).containsExactly("record spared, spared");
        assertThat(recorded.get(1)).isEqualTo(new JournalEntry("delete", "data/b", "e data/b", 7, "spared", "held"));
        assertThat(results)
                .containsExactly(
                        new ItemResult(item("data/a"), ItemOutcome.SPARED, "held"),
                        new ItemResult(item("data/b"), ItemOutcome.SPARED, "held"));
    }

    @Test
    void whatBecameOfAnItemAsAWholeIsWrittenDown() {
        PlanItem item =
                new PlanItem(PlanAction.EXPIRE, "v", List.of("superseded"), 3, Optional.empty(), Optional.empty());
        executor.conclude(new ItemResult(item, ItemOutcome.MARKED, "waits"));
        assertThat(recorded).containsExactly(new JournalEntry("expire", "v", "", 3, "marked", "waits"));
    }

    @Test
    void withoutTheLeaseNothingIsIntendedOrDone() {
        held = false;
        assertThatThrownBy(() -> executor.delete(List.of(item("data/a")), GO)).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> executor.delete("unmark", object("x"), "why")).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> executor.mark(new ObjectKey("m"), bytes("x")))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lease");
        assertThat(told).isEmpty();
        assertThat(store.calls()).isEmpty();
    }

    private static PlanItem item(String key) {
        return new PlanItem(
                PlanAction.DELETE, key, List.of("orphan"), 7, Optional.of(TIME), Optional.of(new ETag("e " + key)));
    }

    private static PlanItem folder(String folder) {
        return new PlanItem(
                PlanAction.REMOVE_FOLDER, folder, List.of("empty-folder"), 0, Optional.of(TIME), Optional.empty());
    }

    private static ListedObject object(String key) {
        return new ListedObject(new ObjectKey(key), 7, TIME, new ETag("e " + key));
    }

    private static DeleteRequest request(String key) {
        return new DeleteRequest(new ObjectKey(key), new ETag("e " + key));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private ObjectStore ports() {
        ObjectStore real = store.ports();
        return new ObjectStore(
                real.location(),
                real.lister(),
                real.reader(),
                real.writer(),
                new TellingDeleter(),
                real.clock(),
                real.hidden());
    }

    private final class TellingDeleter implements ObjectDeleter {

        @Override
        public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> asked, GoAhead goAhead) {
            goAheads.add(goAhead);
            requests.add(asked);
            told.add("deleter "
                    + String.join(
                            ", ",
                            asked.stream().map(request -> request.key().text()).toList()));
            return asked.stream()
                    .map(request -> new DeleteAnswer(request.key(), status, "words of " + request.key()))
                    .toList();
        }

        @Override
        public DeleteAnswer removeEmptyFolder(String folder) {
            told.add("remove " + folder);
            return new DeleteAnswer(new ObjectKey(folder), DeleteStatus.ALREADY_ABSENT, "empty");
        }
    }

    private final class OurLease extends Lease {

        @Override
        public boolean isHeld() {
            return held;
        }

        @Override
        public void close() {
            held = false;
        }
    }

    private final class Notes implements Journal {

        @Override
        public void intend(List<JournalEntry> steps) {
            told.add("intend "
                    + String.join(
                            ", ",
                            steps.stream()
                                    .map(step -> step.action() + " " + step.key())
                                    .toList()));
            assertThat(steps).allMatch(step -> step.result().isEmpty());
        }

        @Override
        public void record(List<JournalEntry> results) {
            told.add("record "
                    + String.join(
                            ", ", results.stream().map(JournalEntry::result).toList()));
            recorded.addAll(results);
        }

        @Override
        public void close() {}
    }
}
