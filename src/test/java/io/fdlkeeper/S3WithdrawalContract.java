package io.fdlkeeper;

import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.store.s3.S3UnderTest;
import io.fdlkeeper.store.s3.servers.RunningServer;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

/** Every leak in a bucket that keeps old versions, on one server. */
abstract class S3WithdrawalContract extends WithdrawalCliContract {

    private static final String BUCKET = "leaks";
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    abstract ServerUnderTest server();

    @BeforeAll
    static void signIn() {
        S3FixtureContract.signIn();
    }

    @AfterAll
    static void signOut() {
        S3FixtureContract.signOut();
    }

    @Override
    Place unpack(Fixture fixture) {
        RunningServer server = server().running();
        String bucket = S3UnderTest.bucket(server, BUCKET);
        String prefix = "w%03d/%s/".formatted(PREFIXES.incrementAndGet(), fixture.name());
        try (var client = S3UnderTest.client(server)) {
            client.putBucketVersioning(request -> request.bucket(bucket)
                    .versioningConfiguration(versions -> versions.status(BucketVersioningStatus.ENABLED)));
            fixture.forEachObject((key, content, lastModified) -> client.putObject(
                    request -> request.bucket(bucket).key(prefix + key), RequestBody.fromBytes(content)));
        }
        return new Bucket(server, bucket, prefix);
    }

    private record Bucket(RunningServer server, String bucket, String prefix) implements Place {

        @Override
        public List<String> options() {
            return List.of(
                    "--location",
                    "s3://" + bucket + "/" + prefix,
                    "--endpoint",
                    server.endpoint().toString());
        }

        @Override
        public Set<String> keys() {
            var keys = new TreeSet<String>();
            try (var client = S3UnderTest.client(server)) {
                client.listObjectsV2Paginator(request -> request.bucket(bucket).prefix(prefix))
                        .contents()
                        .forEach(object -> keys.add(object.key().substring(prefix.length())));
            }
            return keys;
        }

        @Override
        public void everyByte(BiConsumer<String, byte[]> sink) {
            try (var client = S3UnderTest.client(server)) {
                client.listObjectVersionsPaginator(
                                request -> request.bucket(bucket).prefix(prefix))
                        .versions()
                        .forEach(version -> sink.accept(
                                version.key() + " " + version.versionId(),
                                client.getObjectAsBytes(request -> request.bucket(bucket)
                                                .key(version.key())
                                                .versionId(version.versionId()))
                                        .asByteArray()));
            }
        }

        @Override
        public void remove(String key) {
            try (var client = S3UnderTest.client(server)) {
                client.deleteObject(request -> request.bucket(bucket).key(prefix + key));
            }
        }
    }
}
