package io.fdlkeeper.catalog.duckdb;

import java.nio.file.Path;

/**
 * How much an engine may use.
 *
 * @param cacheFolder one repository's cache; made if missing
 * @param tempFolder  where the engine puts what does not fit in memory; made if missing
 * @param memoryLimit the engine's own limit, for example {@code 128MB}; the Java heap comes on top
 * @param threads     how many threads the engine may use
 */
public record EngineSettings(Path cacheFolder, Path tempFolder, String memoryLimit, int threads) {

    public EngineSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("the engine needs at least one thread, not " + threads);
        }
        cacheFolder = cacheFolder.toAbsolutePath().normalize();
        tempFolder = tempFolder.toAbsolutePath().normalize();
    }
}
