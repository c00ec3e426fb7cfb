package io.fdlkeeper.store.s3.fake;

import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** DeleteObjects: one answer for many keys, each with a fate of its own. */
final class BatchCalls {

    private static final int MOST_KEYS = 1_000;

    private final ObjectCalls objects;
    private final S3Faults faults;

    BatchCalls(ObjectCalls objects, S3Faults faults) {
        this.objects = objects;
        this.faults = faults;
    }

    private record Wanted(String key, String versionId, String etag) {}

    S3Reply delete(S3Request request, FakeBucket bucket) {
        requireChecksum(request);
        var asked = Xml.parsed(request.body()).getDocumentElement();
        NodeList wanted = asked.getElementsByTagName("Object");
        if (wanted.getLength() == 0 || wanted.getLength() > MOST_KEYS) {
            throw Xml.malformed();
        }
        boolean quiet = Xml.child(asked, "Quiet").equals("true");
        var answer = new Xml("DeleteResult");
        for (int i = 0; i < wanted.getLength(); i++) {
            var one = (Element) wanted.item(i);
            var key = Xml.child(one, "Key");
            if (key.isEmpty()) {
                throw Xml.malformed();
            }
            deleteOne(
                    new Wanted(key, Xml.child(one, "VersionId"), Xml.child(one, "ETag")),
                    bucket,
                    ObjectCalls.bypasses(request),
                    quiet,
                    answer);
        }
        return S3Reply.xml(answer.end());
    }

    private void requireChecksum(S3Request request) {
        var md5 = request.header("content-md5");
        var crc = request.header("x-amz-checksum-crc32");
        if (md5.isEmpty() && faults.demandsMd5()) {
            throw new S3Refusal(400, "MissingContentMD5", "Missing required header for this request: Content-MD5.");
        }
        boolean other = request.headers().keySet().stream().anyMatch(name -> name.startsWith("x-amz-checksum-"));
        if (md5.isEmpty() && !other) {
            throw new S3Refusal(
                    400, "InvalidRequest", "Missing required header for this request: Content-MD5 OR x-amz-checksum-*");
        }
        var actual = Base64.getEncoder().encodeToString(FakeBucket.digest(request.body()));
        if (md5.filter(told -> !told.equals(actual)).isPresent()
                || crc.filter(told -> !told.equals(crc32(request.body()))).isPresent()) {
            throw new S3Refusal(400, "BadDigest", "The checksum you specified did not match what we received.");
        }
    }

    private static String crc32(byte[] body) {
        var crc = new CRC32();
        crc.update(body);
        var bytes = java.nio.ByteBuffer.allocate(4).putInt((int) crc.getValue());
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    private void deleteOne(Wanted wanted, FakeBucket bucket, boolean bypass, boolean quiet, Xml answer) {
        try {
            faults.failureInBatch(wanted.key()).ifPresent(failure -> {
                throw failure;
            });
            boolean silent = faults.echoesNot(wanted.key());
            if (silent && !faults.deletesUnechoed()) {
                return;
            }
            var marker = remove(wanted, bucket, bypass);
            if (!quiet && !silent) {
                answer.open("Deleted").text("Key", wanted.key());
                if (!wanted.versionId().isEmpty()) {
                    answer.text("VersionId", wanted.versionId());
                }
                marker.ifPresent(
                        version -> answer.text("DeleteMarker", "true").text("DeleteMarkerVersionId", version.id()));
                answer.close("Deleted");
            }
        } catch (S3Refusal refusal) {
            answer.open("Error").text("Key", wanted.key());
            if (!wanted.versionId().isEmpty()) {
                answer.text("VersionId", wanted.versionId());
            }
            answer.text("Code", refusal.code())
                    .text("Message", String.valueOf(refusal.getMessage()))
                    .close("Error");
        }
    }

    /** Returns the delete marker that was made or removed. */
    private Optional<FakeVersion> remove(Wanted wanted, FakeBucket bucket, boolean bypass) {
        if (!wanted.versionId().isEmpty()) {
            if (!wanted.etag().isEmpty()) {
                throw S3Refusal.notImplemented();
            }
            return objects.removeVersion(bucket, wanted.key(), wanted.versionId(), bypass)
                    .filter(FakeVersion::isMarker);
        }
        if (!wanted.etag().isEmpty() && !faults.ignores(IgnoredCondition.DELETE_IN_BATCH)) {
            ObjectCalls.requireMatch(bucket.current(wanted.key()), wanted.etag());
        }
        return bucket.delete(wanted.key());
    }
}
