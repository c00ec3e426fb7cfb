package io.fdlkeeper.store.s3.fake;

import io.fdlkeeper.store.s3.fake.HttpLoop.HttpReply;
import io.fdlkeeper.store.s3.fake.HttpLoop.HttpRequest;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * An S3 endpoint on the loopback address, path style only, that lets everybody in.
 *
 * <p>Its answers to conditions, versions, locks and uploads are those AWS documents. {@link #faults()} make it fail and lie.
 */
public final class FakeS3 implements AutoCloseable {

    /** Whose every bucket is. */
    public static final String OWNER = "111122223333";

    /** Who acts, whatever the credentials. */
    public static final String CALLER = "arn:aws:iam::" + OWNER + ":user/keeper";

    private final Clock clock;
    private final S3Faults faults = new S3Faults();
    private final Map<String, FakeBucket> buckets = new ConcurrentHashMap<>();
    private final List<Served> served = new ArrayList<>();
    private final AtomicLong requests = new AtomicLong();
    private final ObjectCalls objects;
    private final BatchCalls batches;
    private final ListingCalls listings;
    private final VersionListing versions;
    private final UploadCalls uploads;
    private final BucketCalls settings = new BucketCalls();
    private final HttpLoop http;
    private volatile Consumer<S3Request> before = request -> {};
    private volatile Consumer<S3Request> after = request -> {};

    /** A request that was answered, or was to be. */
    public record Served(S3Request request, int status) {

        public S3Operation operation() {
            return request.operation();
        }

        public String key() {
            return request.key();
        }
    }

    /** Starts a server on a free port. */
    public FakeS3(Clock clock) {
        this.clock = clock;
        objects = new ObjectCalls(clock, faults);
        batches = new BatchCalls(objects, faults);
        listings = new ListingCalls(faults);
        versions = new VersionListing(faults);
        uploads = new UploadCalls(clock, objects, faults);
        http = new HttpLoop(this::handle);
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + http.port());
    }

    public S3Faults faults() {
        return faults;
    }

    /** Returns the bucket with this name, made when there is none. */
    public FakeBucket bucket(String name) {
        return buckets.computeIfAbsent(name, missing -> new FakeBucket(name, clock));
    }

    /** Runs before each request is judged, whatever the faults. */
    public void beforeRequest(Consumer<S3Request> hook) {
        before = hook;
    }

    /** Runs after each request that was acted on, before it is answered. */
    public void afterRequest(Consumer<S3Request> hook) {
        after = hook;
    }

    /** Returns what was asked so far, in order. */
    public List<Served> served() {
        synchronized (served) {
            return List.copyOf(served);
        }
    }

    /** Forgets what was asked so far. */
    public void forgetServed() {
        synchronized (served) {
            served.clear();
        }
    }

    private HttpReply handle(HttpRequest http) {
        var request = S3Request.of(http);
        before.accept(request);
        var instead = faults.instead(request);
        var reply = instead.orElseGet(() -> act(request));
        synchronized (served) {
            served.add(new Served(request, reply.status()));
        }
        if (instead.isEmpty()) {
            after.accept(request);
        }
        boolean head = request.method().equals("HEAD");
        return new HttpReply(
                reply.status(),
                headers(reply),
                head ? new byte[0] : sent(request, reply),
                reply.body().length,
                instead.isPresent() || !faults.losesReply(request));
    }

    private byte[] sent(S3Request request, S3Reply reply) {
        return faults.cutsReply(request) ? Arrays.copyOf(reply.body(), reply.body().length / 2) : reply.body();
    }

    private Map<String, String> headers(S3Reply reply) {
        var headers = new TreeMap<>(reply.headers());
        headers.put("Date", ObjectCalls.httpDate(clock.instant().plus(faults.skew())));
        headers.put("Server", "FakeS3");
        if (!faults.namesNoRequest()) {
            headers.put("x-amz-request-id", "REQUEST%09d".formatted(requests.incrementAndGet()));
        }
        return headers;
    }

    private S3Reply act(S3Request request) {
        try {
            return switch (request.operation()) {
                case CALLER_IDENTITY -> callerIdentity();
                case CREATE_BUCKET -> created(request);
                case OTHER -> throw S3Refusal.notImplemented();
                default -> inBucket(request);
            };
        } catch (S3Refusal refusal) {
            return refusal.reply();
        }
    }

    private S3Reply created(S3Request request) {
        var made = bucket(request.bucket());
        if (request.header("x-amz-bucket-object-lock-enabled").isPresent()) {
            made.enableVersioning();
            made.enableLocking();
        }
        return S3Reply.OK;
    }

    private static S3Reply callerIdentity() {
        return S3Reply.raw(
                200,
                "text/xml",
                "<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><GetCallerIdentityResult><Arn>"
                        + CALLER + "</Arn><UserId>AIDAKEEPER</UserId><Account>" + OWNER
                        + "</Account></GetCallerIdentityResult><ResponseMetadata><RequestId>1</RequestId>"
                        + "</ResponseMetadata></GetCallerIdentityResponse>");
    }

    private S3Reply inBucket(S3Request request) {
        var bucket = Optional.ofNullable(buckets.get(request.bucket()))
                .orElseThrow(() -> new S3Refusal(404, "NoSuchBucket", "The specified bucket does not exist"));
        if (request.header("x-amz-expected-bucket-owner")
                .filter(owner -> !owner.equals(OWNER))
                .isPresent()) {
            throw S3Refusal.accessDenied("Access Denied");
        }
        synchronized (bucket) {
            return call(request, bucket);
        }
    }

    private S3Reply call(S3Request request, FakeBucket bucket) {
        return switch (request.operation()) {
            case HEAD_BUCKET -> S3Reply.OK;
            case GET_LOCATION -> settings.location();
            case GET_VERSIONING -> settings.versioning(bucket);
            case PUT_VERSIONING -> settings.setVersioning(request, bucket);
            case GET_LOCK_CONFIGURATION -> settings.lockConfiguration(bucket);
            case PUT_LOCK_CONFIGURATION -> settings.enableLocking(bucket);
            case LIST -> listings.list(request, bucket);
            case LIST_VERSIONS -> versions.list(request, bucket);
            case LIST_UPLOADS -> uploads.list(request, bucket);
            case DELETE_BATCH -> batches.delete(request, bucket);
            case PUT -> objects.put(request, bucket);
            case GET -> objects.get(request, bucket);
            case HEAD -> objects.head(request, bucket);
            case DELETE -> objects.delete(request, bucket);
            case CREATE_UPLOAD -> uploads.create(request, bucket);
            case UPLOAD_PART -> uploads.uploadPart(request, bucket);
            case COMPLETE_UPLOAD -> uploads.complete(request, bucket);
            case ABORT_UPLOAD -> uploads.abort(request, bucket);
            case LIST_PARTS -> uploads.listParts(request, bucket);
            case GET_RETENTION -> settings.retention(request, bucket);
            case PUT_RETENTION -> settings.setRetention(request, bucket);
            case GET_LEGAL_HOLD -> settings.legalHold(request, bucket);
            case PUT_LEGAL_HOLD -> settings.setLegalHold(request, bucket);
            default -> throw S3Refusal.notImplemented();
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
