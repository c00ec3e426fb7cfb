package io.fdlkeeper.store;

import java.time.Instant;

/** The store's own time, against which ages are counted. */
@FunctionalInterface
public interface StoreClock {

    Instant now();
}
