package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.ListingFault;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which listings count, and which keys they mean. */
class S3ListingTests {

    private final FakeS3 server = new FakeS3(Clock.systemUTC());
    private final S3Store store;

    S3ListingTests(@TempDir Path scratch) {
        server.bucket("lake");
        store = S3UnderTest.openWithoutWaiting(
                S3UnderTest.settings(server.endpoint(), "lake", "towns/"), scratch, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = ListingFault.class,
            names = {"ENDS_EARLY", "REPEATS_TOKEN", "FORGETS_TOKEN", "NAMES_ANOTHER_BUCKET", "IGNORES_PREFIX"})
    void listingThatIsNotProvablyWholeIsRefused(ListingFault fault) {
        Stream.of("data/a", "data/b", "data/c", "data/d", "data/e").forEach(this::create);
        server.faults().limitPages(2);
        server.faults().list(fault);
        if (fault == ListingFault.IGNORES_PREFIX) {
            create("other/x");
        }
        assertThatThrownBy(() -> list("data/")).isInstanceOf(ListingIncompleteException.class);
    }

    @Test
    void plusSignIsWhatTheStoreMeansByIt() {
        var keys = List.of("data/a b", "data/c+d", "data/e%2Bf");
        keys.forEach(this::create);
        assertThat(list("data/")).isEqualTo(keys);
        server.faults().list(ListingFault.LEAVES_PLUS);
        try (var again = S3UnderTest.openWithoutWaiting(
                S3UnderTest.settings(server.endpoint(), "lake", "towns/"), Path.of("unused"), Clock.systemUTC())) {
            assertThat(list(again, "data/")).isEqualTo(keys);
        }
    }

    private void create(String key) {
        assertThat(store.store().writer().createOnce(new ObjectKey(key), new byte[] {1}))
                .isInstanceOf(WriteAnswer.Written.class);
    }

    private List<String> list(String prefix) {
        return list(store, prefix);
    }

    private static List<String> list(S3Store store, String prefix) {
        var found = new ArrayList<String>();
        store.store().lister().list(prefix, object -> found.add(object.key().text()));
        return found;
    }
}
