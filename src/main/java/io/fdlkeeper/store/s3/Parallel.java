package io.fdlkeeper.store.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Does many small things at once on as many threads as there are connections. */
final class Parallel implements AutoCloseable {

    private final ExecutorService threads;

    Parallel(int count) {
        threads = Executors.newFixedThreadPool(count, work -> {
            var thread = new Thread(work, "s3");
            thread.setDaemon(true);
            return thread;
        });
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

    /** Begins something that is wanted later. */
    <B> Future<B> begin(java.util.concurrent.Callable<B> work) {
        return threads.submit(work);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
