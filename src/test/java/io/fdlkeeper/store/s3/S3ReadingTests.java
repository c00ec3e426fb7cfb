package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.S3Faults;
import io.fdlkeeper.store.s3.fake.S3Operation;
import io.fdlkeeper.store.s3.fake.S3Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which answers count as part of an object. */
class S3ReadingTests {

    private static final String PAGE = "<html><body>Log in</body></html>";

    private final FakeS3 server = new FakeS3(Clock.systemUTC());
    private final S3Store store;

    S3ReadingTests(@TempDir Path scratch) {
        server.bucket("lake");
        store = S3UnderTest.openWithoutWaiting(
                S3UnderTest.settings(server.endpoint(), "lake", "towns/"), scratch, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @Test
    void pageOfAProxyIsNoPartOfAnObject() {
        var object = create("data/a", "x".repeat(100));
        server.faults().answer(S3Operation.GET, S3Reply.raw(200, "text/html", PAGE), S3Faults.ALWAYS);
        for (int length : List.of(1, PAGE.length(), 100)) {
            assertThatThrownBy(() -> range(object, 0, length))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("calls itself no part");
        }
    }

    @Test
    void wholeObjectIsNoPartOfIt() {
        var object = create("data/a", "0123456789");
        server.faults().answer(S3Operation.GET, S3Reply.raw(200, "text/plain", "0123456789"), S3Faults.ALWAYS);
        assertThatThrownBy(() -> range(object, 5, 2)).isInstanceOf(StoreException.class);
    }

    @Test
    void answerThatBreaksOffIsAskedForAgain() {
        var object = create("data/a", "0123456789");
        server.faults().cutReplies(S3Operation.GET, 1);
        assertThat(range(object, 2, 6)).isEqualTo("234567");
        server.faults().cutReplies(S3Operation.GET, S3Faults.ALWAYS);
        assertThatThrownBy(() -> range(object, 2, 6)).isInstanceOf(StoreException.class);
    }

    @Test
    void onlyTheBytesAskedForAreSent() {
        var object = create("data/a", "0123456789");
        server.forgetServed();
        range(object, 7, 3);
        assertThat(server.served()).singleElement().satisfies(served -> {
            assertThat(served.status()).isEqualTo(206);
            assertThat(served.request().headers()).containsEntry("range", "bytes=7-9");
        });
    }

    private String range(ListedObject object, long from, int length) {
        return new String(store.store().reader().range(object, from, length).orElseThrow(), StandardCharsets.UTF_8);
    }

    private ListedObject create(String key, String content) {
        var answer = store.store().writer().createOnce(new ObjectKey(key), content.getBytes(StandardCharsets.UTF_8));
        return ((WriteAnswer.Written) answer).object();
    }
}
