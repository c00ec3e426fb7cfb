package io.fdlkeeper.catalog.duckdb.parquet;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn.Leaves;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** One Parquet file under examination, by one thread. Columns are fetched before SQL over {@link #table()} names them. */
public final class ParquetFile implements AutoCloseable {

    private final Connection connection;
    private final PartialCopy copy;
    private final String path;
    private List<ParquetColumn> columns = List.of();

    private ParquetFile(Connection connection, PartialCopy copy) {
        this.connection = connection;
        this.copy = copy;
        this.path = "'" + copy.path().toString().replace("'", "''") + "'";
    }

    /**
     * Reads the footer.
     *
     * @throws UnreadableParquetException when it is no Parquet file that can be read, or changed meanwhile
     * @throws SQLException               when DuckDB does not take its footer; the message may show values
     */
    public static ParquetFile open(ParquetEngine engine, StoredBytes bytes)
            throws UnreadableParquetException, SQLException {
        PartialCopy copy = PartialCopy.of(bytes, engine.scratch());
        try {
            ParquetFile file = new ParquetFile(engine.connect(), copy);
            try {
                file.readSchema();
                return file;
            } catch (UnreadableParquetException | SQLException | RuntimeException e) {
                file.connection.close();
                throw e;
            }
        } catch (UnreadableParquetException | SQLException | RuntimeException e) {
            copy.close();
            throw e;
        }
    }

    private void readSchema() throws UnreadableParquetException, SQLException {
        List<ColumnTree.Element> elements = new ArrayList<>();
        each(
                "SELECT name, field_id, coalesce(duckdb_type, ''), coalesce(num_children, 0) FROM parquet_schema("
                        + path + ")",
                row -> elements.add(new ColumnTree.Element(
                        row.getString(1), number(row, 2), row.getString(3), Math.toIntExact(row.getLong(4)))));
        List<ParquetColumn> found = ColumnTree.of(elements);
        List<ParquetColumn> named = new ArrayList<>();
        // Names that differ in case only, or not at all, get others in SQL.
        each("DESCRIBE SELECT * FROM " + table(), row -> {
            ParquetColumn column = found.get(Math.min(named.size(), found.size() - 1));
            named.add(new ParquetColumn(
                    row.getString(1),
                    column.fieldId(),
                    row.getString(2),
                    column.kind(),
                    column.parts(),
                    column.leaves()));
        });
        if (named.size() != found.size()) {
            throw new UnreadableParquetException("its columns cannot be told apart");
        }
        columns = List.copyOf(named);
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /** Returns its columns in order; their names are those that SQL over {@link #table()} knows. */
    public List<ParquetColumn> columns() {
        return columns;
    }

    /** Returns the texts beside the footer's schema, which a writer may put anything into. */
    public List<String> metadata() throws SQLException {
        List<String> texts = new ArrayList<>();
        each(
                "SELECT coalesce(TRY(decode(key)), key::VARCHAR), coalesce(TRY(decode(value)), value::VARCHAR) FROM parquet_kv_metadata("
                        + path + ")",
                row -> {
                    texts.add(row.getString(1));
                    String value = row.getString(2);
                    if (value != null) {
                        texts.add(value);
                    }
                });
        return texts;
    }

    /** Fetches whole columns, once; several at a time cost fewer requests. */
    public void fetch(Collection<ParquetColumn> wanted) throws UnreadableParquetException, SQLException {
        if (wanted.isEmpty()) {
            return;
        }
        String leaves = wanted.stream()
                .map(ParquetColumn::leaves)
                .map(ParquetFile::condition)
                .collect(Collectors.joining(" OR "));
        List<Span> spans = new ArrayList<>();
        each(
                "SELECT CASE WHEN dictionary_page_offset > 0 THEN least(dictionary_page_offset, data_page_offset)"
                        + " ELSE data_page_offset END, total_compressed_size FROM parquet_metadata(" + path
                        + ") WHERE " + leaves,
                row -> spans.add(new Span(row.getLong(1), row.getLong(1) + row.getLong(2))));
        if (spans.stream().anyMatch(span -> span.from() < 0 || span.length() < 0 || span.to() > copy.footer())) {
            throw new UnreadableParquetException("its footer names columns outside of the file");
        }
        copy.fetch(spans);
    }

    private static String condition(Leaves leaves) {
        return "column_id BETWEEN " + leaves.first() + " AND " + (leaves.first() + leaves.count() - 1);
    }

    /** Returns what stands for the file's rows after FROM. */
    public String table() {
        return "read_parquet(" + path + ", hive_partitioning = false)";
    }

    /** Runs a query for one number. */
    public long number(String sql) throws SQLException {
        long[] number = {0};
        each(sql, row -> number[0] = row.getLong(1));
        return number[0];
    }

    /** Runs a query. */
    public void each(String sql, Engine.RowReader reader) throws SQLException {
        Engine.each(connection, sql, reader);
    }

    /** Tells whether the engine still answers, so that a failure was this file's. */
    public boolean isEngineSound() {
        return ParquetEngine.answers(connection);
    }

    /** Returns how many bytes came from the store so far. */
    public long bytesRead() {
        return copy.bytesRead();
    }

    @Override
    public void close() {
        try (copy) {
            connection.close();
        } catch (SQLException e) {
            // An engine that gave up closes with an error; the copy is removed all the same.
        }
    }
}
