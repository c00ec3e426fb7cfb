package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ByteRange;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.s3.Fault.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;

/** Reads objects; one is absent only when the store says so of the key itself. */
final class S3Reader implements ObjectReader {

    private static final String PERMISSION =
            "s3:GetObject on its objects, and s3:ListBucket to tell what is absent from what is forbidden,";

    /** A catalog of some gigabytes over a slow line; a line that falls silent is noticed much earlier. */
    private static final Duration DOWNLOAD = Duration.ofHours(1);

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;
    private final Path scratch;

    S3Reader(Bucket bucket, Connection connection, Requests requests, S3Compat compat, Path scratch) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
        this.scratch = scratch;
    }

    @Override
    public Optional<ListedObject> head(ObjectKey key) {
        if (!KeyRoute.isAddressable(key)) {
            return Optional.empty();
        }
        var request = HeadObjectRequest.builder()
                .bucket(bucket.name())
                .key(bucket.full(key))
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        try {
            var answer = requests.send(() -> connection.acting().headObject(request));
            return Optional.of(object(key, answer.contentLength(), answer.lastModified(), answer.eTag()));
        } catch (SdkException e) {
            if (Fault.of(e).is(Kind.ABSENT) || Fault.of(e).status() == 404) {
                // An answer to HEAD has no body, so it does not tell a missing key from a missing bucket.
                return get(key, 0).map(answer -> object(key, answer.response()));
            }
            throw bucket.failure("look at " + key, PERMISSION, e);
        }
    }

    @Override
    public Optional<StoredContent> read(ObjectKey key, int limit) {
        if (!KeyRoute.isAddressable(key)) {
            return Optional.empty();
        }
        return get(key, limit).map(answer -> {
            var object = object(key, answer.response());
            if (object.bytes() > limit) {
                throw new StoreException(bucket.address(key) + " has " + object.bytes() + " bytes, but at most " + limit
                        + " were expected; look at what it is.");
            }
            if (answer.content().length != object.bytes()) {
                throw new StoreException("The answer for " + bucket.address(key) + " has " + answer.content().length
                        + " bytes and tells of " + object.bytes() + "; run again, and check what stands before "
                        + bucket.where() + ".");
            }
            return new StoredContent(object, answer.content());
        });
    }

    @Override
    public Optional<LocalFile> open(ObjectKey key) {
        return download(key, GetObjectRequest.builder());
    }

    @Override
    public Optional<byte[]> range(ListedObject object, long from, int length) {
        var range = new ByteRange(from, length, object.bytes());
        return range(object.key(), GetObjectRequest.builder().ifMatch(Tags.quoted(object.etag())), range)
                .filter(part -> part.isOf(object.etag()))
                .map(Part::content);
    }

    /**
     * Bytes of an object.
     *
     * @param tag of the whole content
     */
    @SuppressWarnings("ArrayRecordComponent") // taken apart at once
    record Part(ETag tag, byte[] content) {

        /** A store that does not heed conditions still tells what it read. */
        boolean isOf(ETag wanted) {
            return tag.equals(wanted);
        }
    }

    /** Reads a part; empty when the object wanted is not there. */
    Optional<Part> range(ObjectKey key, GetObjectRequest.Builder wanted, ByteRange range) {
        if (!KeyRoute.isAddressable(key)) {
            return Optional.empty();
        }
        var bytes = "bytes " + range.from() + "-" + range.last();
        return get(key, wanted.range(bytes.replace(' ', '=')), (response, stream) -> {
                    var content = stream.readNBytes(range.length());
                    if (stream.read() >= 0) {
                        stream.abort();
                    }
                    return new Answer(response, content);
                })
                .map(answer -> {
                    var told = answer.response().contentRange();
                    if (told == null
                            || !told.equals(bytes + "/" + range.of())
                            || answer.content().length != range.length()) {
                        throw new StoreException("The answer for " + bytes + " of " + bucket.address(key) + " has "
                                + answer.content().length + " bytes and calls itself "
                                + (told == null ? "no part" : told) + "; run again, and check what stands before "
                                + bucket.where() + ".");
                    }
                    return new Part(object(key, answer.response()).etag(), answer.content());
                });
    }

    /** Opens a temporary copy; empty when the object wanted is not there. */
    Optional<LocalFile> download(ObjectKey key, GetObjectRequest.Builder wanted) {
        if (!KeyRoute.isAddressable(key)) {
            return Optional.empty();
        }
        var copy = TemporaryCopy.createIn(scratch);
        try {
            var found = get(
                    key,
                    wanted.overrideConfiguration(
                            wait -> wait.apiCallTimeout(DOWNLOAD).apiCallAttemptTimeout(DOWNLOAD)),
                    copy.taking());
            if (found.isEmpty()) {
                copy.delete();
                return Optional.empty();
            }
            return Optional.of(copy.of(object(key, found.get())));
        } catch (RuntimeException | Error e) {
            copy.delete();
            throw e;
        }
    }

    @Override
    public Optional<ObjectKey> listedAs(ObjectKey key) {
        return head(key).map(ListedObject::key);
    }

    /** An answer with the first bytes of its body. */
    @SuppressWarnings("ArrayRecordComponent") // taken apart at once
    private record Answer(GetObjectResponse response, byte[] content) {}

    private Optional<Answer> get(ObjectKey key, int limit) {
        return get(key, GetObjectRequest.builder(), (response, stream) -> {
            var content = stream.readNBytes(limit + 1);
            if (stream.read() >= 0) {
                // The rest is not wanted: reading it only to keep the connection could take for ever.
                stream.abort();
            }
            return new Answer(response, content);
        });
    }

    /** Sends a request for an object; empty when the store says that it is not there, or is not the one wanted. */
    <T> Optional<T> get(
            ObjectKey key, GetObjectRequest.Builder wanted, ResponseTransformer<GetObjectResponse, T> taking) {
        var request = wanted.bucket(bucket.name())
                .key(bucket.full(key))
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        try {
            return Optional.of(requests.send(() -> connection.acting().getObject(request, taking)));
        } catch (SdkException e) {
            if (Fault.of(e).is(Kind.ABSENT) || Fault.of(e).is(Kind.PRECONDITION)) {
                return Optional.empty();
            }
            throw bucket.failure("read " + key, PERMISSION, e);
        }
    }

    ListedObject object(ObjectKey key, GetObjectResponse answer) {
        return object(key, answer.contentLength(), answer.lastModified(), answer.eTag());
    }

    private ListedObject object(
            ObjectKey key, @Nullable Long bytes, @Nullable Instant lastModified, @Nullable String tag) {
        if (bytes == null || lastModified == null || tag == null || tag.isEmpty()) {
            throw new StoreException("The answer of " + bucket.where() + " for " + bucket.address(key)
                    + " lacks size, time or tag, so it is none of a store; check the endpoint.");
        }
        return new ListedObject(key, bytes, lastModified.truncatedTo(ChronoUnit.SECONDS), Tags.of(tag));
    }
}
