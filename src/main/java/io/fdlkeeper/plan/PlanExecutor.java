package io.fdlkeeper.plan;

import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Permit;
import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectWriter;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.WriteAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes what a plan names. The only caller in the product of {@link ObjectDeleter}, and of what removes old versions and aborts
 * uploads.
 *
 * <p>Every deletion is written to the journal before it is asked for and after it is answered, and none happens without the lease.
 */
public final class PlanExecutor {

    /** What the journal says of an item that was meant to go and that no request was sent for; a later line may follow. */
    public static final String NOT_ASKED = "not-asked";

    private final ObjectDeleter deleter;
    private final ObjectWriter writer;
    private final Permit permit;
    private final Journal journal;
    private final HiddenSteps hidden;

    public PlanExecutor(ObjectStore store, Permit permit, Journal journal) {
        this.deleter = store.deleter();
        this.writer = store.writer();
        this.permit = permit;
        this.journal = journal;
        this.hidden = new HiddenSteps(store, permit, journal);
    }

    /**
     * Deletes objects and removes folders, all of one batch, and answers for each in the same order.
     *
     * @param goAhead whether the last look at the roots still counts
     */
    public BatchResult delete(List<PlanItem> batch, GoAhead goAhead) {
        if (batch.isEmpty()) {
            return BatchResult.NOTHING;
        }
        permit.requireHeld();
        List<JournalEntry> steps = batch.stream().map(PlanExecutor::step).toList();
        journal.intend(steps);
        List<DeleteAnswer> answers = answers(batch, () -> goAhead.stillHolds() && permit.isHeld());
        List<ItemResult> results = new ArrayList<>();
        List<PlanItem> late = new ArrayList<>();
        List<JournalEntry> lines = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            if (answers.get(i).status() == DeleteStatus.NOT_ASKED) {
                late.add(batch.get(i));
                lines.add(steps.get(i).with(NOT_ASKED, answers.get(i).detail()));
                continue;
            }
            ItemOutcome outcome = outcome(answers.get(i));
            results.add(new ItemResult(batch.get(i), outcome, answers.get(i).detail()));
            lines.add(steps.get(i).with(outcome.id(), answers.get(i).detail()));
        }
        journal.record(lines);
        return new BatchResult(results, late);
    }

    /** Deletes one object that no item of its own names: a catalog of a version that goes, or a mark taken back. */
    public ItemResult delete(String action, ListedObject object, String reason) {
        PlanItem item = new PlanItem(
                PlanAction.DELETE,
                object.key().text(),
                List.of(reason),
                object.bytes(),
                Optional.of(object.lastModified()),
                Optional.of(object.etag()));
        permit.requireHeld();
        JournalEntry step =
                new JournalEntry(action, item.subject(), object.etag().text(), object.bytes(), "", "");
        journal.intend(List.of(step));
        DeleteAnswer answer = deleter.deleteIfUnchanged(
                        List.of(new DeleteRequest(object.key(), object.etag())), permit::isHeld)
                .get(0);
        ItemOutcome outcome = outcome(answer);
        journal.record(List.of(step.with(outcome.id(), answer.detail())));
        return new ItemResult(item, outcome, answer.detail());
    }

    /** Brings back objects whose delete markers are named, all of one batch, and looks whether they are there. */
    public List<ItemResult> restore(List<Undeletion> batch) {
        return hidden.restore(batch);
    }

    /** Removes old versions for good, and then the delete markers above them, all of one batch. */
    public List<ItemResult> purge(List<Purge> batch) {
        return hidden.purge(batch);
    }

    /** Aborts the unfinished uploads of one key. */
    public ItemResult abort(PlanItem item, List<UnfinishedUpload> uploads) {
        return hidden.abort(item, uploads);
    }

    /** Returns what a report must tell of how the store deleted. */
    public List<String> remarks() {
        return deleter.remarks();
    }

    /** Puts a mark that must not be there yet, written down before and after. */
    public WriteAnswer mark(ObjectKey key, byte[] content) {
        return create("mark", key, content);
    }

    /** Puts an object that must not be there yet, written down before and after. */
    public WriteAnswer create(String action, ObjectKey key, byte[] content) {
        permit.requireHeld();
        JournalEntry step = new JournalEntry(action, key.text(), "", content.length, "", "");
        journal.intend(List.of(step));
        return recorded(step, writer.createOnce(key, content));
    }

    private WriteAnswer recorded(JournalEntry step, WriteAnswer answer) {
        journal.record(List.of(step.with(
                answer instanceof WriteAnswer.Written ? "written" : "not-written",
                answer instanceof WriteAnswer.Refused refused ? refused.detail() : "")));
        return answer;
    }

    /** Replaces an object whose content has this tag, written down before and after. */
    public WriteAnswer replace(String action, ObjectKey key, byte[] content, ETag expected) {
        permit.requireHeld();
        JournalEntry step = new JournalEntry(action, key.text(), expected.text(), content.length, "", "");
        journal.intend(List.of(step));
        return recorded(step, writer.replace(key, content, expected));
    }

    /** Writes down what became of an item as a whole. */
    public void conclude(ItemResult result) {
        journal.record(List.of(step(result.item()).with(result.outcome().id(), result.detail())));
    }

    /** Writes down items that were left alone. */
    public List<ItemResult> spare(List<PlanItem> items, String reason) {
        if (items.isEmpty()) {
            return List.of();
        }
        journal.record(items.stream()
                .map(item -> step(item).with(ItemOutcome.SPARED.id(), reason))
                .toList());
        return items.stream()
                .map(item -> new ItemResult(item, ItemOutcome.SPARED, reason))
                .toList();
    }

    private List<DeleteAnswer> answers(List<PlanItem> batch, GoAhead goAhead) {
        List<DeleteRequest> requests = batch.stream()
                .filter(item -> item.action() == PlanAction.DELETE)
                .map(item -> new DeleteRequest(
                        new ObjectKey(item.subject()), item.etag().orElseThrow()))
                .toList();
        var deleted = (requests.isEmpty() ? List.<DeleteAnswer>of() : deleter.deleteIfUnchanged(requests, goAhead))
                .iterator();
        return batch.stream()
                .map(item ->
                        item.action() == PlanAction.DELETE ? deleted.next() : deleter.removeEmptyFolder(item.subject()))
                .toList();
    }

    static JournalEntry step(PlanItem item) {
        return new JournalEntry(
                item.action().id(), item.subject(), item.etag().map(ETag::text).orElse(""), item.bytes(), "", "");
    }

    static ItemOutcome outcome(DeleteAnswer answer) {
        return switch (answer.status()) {
            case DELETED -> ItemOutcome.DELETED;
            case ALREADY_ABSENT -> ItemOutcome.ALREADY_ABSENT;
            case CHANGED -> ItemOutcome.CHANGED;
            case REFUSED -> ItemOutcome.REFUSED;
            case NOT_ASKED -> ItemOutcome.SPARED;
            case FAILED -> ItemOutcome.FAILED;
        };
    }
}
