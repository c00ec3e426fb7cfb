package io.fdlkeeper.store.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Does many small things at once on as many threads as there are connections. */
final class Parallel implements AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final ExecutorService threads;

    Parallel(int count) {
        var pool = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    var thread = new Thread(work, "s3");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    /** Returns the results in the order of what they are of; the first failure, when there is one, is thrown. */
    <A, B> List<B> map(List<A> items, Function<A, B> work) {
        if (items.size() == 1) {
            return List.of(work.apply(items.get(0)));
        }
        var running = new ArrayList<Future<B>>(items.size());
        items.forEach(item -> running.add(threads.submit(() -> work.apply(item))));
        var results = new ArrayList<B>(items.size());
        try {
            for (var one : running) {
                results.add(one.get());
            }
        } catch (InterruptedException e) {
            throw Waiting.interrupted(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            running.forEach(one -> one.cancel(false));
        }
        return results;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
