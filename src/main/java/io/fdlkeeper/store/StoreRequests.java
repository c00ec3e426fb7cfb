package io.fdlkeeper.store;

import java.time.Duration;

/**
 * Hears of every request that a store was asked, each attempt by itself. Called from any thread; must be quick and not throw.
 *
 * <p>Never told: keys, folders, persons.
 */
public interface StoreRequests {

    StoreRequests UNHEARD = new StoreRequests() {
        @Override
        public void answered(String operation, String code, Duration took) {}

        @Override
        public void throttled(String operation) {}
    };

    /** The code of a request that went well. */
    String OK = "ok";

    /** The code of a request without an answer: no connection, or none in time. */
    String NO_ANSWER = "no-answer";

    /**
     * Says that one attempt of a request ended.
     *
     * @param operation the store's name of it, such as {@code ListObjectsV2}
     * @param code      {@link #OK}, {@link #NO_ANSWER}, or the store's error code or HTTP status, such as {@code SlowDown}
     */
    void answered(String operation, String code, Duration took);

    /** Says that the store asked to go slower. */
    void throttled(String operation);
}
