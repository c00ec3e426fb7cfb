package io.fdlkeeper.catalog.duckdb.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBConnection;

/**
 * One DuckDB in memory, with a connection for each file that is read at the same time; all of them share its limit.
 *
 * <p>It reaches its own temporary folder and nothing else. What is in a footer or beside it never makes it leave a row out: smallest and
 * largest values and Bloom filters may come from any writer, and parts of the file may be missing, so filters stay above the scan.
 */
public final class ParquetEngine implements AutoCloseable {

    private final String memoryLimit;
    private final int threads;
    private final ScratchFolder scratch;
    private DuckDBConnection root;

    private ParquetEngine(String memoryLimit, int threads, ScratchFolder scratch) throws SQLException {
        this.memoryLimit = memoryLimit;
        this.threads = threads;
        this.scratch = scratch;
        this.root = start();
    }

    /**
     * Starts an engine.
     *
     * @param tempFolder  where columns are copied to and what does not fit in memory goes; made if missing
     * @param memoryLimit the engine's own limit, for example {@code 128MB}
     * @param threads     how many threads it may use
     */
    public static ParquetEngine open(Path tempFolder, String memoryLimit, int threads) {
        ScratchFolder scratch = ScratchFolder.in(tempFolder);
        try {
            return new ParquetEngine(memoryLimit, threads, scratch);
        } catch (SQLException e) {
            scratch.close();
            throw new IllegalStateException("DuckDB cannot be started", e);
        }
    }

    private DuckDBConnection start() throws SQLException {
        DuckDBConnection connection =
                DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
        String folder = "'" + scratch.path().toString().replace("'", "''") + "'";
        try (var statement = connection.createStatement()) {
            for (String setting : List.of(
                    "memory_limit = '" + memoryLimit + "'",
                    "threads = " + threads,
                    "temp_directory = " + folder,
                    "preserve_insertion_order = false",
                    "disabled_optimizers = 'filter_pushdown,statistics_propagation'",
                    // A hole that is filled later must not be remembered as zeros.
                    "enable_external_file_cache = false",
                    "parquet_metadata_cache = false",
                    "autoinstall_known_extensions = false",
                    "autoload_known_extensions = false",
                    "allow_community_extensions = false",
                    "allowed_directories = [" + folder + "]",
                    "enable_external_access = false",
                    "lock_configuration = true")) {
                statement.execute("SET " + setting);
            }
        }
        return connection;
    }

    Path scratch() {
        return scratch.path();
    }

    /** Returns a connection of one's own, to an engine that answers: a damaged file can bring one down. */
    public synchronized Connection connect() throws SQLException {
        if (!answers(root)) {
            root.close();
            root = start();
        }
        return root.duplicate();
    }

    /** Tells whether the engine still answers, so that a failure was one of the file at hand. */
    public synchronized boolean isSound() {
        return answers(root);
    }

    static boolean answers(Connection connection) {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT 1")) {
            return result.next();
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        try {
            root.close();
        } catch (SQLException e) {
            // Nothing is kept in it.
        } finally {
            scratch.close();
        }
    }
}
