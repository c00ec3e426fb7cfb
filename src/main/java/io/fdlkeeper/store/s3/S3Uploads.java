package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.UnfinishedUploads;
import java.util.HashSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.MultipartUpload;

/** Uploads in parts that were begun and not completed. */
final class S3Uploads implements UnfinishedUploads {

    /** Parts under way when an upload is aborted can still land, so one request may not be enough. */
    private static final int ABORTS = 10;

    private final Bucket bucket;
    private final Connection connection;
    private final Requests requests;
    private final S3Compat compat;

    S3Uploads(Bucket bucket, Connection connection, Requests requests, S3Compat compat) {
        this.bucket = bucket;
        this.connection = connection;
        this.requests = requests;
        this.compat = compat;
    }

    @Override
    public void list(String prefix, Consumer<UnfinishedUpload> sink) {
        var full = bucket.full(prefix);
        var seen = new HashSet<String>();
        var keyMarker = "";
        var uploadMarker = "";
        while (true) {
            var page = page(full, keyMarker, uploadMarker);
            page.uploads().forEach(upload -> hand(upload, full, sink));
            if (!page.isTruncated()) {
                return;
            }
            keyMarker = page.nextKeyMarker() == null ? "" : page.nextKeyMarker();
            uploadMarker = page.nextUploadIdMarker() == null ? "" : page.nextUploadIdMarker();
            if (keyMarker.isEmpty() || !seen.add(keyMarker + "\0" + uploadMarker)) {
                throw ListedPage.refused(bucket, full, "goes in a circle or breaks off: it repeats or lacks a marker");
            }
        }
    }

    private ListMultipartUploadsResponse page(String full, String keyMarker, String uploadMarker) {
        var request = ListMultipartUploadsRequest.builder()
                .bucket(bucket.name())
                .prefix(full.isEmpty() ? null : full)
                .encodingType(compat.listUrlEncoding() == S3Compat.Choice.OFF ? null : EncodingType.URL)
                .keyMarker(keyMarker.isEmpty() ? null : keyMarker)
                .uploadIdMarker(uploadMarker.isEmpty() ? null : uploadMarker)
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        ListMultipartUploadsResponse answer;
        try {
            answer = requests.send(() -> connection.acting().listMultipartUploads(request));
        } catch (SdkException e) {
            var failure = bucket.failure("list unfinished uploads", "s3:ListBucketMultipartUploads", e);
            throw switch (Fault.of(e).kind()) {
                case DENIED, CREDENTIALS, NO_BUCKET, NOT_IMPLEMENTED -> failure;
                default -> new ListingIncompleteException(full, failure.sentence(), e);
            };
        }
        if (answer.isTruncated() == null) {
            throw ListedPage.refused(bucket, full, "is no listing of uploads: it does not tell whether it is whole");
        }
        if (!bucket.name().equals(answer.bucket())) {
            throw ListedPage.refused(bucket, full, "is not of this bucket but of '" + answer.bucket() + "'");
        }
        return answer;
    }

    private void hand(MultipartUpload upload, String full, Consumer<UnfinishedUpload> sink) {
        if (upload.key() == null || !upload.key().startsWith(full)) {
            throw ListedPage.refused(bucket, full, "shows an upload of the key " + upload.key());
        }
        if (upload.uploadId() == null || upload.initiated() == null) {
            throw ListedPage.refused(bucket, full, "shows an upload without its id or time");
        }
        bucket.relative(upload.key())
                .ifPresent(key -> sink.accept(new UnfinishedUpload(key, upload.uploadId(), upload.initiated())));
    }

    @Override
    public DeleteAnswer abort(UnfinishedUpload upload) {
        if (!KeyRoute.isAddressable(upload.key())) {
            return answer(upload, DeleteStatus.REFUSED, "no request can name this key without it becoming another one");
        }
        try {
            boolean aborted = false;
            for (int attempt = 1; attempt <= ABORTS; attempt++) {
                aborted |= send(upload);
                if (isGone(upload)) {
                    return answer(upload, aborted ? DeleteStatus.DELETED : DeleteStatus.ALREADY_ABSENT, "");
                }
                requests.backOff(attempt);
            }
            return answer(upload, DeleteStatus.FAILED, "parts still arrive; try again later");
        } catch (SdkException e) {
            var fault = Fault.of(e);
            return switch (fault.kind()) {
                case DENIED, CREDENTIALS ->
                    answer(
                            upload,
                            DeleteStatus.REFUSED,
                            Refusals.of(fault, "s3:AbortMultipartUpload and s3:ListMultipartUploadParts"));
                default -> answer(upload, DeleteStatus.FAILED, fault.words());
            };
        }
    }

    /** False when the store says that there is no such upload. */
    private boolean send(UnfinishedUpload upload) {
        var request = AbortMultipartUploadRequest.builder()
                .bucket(bucket.name())
                .key(bucket.full(upload.key()))
                .uploadId(upload.uploadId())
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        return isThere(() -> connection.deleting().abortMultipartUpload(request));
    }

    private boolean isGone(UnfinishedUpload upload) {
        var request = ListPartsRequest.builder()
                .bucket(bucket.name())
                .key(bucket.full(upload.key()))
                .uploadId(upload.uploadId())
                .expectedBucketOwner(compat.bucketOwner().orElse(null))
                .build();
        return !isThere(() -> connection.deleting().listParts(request));
    }

    /** Asks for something of an upload; false when the store says that there is no such upload. */
    private boolean isThere(Supplier<?> request) {
        try {
            requests.send(request);
            return true;
        } catch (SdkException e) {
            if (Fault.of(e).is(Fault.Kind.ABSENT)) {
                return false;
            }
            throw e;
        }
    }

    private static DeleteAnswer answer(UnfinishedUpload upload, DeleteStatus status, String detail) {
        return new DeleteAnswer(upload.key(), status, detail);
    }
}
