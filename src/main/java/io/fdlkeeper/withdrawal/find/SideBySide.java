package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.run.StopToken;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does several looks at the same time, never holding more than a few at once; none begins once a stop is asked for. */
final class SideBySide implements AutoCloseable {

    private static final int AT_ONCE = 4;
    private static final int WAITING = 64;

    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    private final List<Future<?>> begun = new ArrayList<>();
    private final StopToken stop;

    SideBySide(StopToken stop) {
        this.stop = stop;
    }

    /** Begins one; false when a stop is asked for. */
    boolean begin(Runnable look) {
        if (stop.requested()) {
            return false;
        }
        begun.add(threads.submit(look));
        if (begun.size() >= WAITING) {
            await();
        }
        return true;
    }

    /** Waits for all that have begun; throws what the first of them threw. */
    void await() {
        try {
            for (Future<?> look : begun) {
                look.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the find was interrupted", e);
        } finally {
            begun.clear();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
