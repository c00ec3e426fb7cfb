package io.fdlkeeper.store.s3.fake;

import static io.fdlkeeper.store.s3.fake.IgnoredCondition.CREATE;
import static io.fdlkeeper.store.s3.fake.IgnoredCondition.DELETE;
import static io.fdlkeeper.store.s3.fake.IgnoredCondition.REPLACE;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Calls on one object, with AWS's answers to conditions that do not hold. */
final class ObjectCalls {

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Clock clock;
    private final S3Faults faults;

    ObjectCalls(Clock clock, S3Faults faults) {
        this.clock = clock;
        this.faults = faults;
    }

    static String httpDate(Instant time) {
        return HTTP_DATE.format(time);
    }

    S3Reply put(S3Request request, FakeBucket bucket) {
        requireWritable(request, bucket);
        var stored = bucket.store(request.key(), request.body(), clock.instant());
        request.header("x-amz-object-lock-mode")
                .ifPresent(mode -> stored.retain(new FakeVersion.Retention(
                        mode,
                        Instant.parse(request.header("x-amz-object-lock-retain-until-date")
                                .orElseThrow(S3Refusal::notImplemented)))));
        return withVersion(S3Reply.OK.with("ETag", quoted(stored.etag())), stored);
    }

    /** Judges the conditions of a write: of {@code *} or one tag, never of both. */
    void requireWritable(S3Request request, FakeBucket bucket) {
        var absent = request.header("if-none-match");
        var match = request.header("if-match");
        if (absent.isPresent() && match.isPresent()
                || absent.filter(value -> !value.equals("*")).isPresent()
                || match.filter(value -> value.equals("*")).isPresent()) {
            throw S3Refusal.notImplemented();
        }
        var current = bucket.current(request.key());
        if (absent.isPresent() && current.isPresent() && !faults.ignores(CREATE)) {
            throw S3Refusal.preconditionFailed();
        }
        match.filter(tag -> !faults.ignores(REPLACE)).ifPresent(tag -> requireMatch(current, tag));
    }

    static void requireMatch(Optional<FakeVersion> current, String tag) {
        if (current.isEmpty()) {
            throw S3Refusal.noSuchKey();
        }
        if (!tag.equals("*") && !unquoted(tag).equals(current.get().etag())) {
            throw S3Refusal.preconditionFailed();
        }
    }

    S3Reply get(S3Request request, FakeBucket bucket) {
        var found = read(request, bucket);
        var reply = facts(found, found.content());
        var range = request.header("range");
        if (range.isEmpty()) {
            return reply;
        }
        var ends = range.get().substring("bytes=".length()).split("-", 2);
        int from = Integer.parseInt(ends[0]);
        int to = ends[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(ends[1]) + 1;
        int length = found.content().length;
        if (from >= length) {
            throw new S3Refusal(416, "InvalidRange", "The requested range is not satisfiable");
        }
        var part = Arrays.copyOfRange(found.content(), from, Math.min(to, length));
        return new S3Reply(206, reply.headers(), part)
                .with("Content-Range", "bytes " + from + "-" + (from + part.length - 1) + "/" + length);
    }

    S3Reply head(S3Request request, FakeBucket bucket) {
        var found = read(request, bucket);
        return facts(found, found.content());
    }

    private static FakeVersion read(S3Request request, FakeBucket bucket) {
        var found = request.has("versionId")
                ? bucket.version(request.key(), request.parameter("versionId", ""))
                : bucket.current(request.key());
        if (found.isPresent() && found.get().isMarker()) {
            throw new S3Refusal(405, "MethodNotAllowed", "The specified method is not allowed against this resource.");
        }
        request.header("if-match").ifPresent(tag -> requireMatch(found, tag));
        return found.orElseThrow(S3Refusal::noSuchKey);
    }

    private static S3Reply facts(FakeVersion version, byte[] body) {
        return withVersion(
                new S3Reply(
                        200,
                        Map.of(
                                "ETag",
                                quoted(version.etag()),
                                "Last-Modified",
                                httpDate(version.lastModified()),
                                "Accept-Ranges",
                                "bytes"),
                        body),
                version);
    }

    S3Reply delete(S3Request request, FakeBucket bucket) {
        var match = request.header("if-match");
        if (request.has("versionId")) {
            if (match.isPresent()) {
                throw S3Refusal.notImplemented();
            }
            return deletedVersion(
                    request.parameter("versionId", ""),
                    removeVersion(bucket, request.key(), request.parameter("versionId", ""), bypasses(request)));
        }
        if (request.headers().keySet().stream().anyMatch(name -> name.startsWith("x-amz-if-match-"))) {
            throw S3Refusal.notImplemented();
        }
        match.filter(tag -> !faults.ignores(DELETE)).ifPresent(tag -> requireMatch(bucket.current(request.key()), tag));
        return bucket.delete(request.key())
                .map(marker -> withVersion(S3Reply.NO_CONTENT.with("x-amz-delete-marker", "true"), marker))
                .orElse(S3Reply.NO_CONTENT);
    }

    /** Removes one version for good unless a lock forbids it. */
    Optional<FakeVersion> removeVersion(FakeBucket bucket, String key, String id, boolean bypass) {
        bucket.version(key, id)
                .flatMap(found -> found.lock(clock.instant(), bypass))
                .ifPresent(why -> {
                    throw S3Refusal.accessDenied(why);
                });
        return bucket.deleteVersion(key, id);
    }

    private static S3Reply deletedVersion(String id, Optional<FakeVersion> removed) {
        var reply = S3Reply.NO_CONTENT.with("x-amz-version-id", id);
        return removed.filter(FakeVersion::isMarker).isPresent() ? reply.with("x-amz-delete-marker", "true") : reply;
    }

    static boolean bypasses(S3Request request) {
        return request.header("x-amz-bypass-governance-retention")
                .filter("true"::equalsIgnoreCase)
                .isPresent();
    }

    static S3Reply withVersion(S3Reply reply, FakeVersion version) {
        return version.id().equals(FakeBucket.NULL_VERSION) ? reply : reply.with("x-amz-version-id", version.id());
    }

    static String quoted(String tag) {
        return '"' + tag + '"';
    }

    static String unquoted(String tag) {
        return tag.startsWith("\"") && tag.endsWith("\"") && tag.length() > 1
                ? tag.substring(1, tag.length() - 1)
                : tag;
    }
}
