package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.catalog.duckdb.CatalogReader;
import io.fdlkeeper.catalog.duckdb.EngineSettings;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.parquet.ScratchFolder;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.LeakSearches;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.file.Path;
import java.util.List;

/**
 * Opens searches that read catalogs and files with plain DuckDB.
 *
 * <p>How literals of a predicate match in texts: a longer word wherever it stands, in plain, percent-encoded and JSON spelling; a number or
 * anything shorter than four characters as a whole word, and only together with a literal that says more. Freed blocks are searched for
 * bytes as they are, so that what DuckDB compressed there is not seen.
 */
public final class DuckDbLeakSearches implements LeakSearches {

    private final Path tempFolder;
    private final String memoryLimit;
    private final int threads;
    private final boolean developmentFormat;

    /**
     * Prepares to open searches; nothing is touched yet.
     *
     * @param tempFolder        where columns of files are copied to, and what does not fit in memory; made if missing
     * @param memoryLimit       the limit of each engine, of which one is for catalogs and one for files, for example {@code 128MB}
     * @param threads           how many threads each may use
     * @param developmentFormat whether catalogs of DuckLake 1.1-dev1 are read, whose layout may still change
     */
    public DuckDbLeakSearches(Path tempFolder, String memoryLimit, int threads, boolean developmentFormat) {
        this.tempFolder = tempFolder;
        this.memoryLimit = memoryLimit;
        this.threads = threads;
        this.developmentFormat = developmentFormat;
    }

    @Override
    public LeakSearch open(ObjectStore store, RepositoryAddress address, List<Selector> selectors) {
        // What the engine puts aside may show values, so it goes where a killed process's is removed.
        ScratchFolder scratch = ScratchFolder.in(tempFolder);
        try {
            CatalogReader catalogs = new CatalogReader(
                    new EngineSettings(scratch.path(), scratch.path(), memoryLimit, threads), scratch::close);
            try {
                return new DuckDbLeakSearch(
                        store,
                        address,
                        developmentFormat,
                        catalogs,
                        SoughtValues.of(catalogs.engine(), selectors),
                        () -> ParquetEngine.open(tempFolder, memoryLimit, threads));
            } catch (RuntimeException e) {
                catalogs.close();
                throw e;
            }
        } catch (RuntimeException e) {
            scratch.close();
            throw e;
        }
    }
}
