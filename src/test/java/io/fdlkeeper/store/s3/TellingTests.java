package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoreRequests;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.S3Faults;
import io.fdlkeeper.store.s3.fake.S3Operation;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of requests: each attempt, and no key. */
class TellingTests {

    private final List<String> told = new ArrayList<>();
    private final FakeS3 server = new FakeS3(Clock.systemUTC());

    @TempDir
    private Path scratch;

    private S3Store store;

    @BeforeEach
    void open() {
        server.bucket("lake").put("towns/fdl.json", "{}");
        store = open(server.endpoint());
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    void eachAttemptIsToldWithTheStoresWord() {
        server.faults().slowDown(2);
        assertThat(store.store().lister().listLevel("").objects()).hasSize(1);
        assertThat(told)
                .containsExactly(
                        "ListObjectsV2 SlowDown",
                        "ListObjectsV2 throttled",
                        "ListObjectsV2 SlowDown",
                        "ListObjectsV2 throttled",
                        "ListObjectsV2 ok",
                        "ListObjectsV2 ok"); // what is behind the last key is asked too
    }

    @Test
    void whatIsNotThereIsToldWithoutItsKey() {
        assertThat(store.store().reader().head(new ObjectKey("data/person=velaen")))
                .isEmpty();
        assertThat(told).contains("HeadObject NoSuchKey").noneMatch(word -> word.contains("velaen"));
    }

    @Test
    void aReplyThatIsLostIsNoAnswer() {
        server.faults().loseReplies(S3Operation.LIST, S3Faults.ALWAYS);
        assertThatThrownBy(() -> store.store().lister().listLevel("")).isInstanceOf(StoreException.class);
        assertThat(told).hasSizeGreaterThan(1).containsOnly("ListObjectsV2 no-answer");
    }

    private S3Store open(URI endpoint) {
        return S3Store.open(
                S3UnderTest.settings(endpoint, "lake", "towns/"),
                scratch,
                Clock.systemUTC(),
                new StoreRequests() {
                    @Override
                    public void answered(String operation, String code, Duration took) {
                        told.add(operation + " " + code);
                    }

                    @Override
                    public void throttled(String operation) {
                        told.add(operation + " throttled");
                    }
                },
                new S3UnderTest.NoWaiting());
    }
}
