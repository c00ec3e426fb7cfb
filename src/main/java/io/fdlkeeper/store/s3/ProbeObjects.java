package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** Writes, reads and removes the objects of a probe by plain requests: what an adapter would make good must show. */
final class ProbeObjects {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeObjects.class);

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Reader reader;
    private final S3Lister lister;
    private final S3Versions versions;
    private final Cleaning cleaning;

    /** What removes the probe's objects, and the account that must own the bucket. */
    record Cleaning(BatchDeletion batch, SingleDeletion single, Parallel parallel, Optional<String> owner) {}

    ProbeObjects(
            Bucket bucket,
            Connection connection,
            Requests requests,
            S3Reader reader,
            S3Lister lister,
            S3Versions versions,
            Cleaning cleaning) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.reader = reader;
        this.lister = lister;
        this.versions = versions;
        this.cleaning = cleaning;
    }

    /** Puts an object without any condition; empty when the store does not take the key. */
    Optional<ETag> put(ObjectKey key, String content) {
        return put(key, content, PutObjectRequest.builder());
    }

    /** Puts an object only where there is none; empty when it was not written. */
    Optional<ETag> create(ObjectKey key, String content) {
        return put(key, content, PutObjectRequest.builder().ifNoneMatch("*"));
    }

    /** Replaces the content with this tag; empty when it was not written. */
    Optional<ETag> replace(ObjectKey key, String content, ETag expected) {
        return put(key, content, PutObjectRequest.builder().ifMatch(Tags.quoted(expected)));
    }

    private Optional<ETag> put(ObjectKey key, String content, PutObjectRequest.Builder wanted) {
        var request = wanted.bucket(bucket.name())
                .key(bucket.full(key))
                .expectedBucketOwner(cleaning.owner().orElse(null))
                .build();
        try {
            var answer = requests.send(() -> connection
                    .acting()
                    .putObject(request, RequestBody.fromBytes(content.getBytes(StandardCharsets.UTF_8))));
            return Optional.of(Tags.of(answer.eTag()));
        } catch (SdkException e) {
            return switch (Fault.of(e).kind()) {
                case PRECONDITION, CONFLICT, ABSENT, NOT_IMPLEMENTED, OTHER -> Optional.empty();
                default -> throw bucket.failure("write " + key, "s3:PutObject", e);
            };
        }
    }

    Optional<String> read(ObjectKey key) {
        return reader.read(key, 1 << 16).map(found -> found.text());
    }

    boolean isThere(ObjectKey key) {
        return reader.head(key).isPresent();
    }

    List<ListedObject> list(String prefix) {
        var found = new ArrayList<ListedObject>();
        lister.list(prefix, found::add);
        return found;
    }

    /** Does the same thing many times at once. */
    <T> List<T> race(int racers, RaceStep<T> step) {
        var numbers = new ArrayList<Integer>();
        for (int i = 0; i < racers; i++) {
            numbers.add(i);
        }
        return cleaning.parallel().map(numbers, step::run);
    }

    /** One racer's part. */
    interface RaceStep<T> {

        T run(int racer);
    }

    /** Removes everything under the prefix, with old versions and delete markers where such are kept and may be removed. */
    void removeAll(String prefix) {
        try {
            remove(list(prefix));
            removeVersions(prefix);
        } catch (StoreException e) {
            // Small objects of ours that stay are no reason to forget what was found out.
            LOG.warn("objects of a probe stay under {}{}: {}", bucket, prefix, e.sentence());
        }
    }

    private void removeVersions(String prefix) {
        if (versions.versioning() == Versioning.ENABLED || versions.versioning() == Versioning.SUSPENDED) {
            var old = new ArrayList<StoredVersion>();
            versions.list(prefix, old::add);
            versions.remove(old);
        }
    }

    /** Removes what stands under the prefix since before a moment. */
    void removeLeftovers(String prefix, Instant before) {
        remove(list(prefix).stream()
                .filter(object -> object.lastModified().isBefore(before))
                .toList());
    }

    private void remove(List<ListedObject> objects) {
        var left = objects.stream()
                .map(object -> new DeleteRequest(object.key(), object.etag()))
                .toList();
        var inBatch = left.stream()
                .filter(request -> KeyRoute.of(request.key()) != KeyRoute.PATH)
                .toList();
        cleaning.batch().delete(inBatch, false, () -> true);
        left.stream()
                .filter(request -> KeyRoute.of(request.key()) == KeyRoute.PATH)
                .forEach(request -> cleaning.single().delete(request, false, () -> true));
    }
}
