package io.fdlkeeper;

import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.store.s3.S3UnderTest;
import io.fdlkeeper.store.s3.servers.RunningServer;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ObjectVersion;

/** The same in a bucket of one server that keeps every old version. */
abstract class WithdrawnInBucketContract extends WithdrawnContract {

    private static final AtomicInteger BUCKETS = new AtomicInteger();

    abstract ServerUnderTest server();

    /** The chain of credentials looks at properties first. */
    @BeforeAll
    static void signIn() {
        System.setProperty("aws.accessKeyId", RunningServer.ACCESS_KEY);
        System.setProperty("aws.secretAccessKey", RunningServer.SECRET_KEY);
    }

    @AfterAll
    static void signOut() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    @Override
    Place unpack(Fixture fixture) {
        RunningServer running = server().running();
        String bucket = S3UnderTest.bucket(running, "withdrawn-" + BUCKETS.incrementAndGet());
        String prefix = "lake/";
        try (var client = S3UnderTest.client(running)) {
            client.putBucketVersioning(request -> request.bucket(bucket)
                    .versioningConfiguration(versions -> versions.status(BucketVersioningStatus.ENABLED)));
            fixture.forEachObject((key, content, lastModified) -> client.putObject(
                    request -> request.bucket(bucket).key(prefix + key), RequestBody.fromBytes(content)));
            // What was deleted and hidden is there all the same.
            String leaked = fixture.expected()
                    .path("withdrawal")
                    .path(0)
                    .path("files")
                    .path(0)
                    .asText();
            byte[] content = client.getObjectAsBytes(
                            request -> request.bucket(bucket).key(prefix + leaked))
                    .asByteArray();
            client.putObject(
                    request -> request.bucket(bucket).key(prefix + "data/main/people/hidden.parquet"),
                    RequestBody.fromBytes(content));
            client.deleteObject(request -> request.bucket(bucket).key(prefix + "data/main/people/hidden.parquet"));
        }
        return new Place() {

            @Override
            public List<String> options() {
                return List.of(
                        "--location",
                        "s3://" + bucket + "/" + prefix,
                        "--endpoint",
                        running.endpoint().toString(),
                        "--published-as",
                        fixture.repositoryUrl());
            }

            @Override
            public Map<String, byte[]> everything() {
                Map<String, byte[]> all = new TreeMap<>();
                try (var client = S3UnderTest.client(running)) {
                    for (ObjectVersion version : client.listObjectVersionsPaginator(
                                    request -> request.bucket(bucket).prefix(prefix))
                            .versions()) {
                        all.put(
                                version.key() + " " + version.versionId(),
                                client.getObjectAsBytes(request -> request.bucket(bucket)
                                                .key(version.key())
                                                .versionId(version.versionId()))
                                        .asByteArray());
                    }
                }
                return all;
            }
        };
    }
}
