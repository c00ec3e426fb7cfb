package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetFile;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Predicate;

/** A file of positions of deleted rows; the only text in it is the path of the file they are of, whose folders may hold values. */
final class DeletedPositions {

    private static final String PATH = "file_path";
    private static final String POSITION = "pos";
    private static final Set<String> NUMBERS =
            Set.of(POSITION, "_ducklake_internal_row_id", "_ducklake_internal_snapshot_id");

    private final ParquetFile file;
    private final Predicate<String> shows;

    DeletedPositions(ParquetFile file, Predicate<String> shows) {
        this.file = file;
        this.shows = shows;
    }

    /** Tells whether it has paths, positions and nothing else that could be a value. */
    boolean looksLikeIt() {
        return has(PATH) && has(POSITION) && file.columns().stream().allMatch(DeletedPositions::isExpected);
    }

    private boolean has(String name) {
        return file.columns().stream().anyMatch(column -> column.name().equals(name));
    }

    private static boolean isExpected(ParquetColumn column) {
        return column.name().equals(PATH)
                ? column.type().equals("VARCHAR")
                : NUMBERS.contains(column.name()) && column.type().equals("BIGINT");
    }

    /** Returns how many rows name a path that shows the value. */
    long matching() throws SQLException {
        long[] rows = {0};
        file.each("SELECT " + PATH + ", count(*) FROM " + file.table() + " GROUP BY 1", row -> {
            String path = row.getString(1);
            if (path != null && shows.test(path)) {
                rows[0] += row.getLong(2);
            }
        });
        return rows[0];
    }
}
