package io.fdlkeeper.store.s3.servers;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.ObjectLockMode;

/** What a server does with deletions and their conditions. */
final class DeleteChecks {

    private static final String STALE = "\"d41d8cd98f00b204e9800998ecf8427e\"";

    private DeleteChecks() {}

    static String stale(Probe probe) {
        probe.put("a", "one");
        return deleteIf(probe, STALE) + (probe.exists("a") ? ", kept" : ", gone");
    }

    static String any(Probe probe) {
        probe.put("a", "one");
        return deleteIf(probe, "*") + (probe.exists("a") ? ", kept" : ", gone");
    }

    static String absent(Probe probe) {
        return deleteIf(probe, STALE);
    }

    private static String deleteIf(Probe probe, String tag) {
        return Probe.status(() -> probe.client()
                .deleteObject(request -> request.bucket(probe.bucket()).key("a").ifMatch(tag)));
    }

    static String versionConditionally(Probe probe) {
        probe.enableVersions();
        var put = probe.client()
                .putObject(request -> request.bucket(probe.bucket()).key("a"), RequestBody.fromString("one"));
        return Probe.status(() -> probe.client()
                        .deleteObject(request -> request.bucket(probe.bucket())
                                .key("a")
                                .versionId(put.versionId())
                                .ifMatch(put.eTag())))
                + (probe.exists("a") ? ", kept" : ", gone");
    }

    static String absentVersion(Probe probe) {
        probe.enableVersions();
        var gone = probe.client()
                .putObject(request -> request.bucket(probe.bucket()).key("a"), RequestBody.fromString("one"))
                .versionId();
        probe.put("a", "two");
        probe.client()
                .deleteObject(request -> request.bucket(probe.bucket()).key("a").versionId(gone));
        return Probe.status(() -> probe.client()
                .deleteObject(request -> request.bucket(probe.bucket()).key("a").versionId(gone)));
    }

    static String batchStale(Probe probe) {
        probe.put("a", "one");
        probe.put("b", "one");
        batch(
                probe,
                false,
                ObjectIdentifier.builder().key("a").eTag(STALE).build(),
                ObjectIdentifier.builder().key("b").build());
        return probe.exists("a") ? "kept" : "deleted";
    }

    static String batchQuiet(Probe probe) {
        probe.put("a", "one");
        var answer = batch(probe, true, ObjectIdentifier.builder().key("a").build());
        return Integer.toString(answer.deleted().size());
    }

    static String batchAbsent(Probe probe) {
        probe.put("a", "one");
        var answer = batch(
                probe,
                false,
                ObjectIdentifier.builder().key("a").build(),
                ObjectIdentifier.builder().key("none").build());
        return Integer.toString(answer.deleted().size());
    }

    static String batchTooLong(Probe probe) {
        var keys = IntStream.rangeClosed(0, 1_000)
                .mapToObj(i -> ObjectIdentifier.builder().key("none" + i).build())
                .toArray(ObjectIdentifier[]::new);
        return Probe.status(() -> batch(probe, false, keys));
    }

    private static DeleteObjectsResponse batch(Probe probe, boolean quiet, ObjectIdentifier... keys) {
        return probe.client()
                .deleteObjects(request -> request.bucket(probe.bucket())
                        .delete(delete -> delete.objects(keys).quiet(quiet)));
    }

    static String compliance(Probe probe) {
        var version = probe.client()
                .putObject(
                        request -> request.bucket(probe.bucket())
                                .key("a")
                                .checksumAlgorithm(ChecksumAlgorithm.CRC32)
                                .objectLockMode(ObjectLockMode.COMPLIANCE)
                                .objectLockRetainUntilDate(Instant.now()
                                        .plus(Duration.ofMinutes(10))
                                        .truncatedTo(ChronoUnit.SECONDS)),
                        RequestBody.fromString("one"))
                .versionId();
        return Probe.status(() -> probe.client()
                        .deleteObject(request ->
                                request.bucket(probe.bucket()).key("a").versionId(version)))
                + (probe.exists("a") ? ", kept" : ", gone");
    }

    static String abortTwice(Probe probe) {
        var id = probe.client()
                .createMultipartUpload(request -> request.bucket(probe.bucket()).key("a"))
                .uploadId();
        return abort(probe, id) + ", " + abort(probe, id);
    }

    private static String abort(Probe probe, String id) {
        return Probe.status(() -> probe.client()
                .abortMultipartUpload(
                        request -> request.bucket(probe.bucket()).key("a").uploadId(id)));
    }
}
