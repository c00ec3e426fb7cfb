package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Opens and digests the catalogs to come on a second thread while the engine reads the one before: a digest takes a fifth of the time.
 *
 * <p>What fails ahead is done again when its turn comes, so that it fails where it is told.
 */
final class CatalogsAhead implements AutoCloseable {

    private static final int AHEAD = 2;

    private final ObjectReader reader;
    private final Queue<CatalogSource> expected = new ArrayDeque<>();
    private final Map<ObjectKey, Future<Optional<Opened>>> begun = new LinkedHashMap<>();
    private @Nullable ExecutorService thread;

    CatalogsAhead(ObjectReader reader) {
        this.reader = reader;
    }

    /** A catalog's file and the digest of its bytes. */
    record Opened(LocalFile file, String sha256) implements AutoCloseable {
        @Override
        public void close() {
            file.close();
        }
    }

    /** Says which catalogs are opened next, in this order. */
    void expect(Collection<CatalogSource> sources) {
        expected.addAll(sources);
    }

    /** Opens a catalog; empty when it is not there. */
    Optional<Opened> open(CatalogSource source) throws IOException {
        var key = source.object().key();
        if (begun.containsKey(key)) {
            passOver(key);
        } else {
            expected.removeIf(waiting -> waiting.object().key().equals(key));
        }
        var ahead = begun.remove(key);
        begin();
        if (ahead != null) {
            try {
                return ahead.get();
            } catch (ExecutionException e) {
                return opened(key);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the catalog " + key + " was read", e);
            }
        }
        return opened(key);
    }

    /** What was expected before this one and not opened is not wanted any more. */
    private void passOver(ObjectKey wanted) {
        for (var before = begun.entrySet().iterator(); before.hasNext(); ) {
            var next = before.next();
            if (next.getKey().equals(wanted)) {
                return;
            }
            before.remove();
            letGo(next.getValue());
        }
    }

    private void begin() {
        while (begun.size() < AHEAD && !expected.isEmpty()) {
            var key = expected.remove().object().key();
            Callable<Optional<Opened>> opening = () -> opened(key);
            begun.put(key, thread().submit(opening));
        }
    }

    private ExecutorService thread() {
        var running = thread;
        if (running == null) {
            running = Executors.newSingleThreadExecutor(task -> {
                var made = new Thread(task, "catalogs-ahead");
                made.setDaemon(true);
                return made;
            });
            thread = running;
        }
        return running;
    }

    private Optional<Opened> opened(ObjectKey key) throws IOException {
        var file = reader.open(key);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new Opened(file.get(), CatalogFile.sha256(file.get().path())));
        } catch (IOException | RuntimeException e) {
            file.get().close();
            throw e;
        }
    }

    @Override
    public void close() {
        expected.clear();
        begun.values().forEach(CatalogsAhead::letGo);
        begun.clear();
        if (thread != null) {
            thread.shutdown();
        }
    }

    /** A file that nobody asked for any more is closed all the same. */
    private static void letGo(Future<Optional<Opened>> ahead) {
        try {
            ahead.get().ifPresent(Opened::close);
        } catch (ExecutionException e) {
            // It was closed where it failed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
