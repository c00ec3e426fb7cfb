package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.ReferenceSets;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Opens sets of names for one repository, which share one cache folder. */
public final class DuckDbReferenceSets implements ReferenceSets {

    /** A good limit for the engine; the Java heap comes on top. */
    public static final String DEFAULT_MEMORY = "128MB";

    /** How many sets are open on each cache folder. In a service several jobs and commands may be at one. */
    private static final Map<Path, Integer> OPEN = new HashMap<>();

    private final EngineSettings settings;
    private final boolean developmentFormat;

    /**
     * Prepares to open sets; nothing is touched yet.
     *
     * @param cacheFolder       one repository's own folder for what was read before; made if missing, may be removed between runs
     * @param tempFolder        where what does not fit in memory goes; made if missing
     * @param memoryLimit       the engine's limit, for example {@link #DEFAULT_MEMORY}
     * @param threads           how many threads the engine may use
     * @param developmentFormat whether catalogs of DuckLake 1.1-dev1 are read, whose layout may still change
     */
    public DuckDbReferenceSets(
            Path cacheFolder, Path tempFolder, String memoryLimit, int threads, boolean developmentFormat) {
        this.settings = new EngineSettings(cacheFolder, tempFolder, memoryLimit, threads);
        this.developmentFormat = developmentFormat;
    }

    @Override
    public ReferenceSet open(ObjectReader reader, RepositoryAddress address) {
        Path folder = settings.cacheFolder();
        synchronized (OPEN) {
            OPEN.merge(folder, 1, Integer::sum);
        }
        AtomicBoolean closed = new AtomicBoolean();
        Runnable release = () -> {
            if (!closed.getAndSet(true)) {
                synchronized (OPEN) {
                    OPEN.computeIfPresent(folder, (path, sets) -> sets == 1 ? null : sets - 1);
                }
            }
        };
        try {
            return new DuckDbReferenceSet(settings, developmentFormat, reader, address, release);
        } catch (RuntimeException e) {
            release.run();
            throw e;
        }
    }

    /** Starts an engine and ends it again; throws whatever keeps it from that. */
    public void tryEngine() {
        try (Engine engine = Engine.open(settings, Set.of())) {
            if (!engine.isSound()) {
                throw new IllegalStateException("DuckDB starts and does not answer");
            }
        }
    }

    /**
     * Keeps the cache within bounds: forgets versions, oldest first, until what is left fits, then lists of names nobody refers to.
     *
     * <p>Does nothing while a set of this process is open on the folder, since it might lose what it refers to.
     *
     * @param keep     versions that stay whatever the size: those whose catalogs are read in every run
     * @param maxBytes the size to come down to; 0 forgets all other versions
     * @param now      this machine's time
     * @return how many files were removed
     */
    public int prune(Set<VersionId> keep, long maxBytes, Instant now) {
        synchronized (OPEN) {
            if (OPEN.containsKey(settings.cacheFolder())) {
                return 0;
            }
            return new CachePruning(settings.cacheFolder(), now)
                    .prune(record -> keep.stream().anyMatch(version -> ReferenceCache.isOf(version, record)), maxBytes);
        }
    }
}
