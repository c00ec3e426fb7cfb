package io.fdlkeeper.store.s3.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** One bucket of a server, asked with AWS's own client without retries. */
final class Probe implements AutoCloseable {

    static final int RACERS = 8;

    private final S3Client client;
    private final String bucket;

    private Probe(S3Client client, String bucket) {
        this.client = client;
        this.bucket = bucket;
    }

    /** Makes a bucket with this name, under Object Lock and so with versions if asked. */
    static Probe of(RunningServer server, String bucket, boolean locking) {
        var client = client(server);
        client.createBucket(request -> request.bucket(bucket).objectLockEnabledForBucket(locking ? true : null));
        return new Probe(client, bucket);
    }

    /** Returns a client of a server as the adapter would speak to one that is not AWS. */
    static S3Client client(RunningServer server) {
        return S3Client.builder()
                .endpointOverride(server.endpoint())
                .region(Region.of(RunningServer.REGION))
                .forcePathStyle(true)
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .serviceConfiguration(settings -> settings.chunkedEncodingEnabled(false))
                .addPlugin(LegacyMd5Plugin.create())
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(RunningServer.ACCESS_KEY, RunningServer.SECRET_KEY)))
                .httpClient(Apache5HttpClient.create())
                .overrideConfiguration(override -> override.retryStrategy(
                        StandardRetryStrategy.builder().maxAttempts(1).build()))
                .build();
    }

    S3Client client() {
        return client;
    }

    String bucket() {
        return bucket;
    }

    void enableVersions() {
        client.putBucketVersioning(request -> request.bucket(bucket)
                .versioningConfiguration(versions -> versions.status(BucketVersioningStatus.ENABLED)));
    }

    /** Puts without a condition and returns the tag. */
    String put(String key, String content) {
        return client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(content))
                .eTag();
    }

    /** Puts with conditions and returns the status. */
    String tryPut(String key, String content, Consumer<PutObjectRequest.Builder> conditions) {
        return status(() -> client.putObject(
                request -> {
                    request.bucket(bucket).key(key);
                    conditions.accept(request);
                },
                RequestBody.fromString(content)));
    }

    boolean exists(String key) {
        return status(() -> client.headObject(request -> request.bucket(bucket).key(key)))
                .equals("200");
    }

    /** Returns the status of an answer, whatever it is. */
    static String status(Callable<? extends SdkResponse> call) {
        try {
            var answer = call.call();
            return Integer.toString(answer.sdkHttpResponse().statusCode());
        } catch (SdkServiceException e) {
            return Integer.toString(e.statusCode());
        } catch (SdkException e) {
            return "no answer";
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets several act at once, in five rounds, and tells how many won in each: {@code 1} or {@code more}. */
    static String winners(IntFunction<IntFunction<String>> rounds) {
        for (int round = 0; round < 5; round++) {
            var racer = rounds.apply(round);
            if (race(racer).stream().filter("200"::equals).count() != 1) {
                return "more";
            }
        }
        return "1";
    }

    private static List<String> race(IntFunction<String> racer) {
        var start = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(RACERS);
        try {
            var running = IntStream.range(0, RACERS)
                    .mapToObj(i -> pool.submit(() -> {
                        start.await();
                        return racer.apply(i);
                    }))
                    .toList();
            start.countDown();
            var answers = new ArrayList<String>();
            for (var one : running) {
                answers.add(one.get());
            }
            return answers;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            pool.shutdownNow();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
