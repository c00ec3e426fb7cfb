package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectStoreContract;
import io.fdlkeeper.store.Promise;
import io.fdlkeeper.store.s3.servers.ServerUnderTest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of stores on one server, each test under a prefix of its own. */
abstract class S3StoreContract extends ObjectStoreContract {

    private static final AtomicInteger TESTS = new AtomicInteger();

    @TempDir
    private Path scratch;

    private S3Store opened;

    abstract ServerUnderTest server();

    @BeforeEach
    void open() {
        var bucket = S3UnderTest.bucket(server().running(), "contract");
        opened = S3UnderTest.open(server().running(), bucket, "t%05d/".formatted(TESTS.incrementAndGet()), scratch);
        store().conformance().goBy(S3UnderTest.seen(server().running(), store()));
    }

    @ParameterizedTest
    @EnumSource(Promise.class)
    void everyPromiseIsSeenKept(Promise promise) {
        assertThat(S3UnderTest.seen(server().running(), store()).keeps(promise)).isTrue();
    }

    @Test
    void probeLeavesNothingBehind() {
        store().conformance().probe("again");
        assertThat(list("")).isEmpty();
    }

    @AfterEach
    void close() {
        opened.close();
    }

    @Override
    protected ObjectStore store() {
        return opened.store();
    }
}
