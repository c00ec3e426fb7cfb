package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.StoreException;
import java.util.concurrent.TimeUnit;

/** How time passes while requests wait; tests pass it by hand. */
interface Waiting {

    /** A time in nanoseconds that only ever grows. */
    long nanos();

    /** Lets so many nanoseconds pass. */
    void pause(long nanos);

    /** The machine's own time. */
    static Waiting real() {
        return new Waiting() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void pause(long nanos) {
                try {
                    TimeUnit.NANOSECONDS.sleep(nanos);
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }
        };
    }

    static StoreException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new StoreException("The process was told to end while it waited for the store; run again.", e);
    }
}
