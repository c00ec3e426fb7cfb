package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectStoreContract;
import java.time.Instant;

class FakeStoreTests extends ObjectStoreContract {

    private final ObjectStore store = new FakeStore(Instant.parse("2026-11-30T12:00:00Z")).ports();

    @Override
    protected ObjectStore store() {
        return store;
    }
}
