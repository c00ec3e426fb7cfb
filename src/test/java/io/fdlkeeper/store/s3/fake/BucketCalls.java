package io.fdlkeeper.store.s3.fake;

import java.time.Instant;
import org.w3c.dom.Element;

/** Versioning and Object Lock, of buckets and of single versions. */
final class BucketCalls {

    S3Reply location() {
        return S3Reply.xml(new Xml("LocationConstraint").end());
    }

    S3Reply versioning(FakeBucket bucket) {
        var answer = new Xml("VersioningConfiguration");
        return S3Reply.xml((bucket.versioning().isEmpty() ? answer : answer.text("Status", bucket.versioning())).end());
    }

    S3Reply setVersioning(S3Request request, FakeBucket bucket) {
        bucket.versioning(Xml.child(Xml.parsed(request.body()).getDocumentElement(), "Status"));
        return S3Reply.OK;
    }

    S3Reply lockConfiguration(FakeBucket bucket) {
        if (!bucket.locking()) {
            throw new S3Refusal(
                    404,
                    "ObjectLockConfigurationNotFoundError",
                    "Object Lock configuration does not exist for this bucket");
        }
        return S3Reply.xml(new Xml("ObjectLockConfiguration")
                .text("ObjectLockEnabled", "Enabled")
                .end());
    }

    S3Reply enableLocking(FakeBucket bucket) {
        bucket.enableLocking();
        return S3Reply.OK;
    }

    S3Reply retention(S3Request request, FakeBucket bucket) {
        var retention = version(request, bucket).retention();
        if (retention.mode().isEmpty()) {
            throw noLock();
        }
        return S3Reply.xml(new Xml("Retention")
                .text("Mode", retention.mode())
                .text("RetainUntilDate", ListingCalls.isoTime(retention.until()))
                .end());
    }

    S3Reply setRetention(S3Request request, FakeBucket bucket) {
        var version = version(request, bucket);
        Element asked = Xml.parsed(request.body()).getDocumentElement();
        var next =
                new FakeVersion.Retention(Xml.child(asked, "Mode"), Instant.parse(Xml.child(asked, "RetainUntilDate")));
        boolean shorter = next.until().isBefore(version.retention().until());
        boolean may = version.retention().mode().equals("GOVERNANCE") && ObjectCalls.bypasses(request);
        if (shorter && !may) {
            throw S3Refusal.accessDenied("Access Denied because object protected by object lock.");
        }
        version.retain(next);
        return S3Reply.OK;
    }

    S3Reply legalHold(S3Request request, FakeBucket bucket) {
        if (!bucket.locking()) {
            throw noLock();
        }
        return S3Reply.xml(new Xml("LegalHold")
                .text("Status", version(request, bucket).isHeld() ? "ON" : "OFF")
                .end());
    }

    S3Reply setLegalHold(S3Request request, FakeBucket bucket) {
        version(request, bucket)
                .hold(Xml.child(Xml.parsed(request.body()).getDocumentElement(), "Status")
                        .equals("ON"));
        return S3Reply.OK;
    }

    private static FakeVersion version(S3Request request, FakeBucket bucket) {
        return (request.has("versionId")
                        ? bucket.version(request.key(), request.parameter("versionId", ""))
                        : bucket.current(request.key()))
                .orElseThrow(S3Refusal::noSuchKey);
    }

    private static S3Refusal noLock() {
        return new S3Refusal(
                404, "NoSuchObjectLockConfiguration", "The specified object does not have a ObjectLock configuration");
    }
}
