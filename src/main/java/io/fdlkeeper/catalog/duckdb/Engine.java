package io.fdlkeeper.catalog.duckdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/**
 * One DuckDB in memory that reaches only the folders it was opened for.
 *
 * <p>Access to files is switched off before the first catalog is attached, and the configuration is locked, so that nothing written in
 * a catalog reaches other files even if the engine should run it. A catalog elsewhere needs a new engine; so does a damaged one that
 * the engine gives up over. Whoever owns the tables then fills them again.
 */
public final class Engine implements AutoCloseable {

    private final EngineSettings settings;
    private final Set<Path> folders;
    private final Path spill;
    private final DuckDBConnection connection;

    private Engine(EngineSettings settings, Set<Path> folders, Path spill, DuckDBConnection connection) {
        this.settings = settings;
        this.folders = folders;
        this.spill = spill;
        this.connection = connection;
    }

    /** Starts one that reaches its own folders and these. */
    public static Engine open(EngineSettings settings, Set<Path> catalogFolders) {
        try {
            Files.createDirectories(settings.cacheFolder());
            Files.createDirectories(settings.tempFolder());
            var spill = Files.createTempDirectory(settings.tempFolder(), "names-");
            var properties = new Properties();
            properties.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
            var connection =
                    DriverManager.getConnection("jdbc:duckdb:", properties).unwrap(DuckDBConnection.class);
            var engine = new Engine(settings, new LinkedHashSet<>(catalogFolders), spill, connection);
            engine.lockDown();
            EngineMemory.watch(engine, connection.duplicate());
            return engine;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot make folders below " + settings.tempFolder() + " or " + settings.cacheFolder()
                            + "; check that this user may write there",
                    e);
        } catch (SQLException e) {
            throw new IllegalStateException("DuckDB cannot be started: " + firstLine(e), e);
        }
    }

    private void lockDown() throws SQLException {
        var reach = Stream.concat(folders.stream(), Stream.of(settings.cacheFolder(), spill))
                .map(Engine::real)
                .map(folder -> Sql.literal(folder.toString()))
                .collect(Collectors.joining(", ", "[", "]"));
        run("SET memory_limit = " + Sql.literal(settings.memoryLimit()));
        run("SET threads = " + settings.threads());
        run("SET temp_directory = " + Sql.literal(spill.toString()));
        run("SET preserve_insertion_order = false");
        run("SET autoinstall_known_extensions = false");
        run("SET autoload_known_extensions = false");
        run("SET allow_community_extensions = false");
        run("SET allowed_directories = " + reach);
        run("SET enable_external_access = false");
        run("SET lock_configuration = true");
    }

    /** Tells whether files in this folder can be attached. */
    public boolean reaches(Path folder) {
        return folders.stream().anyMatch(folder::startsWith);
    }

    Set<Path> folders() {
        return folders;
    }

    /** Tells whether the engine still answers; after an internal error it does not. */
    public boolean isSound() {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT 1")) {
            return result.next();
        } catch (SQLException e) {
            return false;
        }
    }

    DuckDBConnection connection() {
        return connection;
    }

    /** Runs a statement and returns how many rows it changed. */
    public long run(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.execute(sql) ? 0 : statement.getLargeUpdateCount();
        }
    }

    /** Runs a query for one number. */
    public long number(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            return result.next() ? result.getLong(1) : 0;
        }
    }

    /** Runs a query. */
    public void each(String sql, RowReader reader) throws SQLException {
        each(connection, sql, reader);
    }

    /** Runs a query on a connection of another engine. */
    public static void each(Connection connection, String sql, RowReader reader) throws SQLException {
        try (Statement statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) {
                reader.row(result);
            }
        }
    }

    /** Reads one row of a result. */
    @FunctionalInterface
    public interface RowReader {
        void row(ResultSet row) throws SQLException;
    }

    /** Shortens an engine's message, which may run over many lines. */
    static String firstLine(Throwable error) {
        @Nullable String message = error.getMessage();
        if (message == null) {
            return error.getClass().getSimpleName();
        }
        var line = message.lines().findFirst().orElse("").strip();
        return line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }

    /** Links resolved, as the engine compares paths. */
    static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    @Override
    public void close() {
        EngineMemory.forget(this);
        try {
            connection.close();
        } catch (SQLException e) {
            // Nothing is kept in it: what must last was written to the cache.
        } finally {
            removeSpill();
        }
    }

    private void removeSpill() {
        try (var files = Files.walk(spill)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Left for whoever empties the temporary folder.
        }
    }
}
