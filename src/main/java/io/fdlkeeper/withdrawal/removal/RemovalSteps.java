package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Purge;
import io.fdlkeeper.repository.Documents;
import io.fdlkeeper.repository.ExpiryMark;
import io.fdlkeeper.repository.MalformedDocumentException;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.withdrawal.removal.RemovalResult.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Acts on single items. Each act is conditional on what was planned, and doing it twice does nothing more. */
public final class RemovalSteps {

    private static final int MOST_TRIES = 5;
    private static final List<String> LOCKS = List.of("locked until", "legal hold");

    private final ObjectStore store;
    private final PlanExecutor executor;
    private final String run;
    private final CaseJournal journal;

    /** @param executor writes into the same journal */
    public RemovalSteps(ObjectStore store, PlanExecutor executor, String run, CaseJournal journal) {
        this.store = store;
        this.executor = executor;
        this.run = run;
        this.journal = journal;
    }

    /** Returns what a report must tell of how the store deleted. */
    public List<String> remarks() {
        return executor.remarks();
    }

    /** @param goneTags tags that the case has deleted, for the index */
    RemovalResult act(RemovalItem item, Set<RefName> goneTags) {
        try {
            RemovalResult result =
                    switch (item.action()) {
                        case DELETE_TAG, DELETE_DATA, DELETE_CATALOG, DELETE_INDEX -> delete(item);
                        case MARK -> mark(item);
                        case WRITE_REFS_INDEX -> writeIndex(item, goneTags);
                    };
            if (result.outcome() == Outcome.ALREADY && isOurWork(item)) {
                return result(item, Outcome.DONE, "");
            }
            return result.outcome() == Outcome.REFUSED && isLocked(result.detail())
                    ? result(item, Outcome.HELD, result.detail())
                    : result;
        } catch (StoreException e) {
            return result(item, Outcome.FAILED, e.sentence());
        }
    }

    /** What is found done may have been done by an execution that was cut off before it could write that down. */
    private boolean isOurWork(RemovalItem item) {
        return journal.begunBefore(item.action().id(), item.key())
                || journal.begunBefore(PlanAction.PURGE.id(), item.key());
    }

    /** A lock is told in the store's own words only; nobody can lift it before its end, so that is residue. */
    private static boolean isLocked(String words) {
        String said = words.toLowerCase(Locale.ROOT);
        return LOCKS.stream().anyMatch(said::contains);
    }

    /** Tells whether readers may miss a data file by now; a store that does not answer leaves that open. */
    boolean mayBeGone(RemovalItem item) {
        try {
            return item.etag().isPresent()
                    && store.reader().head(new ObjectKey(item.key())).isEmpty();
        } catch (StoreException e) {
            return true;
        }
    }

    private RemovalResult delete(RemovalItem item) {
        ObjectKey key = new ObjectKey(item.key());
        RemovalResult current = item.etag().isPresent()
                ? deleteCurrent(
                        item,
                        new ListedObject(
                                key,
                                item.bytes(),
                                store.clock().now(),
                                new ETag(item.etag().get())))
                : result(item, Outcome.ALREADY, "");
        if (!current.outcome().isGood()) {
            return current;
        }
        RemovalResult hidden = current;
        for (int i = 0; i < MOST_TRIES; i++) {
            if (i > 0 && item.etag().isPresent() && store.reader().head(key).isPresent()) {
                return again(item);
            }
            hidden = purge(item, key).orElse(hidden);
            if (!hidden.outcome().isGood()) {
                return hidden;
            }
            List<UnfinishedUpload> uploads = uploads(key);
            if (uploads.isEmpty()) {
                return hidden;
            }
            ItemResult aborted = executor.abort(step(item, PlanAction.ABORT_UPLOAD), uploads);
            if (!outcome(aborted.outcome()).isGood()) {
                return result(item, outcome(aborted.outcome()), aborted.detail());
            }
        }
        return result(item, Outcome.FAILED, "uploads to it are begun again and again: stop their writer");
    }

    private RemovalResult deleteCurrent(RemovalItem item, ListedObject object) {
        ItemResult deleted = executor.delete(item.action().id(), object, item.reason());
        return result(item, outcome(deleted.outcome()), deleted.detail());
    }

    /** Removes every old version and marker of the key, or those that were found where the key itself stays. */
    private Optional<RemovalResult> purge(RemovalItem item, ObjectKey key) {
        Versioning kind = store.hidden().versions().versioning();
        if (kind == Versioning.NONE) {
            return Optional.empty();
        }
        KeyVersions versions;
        try {
            versions = KeyVersions.of(store.hidden().versions(), key);
        } catch (StoreException e) {
            if (kind == Versioning.UNKNOWN) {
                // That it does not tell is residue from the find on.
                return Optional.empty();
            }
            throw e;
        }
        boolean stays = versions.current().filter(one -> !one.deleteMarker()).isPresent();
        if (stays && item.etag().isPresent()) {
            return Optional.of(again(item));
        }
        Set<String> planned = Set.copyOf(item.storeVersions());
        List<StoredVersion> contents = versions.contents().stream()
                .filter(version -> !version.current() && (!stays || planned.contains(version.versionId())))
                .toList();
        List<StoredVersion> markers = stays ? List.of() : versions.markers();
        if (contents.isEmpty() && markers.isEmpty()) {
            return Optional.empty();
        }
        ItemResult purged = executor.purge(List.of(new Purge(step(item, PlanAction.PURGE), contents, markers)))
                .get(0);
        return Optional.of(result(item, outcome(purged.outcome()), purged.detail()));
    }

    private static RemovalResult again(RemovalItem item) {
        return result(item, Outcome.DRIFTED, "something was stored under the key again");
    }

    private List<UnfinishedUpload> uploads(ObjectKey key) {
        List<UnfinishedUpload> uploads = new ArrayList<>();
        store.hidden().uploads().list(key.text(), upload -> {
            if (upload.key().equals(key)) {
                uploads.add(upload);
            }
        });
        return uploads;
    }

    private static PlanItem step(RemovalItem item, PlanAction action) {
        return new PlanItem(
                action, item.key(), List.of(item.reason()), item.bytes(), Optional.empty(), Optional.empty());
    }

    private RemovalResult mark(RemovalItem item) {
        ObjectKey key = new ObjectKey(item.key());
        WriteAnswer answer = executor.mark(key, Documents.markFor(store.clock().now(), ExpiryMark.WITHDRAWN, run));
        if (answer instanceof WriteAnswer.Written) {
            return result(item, Outcome.DONE, "");
        }
        if (answer instanceof WriteAnswer.Refused refused) {
            return result(item, Outcome.REFUSED, refused.detail());
        }
        return store.reader()
                .read(key, Documents.LIMIT)
                .map(there -> standing(item, there))
                .orElseGet(() -> result(item, Outcome.FAILED, "the mark was not put: run 'withdraw execute' again"));
    }

    private static RemovalResult standing(RemovalItem item, StoredContent there) {
        try {
            return Documents.mark(there.text()).isWithdrawal()
                    ? result(item, Outcome.ALREADY, "")
                    : result(
                            item,
                            Outcome.ALREADY_MARKED,
                            "it was marked before for another reason, and that mark stays");
        } catch (MalformedDocumentException e) {
            return result(item, Outcome.FAILED, "a mark stands there that cannot be read: repair it, then go on");
        }
    }

    /** Only the tags that the case deleted are taken out: what a writer put there meanwhile is newer than any look of ours. */
    private RemovalResult writeIndex(RemovalItem item, Set<RefName> goneTags) {
        ObjectKey key = new ObjectKey(item.key());
        for (int i = 0; i < MOST_TRIES; i++) {
            Optional<StoredContent> there = store.reader().read(key, Documents.LIMIT);
            if (there.isEmpty()) {
                return result(item, Outcome.ALREADY, "there is none");
            }
            Optional<byte[]> fresh = Documents.refsIndexWithout(there.get().text(), goneTags);
            if (fresh.isEmpty()) {
                return result(
                        item,
                        Outcome.HELD,
                        "its shape is not known here, so it was left as it is and names deleted tags: let its writer renew"
                                + " it");
            }
            if (Arrays.equals(fresh.get(), there.get().content())) {
                return result(item, Outcome.ALREADY, "");
            }
            WriteAnswer answer = executor.replace(
                    item.action().id(), key, fresh.get(), there.get().object().etag());
            if (answer instanceof WriteAnswer.Refused refused) {
                return result(item, Outcome.REFUSED, refused.detail());
            }
            if (answer instanceof WriteAnswer.Written) {
                return result(item, Outcome.DONE, "");
            }
        }
        return result(item, Outcome.FAILED, "others write it all the time: run 'withdraw execute' again");
    }

    static Outcome outcome(ItemOutcome outcome) {
        return switch (outcome) {
            case DELETED, MARKED, RESTORED -> Outcome.DONE;
            case ALREADY_ABSENT -> Outcome.ALREADY;
            case CHANGED -> Outcome.DRIFTED;
            case REFUSED -> Outcome.REFUSED;
            case SPARED -> Outcome.NOT_TRIED;
            case FAILED -> Outcome.FAILED;
        };
    }

    /** The location is the execution's to fill in. */
    static RemovalResult result(RemovalItem item, Outcome outcome, String detail) {
        return new RemovalResult("", item, outcome, detail);
    }
}
