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
import io.fdlkeeper.repository.VersionId;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Acts on single items. Each act is conditional on what was planned, and doing it twice does nothing more. */
final class RemovalSteps {

    private static final int MOST_ABORTS = 5;

    private final ObjectStore store;
    private final PlanExecutor executor;
    private final String run;

    RemovalSteps(ObjectStore store, PlanExecutor executor, String run) {
        this.store = store;
        this.executor = executor;
        this.run = run;
    }

    /** @param current every ref there is, for the index */
    RemovalResult act(RemovalItem item, Map<RefName, VersionId> current) {
        try {
            return switch (item.action()) {
                case DELETE_TAG, DELETE_DATA, DELETE_CATALOG, DELETE_INDEX -> delete(item);
                case MARK -> mark(item);
                case WRITE_REFS_INDEX -> writeIndex(item, current);
            };
        } catch (StoreException e) {
            return result(item, Outcome.FAILED, e.sentence());
        }
    }

    private RemovalResult delete(RemovalItem item) {
        ObjectKey key = new ObjectKey(item.key());
        RemovalResult current = item.etag().isPresent()
                ? deleteCurrent(item, new ListedObject(key, item.bytes(), store.clock().now(), new ETag(item.etag().get())))
                : result(item, Outcome.ALREADY, "");
        if (!current.outcome().isGood()) {
            return current;
        }
        RemovalResult hidden = purge(item, key).orElse(current);
        if (!hidden.outcome().isGood()) {
            return hidden;
        }
        return abortUploads(item, key).orElse(hidden);
    }

    private RemovalResult deleteCurrent(RemovalItem item, ListedObject object) {
        ItemResult deleted = executor.delete(item.action().id(), object, item.reason());
        return result(item, outcome(deleted.outcome()), deleted.detail());
    }

    /** Removes every old version and marker of the key, or those that were found where the key itself stays. */
    private Optional<RemovalResult> purge(RemovalItem item, ObjectKey key) {
        if (store.hidden().versions().versioning() == Versioning.NONE) {
            return Optional.empty();
        }
        KeyVersions versions = KeyVersions.of(store.hidden().versions(), key);
        boolean whole = item.etag().isPresent();
        Set<String> planned = Set.copyOf(item.storeVersions());
        if (whole && versions.contents().stream().anyMatch(StoredVersion::current)) {
            return Optional.of(result(item, Outcome.DRIFTED, "something was stored under the key again"));
        }
        List<StoredVersion> contents = versions.contents().stream()
                .filter(version -> whole || planned.contains(version.versionId()))
                .filter(version -> !version.current())
                .toList();
        List<StoredVersion> markers = whole ? versions.markers() : List.of();
        if (contents.isEmpty() && markers.isEmpty()) {
            return Optional.empty();
        }
        ItemResult purged = executor.purge(List.of(new Purge(step(item, PlanAction.PURGE), contents, markers)))
                .get(0);
        return Optional.of(result(item, outcome(purged.outcome()), purged.detail()));
    }

    private Optional<RemovalResult> abortUploads(RemovalItem item, ObjectKey key) {
        for (int i = 0; i < MOST_ABORTS; i++) {
            List<UnfinishedUpload> uploads = uploads(key);
            if (uploads.isEmpty()) {
                return Optional.empty();
            }
            ItemResult aborted = executor.abort(step(item, PlanAction.ABORT_UPLOAD), uploads);
            if (!outcome(aborted.outcome()).isGood()) {
                return Optional.of(result(item, outcome(aborted.outcome()), aborted.detail()));
            }
        }
        return Optional.of(result(item, Outcome.FAILED, "uploads to it are begun again and again: stop their writer"));
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
        WriteAnswer answer =
                executor.mark(key, Documents.markFor(store.clock().now(), ExpiryMark.WITHDRAWN, run));
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
                    : result(item, Outcome.ALREADY_MARKED, "it was marked before for another reason, and that mark stays");
        } catch (MalformedDocumentException e) {
            return result(item, Outcome.FAILED, "a mark stands there that cannot be read: repair it, then go on");
        }
    }

    private RemovalResult writeIndex(RemovalItem item, Map<RefName, VersionId> current) {
        ObjectKey key = new ObjectKey(item.key());
        Optional<StoredContent> there = store.reader().read(key, Documents.LIMIT);
        if (there.isEmpty()) {
            return result(item, Outcome.ALREADY, "there is none");
        }
        Optional<byte[]> fresh = Documents.refsIndexWith(there.get().text(), current);
        if (fresh.isEmpty()) {
            return result(item, Outcome.HELD, "its shape is not known here, so it was left as it is: let the writer renew it");
        }
        WriteAnswer answer =
                executor.replace(item.action().id(), key, fresh.get(), there.get().object().etag());
        if (answer instanceof WriteAnswer.Refused refused) {
            return result(item, Outcome.REFUSED, refused.detail());
        }
        return answer instanceof WriteAnswer.Written
                ? result(item, Outcome.DONE, "")
                : result(item, Outcome.FAILED, "somebody wrote it meanwhile: run 'withdraw execute' again");
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
