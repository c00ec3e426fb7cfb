package io.fdlkeeper.sample;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the rows of single things into a working catalog; what belongs together in a snapshot is the catalog's to say. */
final class CatalogRows {
    private final Sql sql;

    CatalogRows(Sql sql) {
        this.sql = sql;
    }

    void snapshot(long id, Instant at, long schemaVersion, long nextCatalogId, long nextFileId, String changes)
            throws SQLException {
        sql.run(
                "INSERT INTO ducklake_snapshot VALUES (?, ?, ?, ?, ?)",
                id,
                at,
                schemaVersion,
                nextCatalogId,
                nextFileId);
        sql.run("INSERT INTO ducklake_snapshot_changes (snapshot_id, changes_made) VALUES (?, ?)", id, changes);
    }

    void table(LakeTable table, Object uuid, long snapshot) throws SQLException {
        sql.run(
                "INSERT INTO ducklake_table VALUES (?, ?::UUID, ?, NULL, 0, ?, ?, true)",
                table.id(),
                uuid.toString(),
                snapshot,
                table.name(),
                table.name() + "/");
        for (var column : table.columns()) {
            sql.run(
                    """
                    INSERT INTO ducklake_column (column_id, begin_snapshot, table_id, column_order, column_name, column_type,
                        default_value, nulls_allowed, default_value_type, default_value_dialect)
                    VALUES (?, ?, ?, ?, ?, ?, 'NULL', true, 'literal', 'duckdb')""",
                    column.id(),
                    snapshot,
                    table.id(),
                    column.id(),
                    column.name(),
                    column.type().lakeName());
        }
    }

    void schemaVersion(LakeTable table, long snapshot, long schemaVersion) throws SQLException {
        sql.run("INSERT INTO ducklake_schema_versions VALUES (?, ?, ?)", snapshot, schemaVersion, table.id());
    }

    void partition(LakeTable table, LakeTable.Partition partition, long snapshot) throws SQLException {
        sql.run("INSERT INTO ducklake_partition_info VALUES (?, ?, ?, NULL)", partition.id(), table.id(), snapshot);
        sql.run(
                "INSERT INTO ducklake_partition_column VALUES (?, ?, 0, ?, 'identity')",
                partition.id(),
                table.id(),
                partition.column().id());
    }

    void dataFile(long id, LakeTable table, WrittenFile file, long snapshot) throws SQLException {
        var rowIdStart = sql.number(
                "SELECT coalesce(max(next_row_id), 0) FROM ducklake_table_stats WHERE table_id = ?", table.id());
        var partition = table.partition();
        sql.run(
                """
                INSERT INTO ducklake_data_file (data_file_id, table_id, begin_snapshot, path, path_is_relative, file_format,
                    record_count, file_size_bytes, footer_size, row_id_start, partition_id)
                VALUES (?, ?, ?, ?, true, 'parquet', ?, ?, ?, ?, ?)""",
                id,
                table.id(),
                snapshot,
                file.path(),
                file.rows(),
                file.bytes(),
                file.footerBytes(),
                rowIdStart,
                partition == null ? null : partition.id());
        if (partition != null) {
            sql.run(
                    "INSERT INTO ducklake_file_partition_value VALUES (?, ?, 0, ?)",
                    id,
                    table.id(),
                    file.partitionValue());
        }
        var first = countIn(table, file);
        for (var column : table.columns()) {
            var bounds = file.bounds().get(column.id());
            if (bounds != null) {
                statistics(id, table, column, bounds, first);
            }
        }
    }

    void deleteFile(long id, LakeTable table, DataFile target, WrittenFile deletes, long snapshot) throws SQLException {
        sql.run(
                """
                INSERT INTO ducklake_delete_file (delete_file_id, table_id, begin_snapshot, data_file_id, path,
                    path_is_relative, format, delete_count, file_size_bytes, footer_size)
                VALUES (?, ?, ?, ?, ?, true, 'parquet', ?, ?, ?)""",
                id,
                table.id(),
                snapshot,
                target.id(),
                deletes.path(),
                deletes.rows(),
                deletes.bytes(),
                deletes.footerBytes());
    }

    /** Ends a data file and its delete file. */
    void end(DataFile file, long snapshot) throws SQLException {
        for (var table : List.of("ducklake_data_file", "ducklake_delete_file")) {
            sql.run(
                    "UPDATE " + table + " SET end_snapshot = ? WHERE data_file_id = ? AND end_snapshot IS NULL",
                    snapshot,
                    file.id());
        }
    }

    /** Table statistics only grow, as DuckLake's do: rows that ended are still counted. Says whether the table had none. */
    private boolean countIn(LakeTable table, WrittenFile file) throws SQLException {
        var first = sql.number("SELECT count(*) FROM ducklake_table_stats WHERE table_id = ?", table.id()) == 0;
        if (first) {
            sql.run("INSERT INTO ducklake_table_stats VALUES (?, 0, 0, 0)", table.id());
        }
        sql.run("""
                UPDATE ducklake_table_stats SET record_count = record_count + ?, next_row_id = next_row_id + ?,
                    file_size_bytes = file_size_bytes + ? WHERE table_id = ?""", file.rows(), file.rows(), file.bytes(), table.id());
        return first;
    }

    private void statistics(
            long fileId, LakeTable table, LakeTable.Column column, WrittenFile.Bounds bounds, boolean first)
            throws SQLException {
        sql.run(
                "INSERT INTO ducklake_file_column_stats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                fileId,
                table.id(),
                column.id(),
                bounds.bytes(),
                bounds.values(),
                bounds.nulls(),
                bounds.min(),
                bounds.max(),
                bounds.hasNan());
        if (first) {
            sql.run(
                    "INSERT INTO ducklake_table_column_stats VALUES (?, ?, ?, ?, ?, ?, NULL)",
                    table.id(),
                    column.id(),
                    bounds.nulls() > 0,
                    bounds.hasNan(),
                    bounds.min(),
                    bounds.max());
        } else {
            widen(table, column, bounds);
        }
    }

    /** Bounds are compared in the column's own type: as text, 9 would be more than 10. */
    private void widen(LakeTable table, LakeTable.Column column, WrittenFile.Bounds bounds) throws SQLException {
        var type = column.type().sqlName();
        sql.run(
                """
                UPDATE ducklake_table_column_stats SET
                    contains_null = contains_null OR ?,
                    min_value = CASE WHEN min_value::%1$s <= ?::%1$s THEN min_value ELSE coalesce(?, min_value) END,
                    max_value = CASE WHEN max_value::%1$s >= ?::%1$s THEN max_value ELSE coalesce(?, max_value) END
                WHERE table_id = ? AND column_id = ?""".formatted(type),
                bounds.nulls() > 0,
                bounds.min(),
                bounds.min(),
                bounds.max(),
                bounds.max(),
                table.id(),
                column.id());
    }

    /** Reads the oldest data file of a table, or of one partition of it, that the newest snapshot sees. */
    DataFile oldestFile(LakeTable table, @Nullable String partitionValue) throws SQLException {
        return sql.one(
                """
                SELECT f.data_file_id, f.path, f.row_id_start, p.partition_value
                FROM ducklake_data_file f LEFT JOIN ducklake_file_partition_value p USING (data_file_id)
                WHERE f.table_id = ? AND f.end_snapshot IS NULL AND p.partition_value IS NOT DISTINCT FROM ?::VARCHAR
                ORDER BY f.data_file_id LIMIT 1""",
                row -> new DataFile(row.getLong(1), row.getString(2), row.getLong(3), row.getString(4)),
                table.id(),
                partitionValue);
    }

    /** Reads the newest data file of a table without partitions that the newest snapshot sees. */
    DataFile newestFile(LakeTable table) throws SQLException {
        return sql.one("""
                SELECT data_file_id, path, row_id_start FROM ducklake_data_file
                WHERE table_id = ? AND end_snapshot IS NULL ORDER BY data_file_id DESC LIMIT 1""", row -> new DataFile(row.getLong(1), row.getString(2), row.getLong(3), null), table.id());
    }
}
