package io.fdlkeeper.store.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.MeteredStore;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectStoreContract;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoreRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeteredStoreTests extends ObjectStoreContract {

    private final List<String> told = new ArrayList<>();
    private final FakeStore fake = new FakeStore(Instant.parse("2026-11-30T12:00:00Z"));
    private final ObjectStore store = MeteredStore.of(fake.ports(), new StoreRequests() {
        @Override
        public void answered(String operation, String code, Duration took) {
            told.add(operation + " " + code + (took.isNegative() ? " before it began" : ""));
        }

        @Override
        public void throttled(String operation) {
            told.add(operation + " throttled");
        }
    });

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Test
    void everyCallIsToldWithItsOutcomeAndWithoutItsKey() {
        ObjectKey key = new ObjectKey("data/person=velaen");
        store.writer().createOnce(key, new byte[1]);
        store.writer().createOnce(key, new byte[1]);
        store.reader().head(key);
        store.reader().read(new ObjectKey("absent"), 1);
        store.lister().listLevel("data/");
        fake.faults().refuseDeletes(any -> true);
        store.deleter().deleteIfUnchanged(List.of(new DeleteRequest(key, new ETag("other"))), () -> true);
        assertThat(told)
                .containsExactly(
                        "CreateOnce ok",
                        "CreateOnce PreconditionFailed",
                        "Head ok",
                        "Read NotFound",
                        "ListLevel ok",
                        "Delete AccessDenied");
    }

    @Test
    void aCallWithoutAnAnswerIsToldAndStillThrows() {
        fake.faults().failWhen(call -> call.op() == Op.HEAD);
        assertThatThrownBy(() -> store.reader().head(new ObjectKey("a"))).isInstanceOf(StoreException.class);
        assertThat(told).containsExactly("Head no-answer");
    }
}
