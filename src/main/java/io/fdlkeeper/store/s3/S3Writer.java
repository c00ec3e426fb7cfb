package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectWriter;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.store.s3.Fault.Kind;
import java.util.Arrays;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/**
 * Writes under a condition that the store itself checks.
 *
 * <p>When an attempt got no answer and the next one finds the condition broken, our own first attempt may have broken it: then what
 * stands there is read and compared.
 */
final class S3Writer implements ObjectWriter {

    private static final int RACES = 8;

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;
    private final S3Reader reader;

    S3Writer(Bucket bucket, Connection connection, Requests requests, S3Compat compat, S3Reader reader) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
        this.reader = reader;
    }

    @Override
    public WriteAnswer createOnce(ObjectKey key, byte[] content) {
        return put(key, content, PutObjectRequest.builder().ifNoneMatch("*"));
    }

    @Override
    public WriteAnswer replace(ObjectKey key, byte[] content, ETag expected) {
        return put(key, content, PutObjectRequest.builder().ifMatch(Tags.quoted(expected)));
    }

    private WriteAnswer put(ObjectKey key, byte[] content, PutObjectRequest.Builder conditional) {
        if (KeyRoute.of(key) == KeyRoute.NONE || KeyRoute.of(key) == KeyRoute.BATCH) {
            return new WriteAnswer.Refused("no request can name the key " + key + " without it becoming another one");
        }
        var request = conditional
                .bucket(bucket.name())
                .key(bucket.full(key))
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        var attempts = new Attempts();
        for (int race = 1; ; race++) {
            try {
                return written(
                        key,
                        requests.send(
                                () -> connection.acting().putObject(request, RequestBody.fromBytes(content)),
                                attempts::failed));
            } catch (SdkException e) {
                var fault = Fault.of(e);
                // Of two writers that race both can be told so: nothing may have landed, and it is ours to ask again.
                if (fault.is(Kind.CONFLICT) && race < RACES) {
                    requests.backOff(race);
                } else {
                    return judged(key, content, fault, attempts.inDoubt, e);
                }
            }
        }
    }

    /** Remembers whether an earlier attempt may have landed. */
    private static final class Attempts {

        private boolean inDoubt;

        void failed(Fault fault) {
            inDoubt |= fault.is(Kind.TRANSIENT) || fault.is(Kind.THROTTLED);
        }
    }

    private WriteAnswer judged(ObjectKey key, byte[] content, Fault fault, boolean inDoubt, SdkException e) {
        return switch (fault.kind()) {
            case PRECONDITION, ABSENT ->
                inDoubt
                        ? ours(key, content)
                                .<WriteAnswer>map(WriteAnswer.Written::new)
                                .orElseGet(WriteAnswer.ConditionFailed::new)
                        : new WriteAnswer.ConditionFailed();
            case DENIED ->
                new WriteAnswer.Refused("the store answers '" + fault.words()
                        + "'; the acting identity needs s3:PutObject on " + bucket.address(key));
            case NOT_IMPLEMENTED ->
                new WriteAnswer.Refused("the store cannot write under a condition ('" + fault.words() + "')");
            default -> throw bucket.failure("write " + key, "s3:PutObject", e);
        };
    }

    private Optional<ListedObject> ours(ObjectKey key, byte[] content) {
        return reader.read(key, Math.max(content.length, 1 << 20))
                .filter(found -> Arrays.equals(found.content(), content))
                .map(found -> found.object());
    }

    private WriteAnswer written(ObjectKey key, PutObjectResponse answer) {
        var there = reader.head(key)
                .orElseThrow(() -> new StoreException(bucket.address(key)
                        + " was stored and is gone again; look for another process that deletes there."));
        // A store that ignores the condition lets a second writer replace the first at once.
        return answer.eTag() == null || there.etag().equals(Tags.of(answer.eTag()))
                ? new WriteAnswer.Written(there)
                : new WriteAnswer.ConditionFailed();
    }
}
