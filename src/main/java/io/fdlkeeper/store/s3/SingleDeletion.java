package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoreException;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;

/** Deletes one key by a request of its own. */
final class SingleDeletion {

    private static final int RACES = 5;

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
     * @param conditional whether the store compares the tag
     */
    DeleteAnswer delete(DeleteRequest request, boolean conditional) {
        var asked = DeleteObjectRequest.builder()
                .bucket(bucket.name())
                .key(bucket.full(request.key()))
                .ifMatch(conditional ? Tags.quoted(request.etag()) : null)
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        for (int race = 1; ; race++) {
            try {
                requests.send(() -> connection.deleting().deleteObject(asked));
                return answer(request, DeleteStatus.DELETED, "");
            } catch (SdkException e) {
                var fault = Fault.of(e);
                if (!fault.is(Fault.Kind.CONFLICT) || race == RACES) {
                    return judged(request, fault);
                }
                requests.backOff(race);
            }
        }
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
