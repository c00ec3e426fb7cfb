package io.fdlkeeper.store.fake;

import io.fdlkeeper.store.StoreException;

/** A failure made on purpose, told apart from a mistake of a test. */
final class FakeFailure extends StoreException {

    private static final long serialVersionUID = 1L;

    FakeFailure(String message) {
        super(message);
    }
}
