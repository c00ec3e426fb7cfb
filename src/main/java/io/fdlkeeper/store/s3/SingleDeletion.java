package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.s3.Fault.Kind;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;

/** Deletes one key by a request of its own. */
final class SingleDeletion {

    private static final int RACES = 5;
    private static final String TOO_LATE = "its turn came too late; the next run looks at it again";

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;
    private final Look look;

    /** Tells the tag that a key has now; empty when nothing is there. */
    interface Look {

        Optional<ETag> tag(ObjectKey key);
    }

    SingleDeletion(Bucket bucket, Connection connection, Requests requests, S3Compat compat, Look look) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
        this.look = look;
    }

    /** Says why a key must not be deleted; empty when it still has the content that was judged. */
    Optional<DeleteAnswer> compare(DeleteRequest request) {
        try {
            var tag = look.tag(request.key());
            if (tag.isEmpty()) {
                return Optional.of(answer(request, DeleteStatus.ALREADY_ABSENT, ""));
            }
            return tag.get().equals(request.etag())
                    ? Optional.empty()
                    : Optional.of(answer(request, DeleteStatus.CHANGED, ""));
        } catch (StoreException e) {
            return Optional.of(answer(request, DeleteStatus.FAILED, e.sentence()));
        }
    }

    /**
     * Deletes a key.
     *
     * @param conditional whether the store compares the tag; where it does not, the request is sent once, as the caller just looked
     */
    DeleteAnswer delete(DeleteRequest request, boolean conditional, GoAhead goAhead) {
        var asked = DeleteObjectRequest.builder()
                .bucket(bucket.name())
                .key(bucket.full(request.key()))
                .ifMatch(conditional ? Tags.quoted(request.etag()) : null)
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        var inDoubt = new AtomicBoolean();
        for (int race = 1; ; race++) {
            try {
                requests.send(
                        () -> connection.deleting().deleteObject(asked),
                        fault -> inDoubt.set(true),
                        conditional ? goAhead : once(goAhead));
                return answer(request, DeleteStatus.DELETED, "");
            } catch (NotAskedException e) {
                return race == 1
                        ? notAsked(request)
                        : answer(request, DeleteStatus.FAILED, "the store gave no good answer in time");
            } catch (SdkException e) {
                var fault = Fault.of(e);
                if (!conditional || !fault.is(Kind.CONFLICT) || race == RACES) {
                    return sinceAsked(judged(request, fault), inDoubt.get());
                }
                requests.backOff(race);
            }
        }
    }

    /** Holds for one request. */
    static GoAhead once(GoAhead goAhead) {
        var asked = new AtomicBoolean();
        return () -> !asked.getAndSet(true) && goAhead.stillHolds();
    }

    static DeleteAnswer notAsked(DeleteRequest request) {
        return answer(request, DeleteStatus.NOT_ASKED, TOO_LATE);
    }

    /** Judges an answer by whether an earlier request for the same key may have landed. */
    static DeleteAnswer sinceAsked(DeleteAnswer answer, boolean inDoubt) {
        return inDoubt && answer.status() == DeleteStatus.ALREADY_ABSENT ? goneAfterAll(answer.key()) : answer;
    }

    /** An answer was lost, and then the key was gone: nobody else was to delete it. */
    private static DeleteAnswer goneAfterAll(ObjectKey key) {
        return new DeleteAnswer(key, DeleteStatus.DELETED, "the store's first answer was lost, and then it was gone");
    }

    /** Turns the store's refusal of one key into an answer. */
    DeleteAnswer judged(DeleteRequest request, Fault fault) {
        return switch (fault.kind()) {
            case ABSENT -> answer(request, DeleteStatus.ALREADY_ABSENT, "");
            case PRECONDITION -> changed(request);
            case DENIED -> answer(request, DeleteStatus.REFUSED, Refusals.ofDeletion(fault));
            case CREDENTIALS, NOT_IMPLEMENTED, MISSING_MD5 -> answer(request, DeleteStatus.REFUSED, fault.words());
            default -> answer(request, DeleteStatus.FAILED, fault.words());
        };
    }

    /** A broken condition also stands for a key that is gone, in some stores. */
    private DeleteAnswer changed(DeleteRequest request) {
        return compare(request)
                .orElseGet(() -> answer(
                        request,
                        DeleteStatus.FAILED,
                        "the store says that it changed, but shows the tag it had; look at it"));
    }

    static DeleteAnswer answer(DeleteRequest request, DeleteStatus status, String detail) {
        return new DeleteAnswer(request.key(), status, detail);
    }
}
