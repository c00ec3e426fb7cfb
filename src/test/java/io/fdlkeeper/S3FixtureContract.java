package io.fdlkeeper;

import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.store.s3.S3UnderTest;
import io.fdlkeeper.store.s3.servers.RunningServer;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.EncodingType;

/** Every fixture under a prefix in a bucket of one server. */
abstract class S3FixtureContract extends FixtureCliContract {

    private static final String BUCKET = "fixtures";
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    abstract ServerUnderTest server();

    /** Where the keeper is told that the store is. */
    URI endpoint() {
        return server().running().endpoint();
    }

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
        return unpack(server().running(), endpoint(), fixture);
    }

    /** Puts a fixture into a server; the keeper is told that it lies at the endpoint. */
    static Place unpack(RunningServer server, URI endpoint, Fixture fixture) {
        var bucket = S3UnderTest.bucket(server, BUCKET);
        var prefix = "f%03d/%s/".formatted(PREFIXES.incrementAndGet(), fixture.name());
        var now = Instant.now();
        try (var client = S3UnderTest.client(server)) {
            fixture.forEachObject((key, content, lastModified) -> {
                client.putObject(request -> request.bucket(bucket).key(prefix + key), RequestBody.fromBytes(content));
                age(server, prefix + key, now.minus(fixture.keys().get(key).age()));
            });
        }
        return new Place() {
            @Override
            public List<String> options() {
                return List.of("--location", "s3://" + bucket + "/" + prefix, "--endpoint", endpoint.toString());
            }

            @Override
            public Set<String> keys() {
                try (var client = S3UnderTest.client(server)) {
                    return listed(client, bucket, prefix);
                }
            }
        };
    }

    private static Set<String> listed(S3Client client, String bucket, String prefix) {
        return client
                .listObjectsV2Paginator(
                        request -> request.bucket(bucket).prefix(prefix).encodingType(EncodingType.URL))
                .contents()
                .stream()
                .map(object -> object.key().substring(prefix.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A server that keeps files tells their times, so an object is as old as its file is made. */
    private static void age(RunningServer server, String key, Instant lastModified) {
        server.objects().ifPresent(objects -> {
            Path file = objects.resolve(BUCKET).resolve(key);
            try {
                Files.setLastModifiedTime(file, FileTime.from(lastModified));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
