package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.HiddenCopiesContract;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

/** The contract of hidden copies on one server, each test in a bucket of its own that keeps versions. */
abstract class S3HiddenContract extends HiddenCopiesContract {

    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final String PREFIX = "towns/";

    @TempDir
    private Path scratch;

    private S3Store opened;
    private String bucket;

    abstract ServerUnderTest server();

    @BeforeEach
    void open() {
        bucket = S3UnderTest.bucket(server().running(), "hidden-%03d".formatted(TESTS.incrementAndGet()));
        try (var client = S3UnderTest.client(server().running())) {
            client.putBucketVersioning(request -> request.bucket(bucket)
                    .versioningConfiguration(versions -> versions.status(BucketVersioningStatus.ENABLED)));
        }
        opened = S3UnderTest.open(server().running(), bucket, PREFIX, scratch);
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @Override
    protected ObjectStore store() {
        return opened.store();
    }

    @Override
    protected String beginUpload(String key) {
        try (var client = S3UnderTest.client(server().running())) {
            var id = client.createMultipartUpload(
                            request -> request.bucket(bucket).key(PREFIX + key))
                    .uploadId();
            client.uploadPart(
                    request -> request.bucket(bucket)
                            .key(PREFIX + key)
                            .uploadId(id)
                            .partNumber(1),
                    RequestBody.fromString("part"));
            return id;
        }
    }
}
