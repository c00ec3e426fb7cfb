package io.fdlkeeper.store.s3.fake;

import java.util.List;

/** ListObjectVersions: versions and delete markers of every key, newest first. */
final class VersionListing {

    private final S3Faults faults;

    VersionListing(S3Faults faults) {
        this.faults = faults;
    }

    S3Reply list(S3Request request, FakeBucket bucket) {
        var spelling = ListingCalls.spelling(request, faults);
        var prefix = request.parameter("prefix", "");
        var keyMarker = request.parameter("key-marker", "");
        var idMarker = request.parameter("version-id-marker", "");
        int limit = ListingCalls.limit(request, "max-keys", faults);
        var answer = new Xml("ListVersionsResult")
                .text("Name", faults.lists(ListingFault.NAMES_ANOTHER_BUCKET) ? "another-bucket" : bucket.name())
                .text("Prefix", spelling.of(prefix))
                .text("KeyMarker", spelling.of(keyMarker))
                .text("VersionIdMarker", idMarker)
                .text("MaxKeys", limit);
        if (spelling.encoded()) {
            answer.text("EncodingType", "url");
        }
        var all = after(bucket, prefix, keyMarker, idMarker);
        var page = all.subList(0, Math.min(limit, all.size()));
        page.forEach(version -> show(version, bucket, spelling, answer));
        boolean more = faults.truncates(page.size() < all.size());
        answer.text("IsTruncated", Boolean.toString(more));
        if (more && !page.isEmpty() && !faults.lists(ListingFault.FORGETS_TOKEN)) {
            boolean repeats = faults.lists(ListingFault.REPEATS_TOKEN);
            var last = page.get(page.size() - 1);
            answer.text("NextKeyMarker", spelling.of(repeats ? keyMarker : last.key()))
                    .text("NextVersionIdMarker", repeats ? idMarker : last.id());
        }
        return S3Reply.xml(answer.end());
    }

    private static List<FakeVersion> after(FakeBucket bucket, String prefix, String keyMarker, String idMarker) {
        return bucket.versions().tailMap(keyMarker.isEmpty() ? prefix : keyMarker, true).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .flatMap(entry -> {
                    var versions = entry.getValue();
                    if (!entry.getKey().equals(keyMarker)) {
                        return versions.stream();
                    }
                    // A marker without a version stands behind all versions of its key.
                    return idMarker.isEmpty()
                            ? List.<FakeVersion>of().stream()
                            : versions.stream()
                                    .dropWhile(version -> !version.id().equals(idMarker))
                                    .skip(1);
                })
                .toList();
    }

    private static void show(FakeVersion version, FakeBucket bucket, ListingCalls.Spelling spelling, Xml answer) {
        var element = version.isMarker() ? "DeleteMarker" : "Version";
        boolean latest = bucket.versions().get(version.key()).get(0) == version;
        answer.open(element)
                .text("Key", spelling.of(version.key()))
                .text("VersionId", version.id())
                .text("IsLatest", Boolean.toString(latest))
                .text("LastModified", ListingCalls.isoTime(version.lastModified()));
        if (!version.isMarker()) {
            answer.text("ETag", ObjectCalls.quoted(version.etag()))
                    .text("Size", version.content().length)
                    .text("StorageClass", "STANDARD");
        }
        answer.close(element);
    }
}
