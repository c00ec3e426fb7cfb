package io.fdlkeeper.store.s3.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** What AWS documents, asked with its own client without retries. */
class FakeS3Tests {

    private static final String BUCKET = "lake";

    private final HandClock clock = new HandClock(Instant.parse("2026-11-30T12:00:00Z"));
    private final FakeS3 server = new FakeS3(clock);
    private final FakeBucket bucket = server.bucket(BUCKET);
    private S3Client client;

    @BeforeEach
    void open() {
        client = S3Client.builder()
                .endpointOverride(server.endpoint())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(Apache5HttpClient.create())
                .overrideConfiguration(override -> override.retryStrategy(
                        StandardRetryStrategy.builder().maxAttempts(1).build()))
                .build();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void conditionOfACreationHoldsOnce() {
        put("a", "one", request -> request.ifNoneMatch("*"));
        assertStatus(412, "PreconditionFailed", () -> put("a", "two", request -> request.ifNoneMatch("*")));
        assertStatus(501, "NotImplemented", () -> put("a", "two", request -> request.ifNoneMatch("\"tag\"")));
        assertStatus(
                501,
                "NotImplemented",
                () -> put("a", "two", request -> request.ifNoneMatch("*").ifMatch("\"tag\"")));
        assertThat(bucket.text("a")).contains("one");
    }

    @Test
    void conditionOfAReplacementNeedsTheTagOfWhatIsThere() {
        assertStatus(404, "NoSuchKey", () -> put("a", "x", request -> request.ifMatch("\"tag\"")));
        put("a", "one", request -> {});
        assertStatus(412, "PreconditionFailed", () -> put("a", "two", request -> request.ifMatch("\"tag\"")));
        put("a", "two", request -> request.ifMatch(tag("a")));
        assertThat(bucket.text("a")).contains("two");
    }

    @Test
    void deletionLeavesAnotherContentAndCannotBeConditionalByVersion() {
        bucket.put("a", "one");
        assertStatus(
                412,
                "PreconditionFailed",
                () -> client.deleteObject(r -> r.bucket(BUCKET).key("a").ifMatch("\"tag\"")));
        assertStatus(
                404,
                "NoSuchKey",
                () -> client.deleteObject(r -> r.bucket(BUCKET).key("b").ifMatch("\"tag\"")));
        assertStatus(
                501,
                "NotImplemented",
                () -> client.deleteObject(
                        r -> r.bucket(BUCKET).key("a").versionId("null").ifMatch(tag("a"))));
        client.deleteObject(r -> r.bucket(BUCKET).key("a").ifMatch(tag("a")));
        client.deleteObject(r -> r.bucket(BUCKET).key("a"));
        assertThat(bucket.keys()).isEmpty();
    }

    @Test
    void batchAnswersForEachKeyByItself() {
        List.of("a", "b", "c").forEach(key -> bucket.put(key, key));
        var answer = batch(
                ObjectIdentifier.builder().key("a").build(),
                ObjectIdentifier.builder().key("b").eTag("\"tag\"").build(),
                ObjectIdentifier.builder().key("none").build(),
                ObjectIdentifier.builder().key("none").eTag("\"tag\"").build());
        assertThat(answer.deleted()).extracting(deleted -> deleted.key()).containsExactly("a", "none");
        assertThat(answer.errors())
                .extracting(error -> error.key() + " " + error.code())
                .containsExactly("b PreconditionFailed", "none NoSuchKey");
        assertThat(bucket.keys()).containsExactly("b", "c");
    }

    @Test
    void batchOfMoreThanAThousandOrOfWhatXmlCannotCarryIsRefusedAsAWhole() {
        bucket.put("k0", "x");
        var tooMany = IntStream.rangeClosed(0, 1_000)
                .mapToObj(i -> ObjectIdentifier.builder().key("k" + i).build())
                .toArray(ObjectIdentifier[]::new);
        assertStatus(400, "MalformedXML", () -> batch(tooMany));
        assertStatus(
                400,
                "MalformedXML",
                () -> batch(
                        ObjectIdentifier.builder().key("k0").build(),
                        ObjectIdentifier.builder().key("\u0001").build()));
        assertThat(bucket.keys()).containsExactly("k0");
    }

    @Test
    void pagesAreInTheOrderOfBytesAndSpelledExactly() {
        var keys = List.of("a b+c%41", "a/\u0001\n", "\uff5e", "\ud83d\ude00");
        keys.forEach(key -> bucket.put(key, key));
        server.faults().limitPages(1);
        var listed =
                client.listObjectsV2Paginator(r -> r.bucket(BUCKET).encodingType(EncodingType.URL)).contents().stream()
                        .map(S3Object::key)
                        .toList();
        assertThat(listed).isEqualTo(keys);
        assertThatThrownBy(() -> client.listObjectsV2Paginator(r -> r.bucket(BUCKET)).contents().stream()
                        .toList())
                .isInstanceOf(SdkClientException.class);
    }

    @Test
    void foldersAreToldOnceAcrossPages() {
        List.of("a", "b/1", "b/2", "c/1", "d").forEach(key -> bucket.put(key, "x"));
        server.faults().limitPages(2);
        var pages = client.listObjectsV2Paginator(r -> r.bucket(BUCKET).delimiter("/"));
        assertThat(pages.commonPrefixes().stream().map(folder -> folder.prefix()))
                .containsExactly("b/", "c/");
        assertThat(pages.contents().stream().map(S3Object::key)).containsExactly("a", "d");
    }

    @Test
    void versionsAndMarkersArePagedNewestFirst() {
        bucket.enableVersioning();
        bucket.put("a", "one");
        bucket.put("a", "two");
        bucket.remove("a");
        bucket.put("b", "x");
        server.faults().limitPages(1);
        var pages = client.listObjectVersionsPaginator(r -> r.bucket(BUCKET));
        assertThat(pages.versions().stream().map(version -> version.key() + version.isLatest()))
                .containsExactly("afalse", "afalse", "btrue");
        var marker = pages.deleteMarkers().stream().findFirst().orElseThrow();
        assertThat(marker.isLatest()).isTrue();
        assertStatus(
                404, "NoSuchKey", () -> client.getObject(r -> r.bucket(BUCKET).key("a")));
        put("b2", "x", request -> request.ifNoneMatch("*"));
        client.deleteObject(r -> r.bucket(BUCKET).key("a").versionId(marker.versionId()));
        assertThat(bucket.text("a")).contains("two");
    }

    @Test
    void lockedVersionStaysAndAPlainDeletionOnlyHidesIt() {
        bucket.enableVersioning();
        bucket.put("a", "one");
        bucket.retain("a", "COMPLIANCE", clock.instant().plus(Duration.ofDays(1)));
        var id = client.headObject(r -> r.bucket(BUCKET).key("a")).versionId();
        ThrowingCallable erase =
                () -> client.deleteObject(r -> r.bucket(BUCKET).key("a").versionId(id));
        assertStatus(403, "AccessDenied", erase);
        client.deleteObject(r -> r.bucket(BUCKET).key("a"));
        assertThat(bucket.exists("a")).isFalse();
        assertThat(bucket.versionsOf("a")).isEqualTo(2);
        clock.advance(Duration.ofDays(1));
        client.deleteObject(r -> r.bucket(BUCKET).key("a").versionId(id));
        assertThat(bucket.versionsOf("a")).isEqualTo(1);
    }

    @Test
    void objectOfAnUploadIsAsOldAsTheBeginningOfTheUpload() {
        var id = client.createMultipartUpload(r -> r.bucket(BUCKET).key("a")).uploadId();
        var begun = clock.instant();
        var part = client.uploadPart(
                r -> r.bucket(BUCKET).key("a").uploadId(id).partNumber(1), RequestBody.fromString("content"));
        clock.advance(Duration.ofDays(3));
        client.completeMultipartUpload(r -> r.bucket(BUCKET)
                .key("a")
                .uploadId(id)
                .multipartUpload(m -> m.parts(
                        CompletedPart.builder().partNumber(1).eTag(part.eTag()).build())));
        assertThat(client.headObject(r -> r.bucket(BUCKET).key("a")).lastModified())
                .isEqualTo(begun);
        assertThat(bucket.text("a")).contains("content");
        assertStatus(
                404,
                "NoSuchUpload",
                () -> client.abortMultipartUpload(r -> r.bucket(BUCKET).key("a").uploadId(id)));
    }

    @Test
    void replyCanBeLostAfterTheActAndTheDateCanBeWrong() {
        server.faults().loseReplies(S3Operation.PUT, 1);
        assertThatThrownBy(() -> put("a", "one", request -> {})).isInstanceOf(SdkClientException.class);
        assertThat(bucket.text("a")).contains("one");
        server.faults().skewDate(Duration.ofHours(2));
        var head = client.headObject(r -> r.bucket(BUCKET).key("a"));
        assertThat(head.sdkHttpResponse().firstMatchingHeader("Date"))
                .contains(ObjectCalls.httpDate(clock.instant().plus(Duration.ofHours(2))));
    }

    private void put(String key, String content, Consumer<PutObjectRequest.Builder> more) {
        client.putObject(
                request -> {
                    request.bucket(BUCKET).key(key);
                    more.accept(request);
                },
                RequestBody.fromBytes(content.getBytes(StandardCharsets.UTF_8)));
    }

    private String tag(String key) {
        return client.headObject(r -> r.bucket(BUCKET).key(key)).eTag();
    }

    private DeleteObjectsResponse batch(ObjectIdentifier... keys) {
        return client.deleteObjects(r -> r.bucket(BUCKET).delete(d -> d.objects(keys)));
    }

    private static void assertStatus(int status, String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(S3Exception.class, e -> {
            assertThat(e.statusCode()).isEqualTo(status);
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
        });
    }
}
