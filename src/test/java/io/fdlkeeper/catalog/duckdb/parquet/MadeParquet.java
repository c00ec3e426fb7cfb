package io.fdlkeeper.catalog.duckdb.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Parquet files as DuckDB writes them. */
public final class MadeParquet {

    private MadeParquet() {}

    /**
     * Writes the rows of a query.
     *
     * @param options what COPY takes, such as {@code FIELD_IDS {a: 1}}; may be empty
     */
    public static byte[] of(String query, String options) {
        try {
            Path file = Files.createTempFile("made-", ".parquet");
            try (var connection = DriverManager.getConnection("jdbc:duckdb:");
                    var statement = connection.createStatement()) {
                statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet"
                        + (options.isEmpty() ? "" : ", " + options) + ")");
                return Files.readAllBytes(file);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
