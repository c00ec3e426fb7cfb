package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.UnfinishedUploads;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The unfinished uploads of a {@link FakeStore}. */
final class BegunUploads implements UnfinishedUploads {

    private final FakeStore store;
    private final TreeSet<UnfinishedUpload> begun =
            new TreeSet<>(Comparator.comparing(UnfinishedUpload::key).thenComparing(UnfinishedUpload::uploadId));
    private long ids;

    BegunUploads(FakeStore store) {
        this.store = store;
    }

    UnfinishedUpload begin(ObjectKey key, Instant initiated) {
        UnfinishedUpload upload = new UnfinishedUpload(key, "u" + ++ids, initiated);
        begun.add(upload);
        return upload;
    }

    /** Ends an upload; false where it was aborted. */
    boolean end(UnfinishedUpload upload) {
        return begun.remove(upload);
    }

    List<UnfinishedUpload> all() {
        return List.copyOf(begun);
    }

    @Override
    public void list(String prefix, Consumer<UnfinishedUpload> sink) {
        synchronized (store) {
            store.answer(Op.LIST_UPLOADS, prefix, () -> {
                all().stream().filter(upload -> upload.key().startsWith(prefix)).forEach(sink);
                if (store.faults().listingBreaksAfter().isPresent()) {
                    throw new ListingIncompleteException(
                            prefix, "The listing of uploads of '" + prefix + "' broke off; run again.", null);
                }
                return true;
            });
        }
    }

    @Override
    public DeleteAnswer abort(UnfinishedUpload upload) {
        synchronized (store) {
            try {
                return store.answer(Op.ABORT_UPLOAD, upload.key().text(), () -> abortNow(upload));
            } catch (FakeFailure e) {
                return new DeleteAnswer(upload.key(), DeleteStatus.FAILED, e.sentence());
            }
        }
    }

    private DeleteAnswer abortNow(UnfinishedUpload upload) {
        if (store.faults().refusesDelete(upload.key())) {
            return new DeleteAnswer(
                    upload.key(), DeleteStatus.REFUSED, "the store does not allow aborting uploads of " + upload.key());
        }
        return new DeleteAnswer(upload.key(), end(upload) ? DeleteStatus.DELETED : DeleteStatus.ALREADY_ABSENT, "");
    }
}
