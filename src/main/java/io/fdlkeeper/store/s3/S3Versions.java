package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.ByteRange;
import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectVersions;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.GetBucketVersioningRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;

/** Noncurrent versions and delete markers of a bucket that keeps them. */
final class S3Versions implements ObjectVersions {

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;
    private final S3Reader reader;
    private final Parallel parallel;

    S3Versions(
            Bucket bucket,
            Connection connection,
            Requests requests,
            S3Compat compat,
            S3Reader reader,
            Parallel parallel) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
        this.reader = reader;
        this.parallel = parallel;
    }

    @Override
    public Versioning versioning() {
        var request = GetBucketVersioningRequest.builder()
                .bucket(bucket.name())
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        try {
            var answer = requests.send(() -> connection.acting().getBucketVersioning(request));
            if (answer.status() == null) {
                return Versioning.NONE;
            }
            return switch (answer.status()) {
                case ENABLED -> Versioning.ENABLED;
                case SUSPENDED -> Versioning.SUSPENDED;
                default -> Versioning.UNKNOWN;
            };
        } catch (SdkException e) {
            return switch (Fault.of(e).kind()) {
                case DENIED, NOT_IMPLEMENTED, OTHER -> Versioning.UNKNOWN;
                default -> throw bucket.failure("ask whether versions are kept", "s3:GetBucketVersioning", e);
            };
        }
    }

    @Override
    public void list(String prefix, Consumer<StoredVersion> sink) {
        var full = bucket.full(prefix);
        var seen = new HashSet<String>();
        var keyMarker = "";
        var versionMarker = "";
        var together = new KeyByKey(sink);
        while (true) {
            var page = page(full, keyMarker, versionMarker);
            together.page(contents(page, full), markers(page, full));
            if (!page.isTruncated()) {
                together.end();
                return;
            }
            keyMarker = page.nextKeyMarker() == null ? "" : page.nextKeyMarker();
            versionMarker = page.nextVersionIdMarker() == null ? "" : page.nextVersionIdMarker();
            if (keyMarker.isEmpty() || !seen.add(keyMarker + "\0" + versionMarker)) {
                throw ListedPage.refused(bucket, full, "goes in a circle or breaks off: it repeats or lacks a marker");
            }
        }
    }

    @Override
    public Optional<LocalFile> open(StoredVersion version) {
        if (version.etag().isEmpty()) {
            return Optional.empty();
        }
        return reader.download(version.key(), GetObjectRequest.builder().versionId(version.versionId()))
                .filter(copy -> {
                    boolean same = copy.object().etag().equals(version.etag().get());
                    if (!same) {
                        copy.close();
                    }
                    return same;
                });
    }

    /** Judged by the tag of the answer: not every store takes a version and a condition together. */
    @Override
    public Optional<byte[]> range(StoredVersion version, long from, int length) {
        var range = new ByteRange(from, length, version.bytes());
        if (version.etag().isEmpty()) {
            return Optional.empty();
        }
        return reader.range(version.key(), GetObjectRequest.builder().versionId(version.versionId()), range)
                .filter(part -> part.isOf(version.etag().get()))
                .map(S3Reader.Part::content);
    }

    private ListObjectVersionsResponse page(String full, String keyMarker, String versionMarker) {
        var request = ListObjectVersionsRequest.builder()
                .bucket(bucket.name())
                .prefix(full)
                .encodingType(compat.listUrlEncoding() == S3Compat.Choice.OFF ? null : EncodingType.URL)
                .keyMarker(keyMarker.isEmpty() ? null : keyMarker)
                .versionIdMarker(versionMarker.isEmpty() ? null : versionMarker)
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        ListObjectVersionsResponse answer;
        try {
            answer = requests.send(() -> connection.acting().listObjectVersions(request));
        } catch (SdkException e) {
            var failure = bucket.failure("list versions", "s3:ListBucketVersions", e);
            throw switch (Fault.of(e).kind()) {
                case DENIED, CREDENTIALS, NO_BUCKET, NOT_IMPLEMENTED -> failure;
                default -> new ListingIncompleteException(full, failure.sentence(), e);
            };
        }
        if (answer.isTruncated() == null) {
            throw ListedPage.refused(bucket, full, "is no listing of versions: it does not tell whether it is whole");
        }
        if (!bucket.name().equals(answer.name())) {
            throw ListedPage.refused(bucket, full, "is not of this bucket but of '" + answer.name() + "'");
        }
        return answer;
    }

    private List<StoredVersion> contents(ListObjectVersionsResponse page, String full) {
        List<StoredVersion> contents = new ArrayList<>();
        page.versions()
                .forEach(version -> key(version.key(), full)
                        .ifPresent(key -> contents.add(new StoredVersion(
                                key,
                                required(version.versionId(), full),
                                Boolean.TRUE.equals(version.isLatest()),
                                false,
                                version.size() == null ? 0 : version.size(),
                                time(version.lastModified(), full),
                                Optional.ofNullable(version.eTag())
                                        .filter(tag -> !tag.isEmpty())
                                        .map(Tags::of)))));
        return contents;
    }

    private List<StoredVersion> markers(ListObjectVersionsResponse page, String full) {
        List<StoredVersion> markers = new ArrayList<>();
        page.deleteMarkers()
                .forEach(marker -> key(marker.key(), full)
                        .ifPresent(key -> markers.add(new StoredVersion(
                                key,
                                required(marker.versionId(), full),
                                Boolean.TRUE.equals(marker.isLatest()),
                                true,
                                0,
                                time(marker.lastModified(), full),
                                Optional.empty()))));
        return markers;
    }

    /**
     * Puts together again what belongs to one key: an answer mixes contents and markers, and the client hands them over in two lists.
     *
     * <p>What may go on in the next page is held back: the last key of either list.
     */
    private static final class KeyByKey {

        private final NavigableMap<ObjectKey, List<StoredVersion>> open = new TreeMap<>();
        private final Consumer<StoredVersion> sink;

        KeyByKey(Consumer<StoredVersion> sink) {
            this.sink = sink;
        }

        void page(List<StoredVersion> contents, List<StoredVersion> markers) {
            Set<ObjectKey> last = new HashSet<>();
            for (List<StoredVersion> list : List.of(contents, markers)) {
                list.forEach(version -> open.computeIfAbsent(version.key(), key -> new ArrayList<>())
                        .add(version));
                if (!list.isEmpty()) {
                    last.add(list.get(list.size() - 1).key());
                }
            }
            handOver(key -> !last.contains(key));
        }

        void end() {
            handOver(key -> true);
        }

        private void handOver(Predicate<ObjectKey> which) {
            open.entrySet().removeIf(key -> {
                boolean complete = which.test(key.getKey());
                if (complete) {
                    key.getValue().forEach(sink);
                }
                return complete;
            });
        }
    }

    private Optional<ObjectKey> key(@Nullable String text, String full) {
        if (text == null || !text.startsWith(full)) {
            throw ListedPage.refused(bucket, full, "shows the key " + text);
        }
        return bucket.relative(text);
    }

    private String required(@Nullable String versionId, String full) {
        if (versionId == null || versionId.isEmpty()) {
            throw ListedPage.refused(bucket, full, "shows a version without its id");
        }
        return versionId;
    }

    private Instant time(@Nullable Instant time, String full) {
        if (time == null) {
            throw ListedPage.refused(bucket, full, "shows a version without its time");
        }
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Versions of one key one after the other: a store that moves versions about loses count of removals at the same time. */
    @Override
    public List<DeleteAnswer> remove(List<StoredVersion> versions) {
        var byKey = new LinkedHashMap<ObjectKey, List<Integer>>();
        for (int i = 0; i < versions.size(); i++) {
            byKey.computeIfAbsent(versions.get(i).key(), key -> new ArrayList<>())
                    .add(i);
        }
        var answers = new DeleteAnswer[versions.size()];
        parallel.map(List.copyOf(byKey.values()), ofOneKey -> {
            ofOneKey.forEach(i -> answers[i] = remove(versions.get(i)));
            return ofOneKey;
        });
        return List.of(answers);
    }

    /** One request for each: the path names key and version exactly, whatever characters they hold. */
    private DeleteAnswer remove(StoredVersion version) {
        if (KeyRoute.of(version.key()) == KeyRoute.NONE || KeyRoute.of(version.key()) == KeyRoute.BATCH) {
            return new DeleteAnswer(
                    version.key(),
                    DeleteStatus.REFUSED,
                    "no request can name this key without it becoming another one");
        }
        var request = DeleteObjectRequest.builder()
                .bucket(bucket.name())
                .key(bucket.full(version.key()))
                .versionId(version.versionId())
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        try {
            requests.send(() -> connection.deleting().deleteObject(request));
            return new DeleteAnswer(version.key(), DeleteStatus.DELETED, "");
        } catch (SdkException e) {
            var fault = Fault.of(e);
            return switch (fault.kind()) {
                case ABSENT -> new DeleteAnswer(version.key(), DeleteStatus.ALREADY_ABSENT, "");
                case DENIED ->
                    new DeleteAnswer(version.key(), DeleteStatus.REFUSED, Refusals.of(fault, "s3:DeleteObjectVersion"));
                default -> new DeleteAnswer(version.key(), DeleteStatus.FAILED, fault.words());
            };
        }
    }
}
