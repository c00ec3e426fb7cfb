package io.fdlkeeper.store.s3.servers;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** What a server does with conditions of writes. */
final class WriteChecks {

    private WriteChecks() {}

    static String createTwice(Probe probe) {
        return probe.tryPut("a", "one", put -> put.ifNoneMatch("*")) + ", "
                + probe.tryPut("a", "two", put -> put.ifNoneMatch("*"));
    }

    static String createRace(Probe probe) {
        return Probe.winners(round -> racer -> probe.tryPut("a" + round, "by " + racer, put -> put.ifNoneMatch("*")));
    }

    static String createUnlessTag(Probe probe) {
        return probe.tryPut("a", "one", put -> put.ifNoneMatch("\"d41d8cd98f00b204e9800998ecf8427e\""));
    }

    static String replace(Probe probe) {
        var tag = probe.put("a", "one");
        var stale = "\"d41d8cd98f00b204e9800998ecf8427e\"";
        return probe.tryPut("a", "two", put -> put.ifMatch(stale)) + ", "
                + probe.tryPut("a", "two", put -> put.ifMatch(tag)) + ", "
                + probe.tryPut("none", "two", put -> put.ifMatch(tag));
    }

    static String replaceRace(Probe probe) {
        return Probe.winners(round -> {
            var tag = probe.put("a" + round, "base");
            return racer -> probe.tryPut("a" + round, "by " + racer, put -> put.ifMatch(tag));
        });
    }

    static String createOverMarker(Probe probe) {
        probe.enableVersions();
        probe.put("a", "one");
        probe.client().deleteObject(request -> request.bucket(probe.bucket()).key("a"));
        return probe.tryPut("a", "two", put -> put.ifNoneMatch("*"));
    }

    static String completeOver(Probe probe) {
        probe.put("a", "one");
        var client = probe.client();
        var id = client.createMultipartUpload(
                        request -> request.bucket(probe.bucket()).key("a"))
                .uploadId();
        var part = client.uploadPart(
                request -> request.bucket(probe.bucket()).key("a").uploadId(id).partNumber(1),
                RequestBody.fromString("two"));
        return Probe.status(() -> client.completeMultipartUpload(request -> request.bucket(probe.bucket())
                .key("a")
                .uploadId(id)
                .ifNoneMatch("*")
                .multipartUpload(upload -> upload.parts(
                        CompletedPart.builder().partNumber(1).eTag(part.eTag()).build()))));
    }
}
