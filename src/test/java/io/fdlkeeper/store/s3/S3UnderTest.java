package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.Conformance;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.s3.servers.RunningServer;
import io.fdlkeeper.store.s3.servers.S3Server;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** Opens the adapter on a server of the tests. */
public final class S3UnderTest {

    private static final Map<String, String> MADE = new ConcurrentHashMap<>();
    private static final Map<S3Server, Conformance> SEEN = new ConcurrentHashMap<>();

    private S3UnderTest() {}

    /** Opens it with the machine's own time, as for any store that is not AWS. */
    public static S3Store open(RunningServer server, String bucket, String prefix, Path scratch) {
        return S3Store.open(settings(server.endpoint(), bucket, prefix), scratch, Clock.systemUTC());
    }

    /** Returns what the server was seen to keep, tried at the first call. */
    public static Conformance seen(RunningServer server, ObjectStore store) {
        return SEEN.computeIfAbsent(
                server.server(), missing -> store.conformance().probe("first"));
    }

    /** Opens it so that no wait takes time: what it waits for is over at once. */
    public static S3Store openWithoutWaiting(S3Settings settings, Path scratch, Clock clock) {
        return S3Store.open(settings, scratch, clock, new NoWaiting());
    }

    public static S3Settings settings(URI endpoint, String bucket, String prefix) {
        return new S3Settings(
                bucket,
                prefix,
                Optional.of(endpoint),
                Optional.of(RunningServer.REGION),
                true,
                S3Credentials.ofKey(RunningServer.ACCESS_KEY, RunningServer.SECRET_KEY),
                S3Compat.OTHERS);
    }

    /** Returns a bucket of a server, made at the first call. */
    public static String bucket(RunningServer server, String name) {
        return MADE.computeIfAbsent(server.server() + "/" + name, missing -> {
            try (var client = client(server)) {
                client.createBucket(request -> request.bucket(name));
            }
            return name;
        });
    }

    /** Returns a plain client of a server, for what tests do beside the adapter. */
    public static S3Client client(RunningServer server) {
        return S3Client.builder()
                .endpointOverride(server.endpoint())
                .region(Region.of(RunningServer.REGION))
                .forcePathStyle(true)
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(RunningServer.ACCESS_KEY, RunningServer.SECRET_KEY)))
                .httpClient(Apache5HttpClient.create())
                .build();
    }

    static final class NoWaiting implements Waiting {

        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void pause(long nanos) {
            now.addAndGet(Math.max(0, nanos));
        }
    }
}
