package io.fdlkeeper.store.s3.fake;

import io.fdlkeeper.store.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.w3c.dom.Element;

/** Uploads in parts. What one becomes carries the time at which it was begun, as on AWS. */
final class UploadCalls {

    private final Clock clock;
    private final ObjectCalls objects;
    private final S3Faults faults;
    private final Map<String, Integer> aborted = new HashMap<>();

    UploadCalls(Clock clock, ObjectCalls objects, S3Faults faults) {
        this.clock = clock;
        this.objects = objects;
        this.faults = faults;
    }

    S3Reply create(S3Request request, FakeBucket bucket) {
        var upload = bucket.begin(request.key(), clock.instant());
        return S3Reply.xml(new Xml("InitiateMultipartUploadResult")
                .text("Bucket", bucket.name())
                .text("Key", request.key())
                .text("UploadId", upload.id())
                .end());
    }

    S3Reply uploadPart(S3Request request, FakeBucket bucket) {
        var upload = find(request, bucket);
        upload.parts().put(Integer.parseInt(request.parameter("partNumber", "1")), request.body());
        return S3Reply.OK.with("ETag", ObjectCalls.quoted(FakeBucket.md5(request.body())));
    }

    S3Reply complete(S3Request request, FakeBucket bucket) {
        var upload = find(request, bucket);
        objects.requireWritable(request, bucket);
        var named = Xml.parsed(request.body()).getDocumentElement().getElementsByTagName("Part");
        var content = new ByteArrayOutputStream();
        var digests = new ByteArrayOutputStream();
        for (int i = 0; i < named.getLength(); i++) {
            var part = upload.parts().get(Integer.parseInt(Xml.child((Element) named.item(i), "PartNumber")));
            if (part == null) {
                throw new S3Refusal(400, "InvalidPart", "One or more of the specified parts could not be found.");
            }
            content.writeBytes(part);
            digests.writeBytes(FakeBucket.digest(part));
        }
        var stored = bucket.store(new FakeVersion(
                upload.key(),
                bucket.nextVersion(),
                content.toByteArray(),
                FakeBucket.md5(digests.toByteArray()) + "-" + named.getLength(),
                upload.initiated()));
        bucket.uploads().remove(upload.id());
        return ObjectCalls.withVersion(
                S3Reply.xml(new Xml("CompleteMultipartUploadResult")
                        .text("Bucket", bucket.name())
                        .text("Key", upload.key())
                        .text("ETag", ObjectCalls.quoted(stored.etag()))
                        .end()),
                stored);
    }

    S3Reply abort(S3Request request, FakeBucket bucket) {
        var upload = find(request, bucket);
        if (aborted.merge(upload.id(), 1, Integer::sum) >= faults.abortsNeeded()) {
            bucket.uploads().remove(upload.id());
        }
        return S3Reply.NO_CONTENT;
    }

    S3Reply listParts(S3Request request, FakeBucket bucket) {
        var upload = find(request, bucket);
        var answer = new Xml("ListPartsResult")
                .text("Bucket", bucket.name())
                .text("Key", upload.key())
                .text("UploadId", upload.id())
                .text("IsTruncated", "false");
        upload.parts()
                .forEach((number, part) -> answer.open("Part")
                        .text("PartNumber", number)
                        .text("LastModified", ListingCalls.isoTime(upload.initiated()))
                        .text("ETag", ObjectCalls.quoted(FakeBucket.md5(part)))
                        .text("Size", part.length)
                        .close("Part"));
        return S3Reply.xml(answer.end());
    }

    S3Reply list(S3Request request, FakeBucket bucket) {
        var spelling = ListingCalls.spelling(request, faults);
        var prefix = request.parameter("prefix", "");
        var keyMarker = request.parameter("key-marker", "");
        var idMarker = request.parameter("upload-id-marker", "");
        int limit = ListingCalls.limit(request, "max-uploads", faults);
        var answer = new Xml("ListMultipartUploadsResult")
                .text("Bucket", faults.lists(ListingFault.NAMES_ANOTHER_BUCKET) ? "another-bucket" : bucket.name())
                .text("Prefix", spelling.of(prefix))
                .text("KeyMarker", spelling.of(keyMarker))
                .text("UploadIdMarker", idMarker)
                .text("MaxUploads", limit);
        if (spelling.encoded()) {
            answer.text("EncodingType", "url");
        }
        var all = after(bucket, prefix, keyMarker, idMarker);
        var page = all.subList(0, Math.min(limit, all.size()));
        for (var upload : page) {
            answer.open("Upload")
                    .text("Key", spelling.of(upload.key()))
                    .text("UploadId", upload.id())
                    .text("Initiated", ListingCalls.isoTime(upload.initiated()))
                    .text("StorageClass", "STANDARD")
                    .close("Upload");
        }
        boolean more = faults.truncates(page.size() < all.size());
        answer.text("IsTruncated", Boolean.toString(more));
        if (more && !page.isEmpty() && !faults.lists(ListingFault.FORGETS_TOKEN)) {
            boolean repeats = faults.lists(ListingFault.REPEATS_TOKEN);
            var last = page.get(page.size() - 1);
            answer.text("NextKeyMarker", spelling.of(repeats ? keyMarker : last.key()))
                    .text("NextUploadIdMarker", repeats ? idMarker : last.id());
        }
        return S3Reply.xml(answer.end());
    }

    private static List<FakeUpload> after(FakeBucket bucket, String prefix, String keyMarker, String idMarker) {
        var all = new ArrayList<>(bucket.uploads().values());
        all.removeIf(upload -> {
            int order = ObjectKey.compareUtf8(upload.key(), keyMarker);
            return !upload.key().startsWith(prefix)
                    || order < 0
                    || order == 0 && (idMarker.isEmpty() || upload.id().compareTo(idMarker) <= 0);
        });
        all.sort(Comparator.comparing(FakeUpload::key, ObjectKey::compareUtf8).thenComparing(FakeUpload::id));
        return all;
    }

    private static FakeUpload find(S3Request request, FakeBucket bucket) {
        var upload = bucket.uploads().get(request.parameter("uploadId", ""));
        if (upload == null || !upload.key().equals(request.key())) {
            throw new S3Refusal(404, "NoSuchUpload", "The specified multipart upload does not exist.");
        }
        return upload;
    }
}
