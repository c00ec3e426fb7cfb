package io.fdlkeeper.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A writer's own DuckLake 1.0 catalog, in memory. Each change is one snapshot, and leaves the rows the DuckLake extension
 * 1.5.5 would leave.
 */
final class WorkingCatalog implements AutoCloseable {
    static final String SCHEMA = "main";
    static final String FORMAT = "1.0";

    /** DuckDB 1.5 cannot read what DuckDB 2 writes by default. */
    private static final String STORAGE = "v1.5.0";

    /** In bytes; DuckDB's own 256 KB would make each catalog some megabytes. */
    private static final int BLOCK_SIZE = 16384;

    private final Sql sql;
    private final CatalogRows rows;
    private final SeededIds ids;
    private final List<LakeTable> tables = new ArrayList<>();
    private long snapshot;
    private long schemaVersion;
    private long nextCatalogId = 1;
    private long nextFileId;

    private WorkingCatalog(SeededIds ids) throws SQLException {
        this.sql = new Sql();
        this.rows = new CatalogRows(sql);
        this.ids = ids;
    }

    /** Makes a new lake with one empty schema. */
    static WorkingCatalog create(String dataPath, SeededIds ids, Instant at) throws SQLException, IOException {
        var catalog = new WorkingCatalog(ids);
        var sql = catalog.sql;
        for (var statement : tablesOfTheFormat().split(";")) {
            if (!statement.isBlank()) {
                sql.run(statement);
            }
        }
        sql.run("INSERT INTO ducklake_metadata VALUES ('version', ?, NULL, NULL)", FORMAT);
        sql.run("INSERT INTO ducklake_metadata VALUES ('created_by', 'fdl-keeper sample', NULL, NULL)");
        sql.run("INSERT INTO ducklake_metadata VALUES ('data_path', ?, NULL, NULL)", dataPath);
        sql.run("INSERT INTO ducklake_metadata VALUES ('encrypted', 'false', NULL, NULL)");
        sql.run(
                "INSERT INTO ducklake_schema VALUES (0, ?::UUID, 0, NULL, ?, ?, true)",
                ids.random().toString(),
                SCHEMA,
                SCHEMA + "/");
        catalog.record(at, "created_schema:\"" + SCHEMA + "\"");
        return catalog;
    }

    /** Continues from what another writer published, as a checkout does. */
    static WorkingCatalog checkout(Path published, WorkingCatalog writer, SeededIds ids) throws SQLException {
        var catalog = new WorkingCatalog(ids);
        var sql = catalog.sql;
        sql.run("ATTACH " + Sql.literal(published) + " AS published (READ_ONLY)");
        sql.run("COPY FROM DATABASE published TO memory");
        sql.run("DETACH published");
        catalog.snapshot = sql.number("SELECT max(snapshot_id) FROM ducklake_snapshot");
        catalog.schemaVersion = sql.number("SELECT max(schema_version) FROM ducklake_snapshot");
        catalog.nextCatalogId = sql.number("SELECT max(next_catalog_id) FROM ducklake_snapshot");
        catalog.nextFileId = sql.number("SELECT max(next_file_id) FROM ducklake_snapshot");
        catalog.tables.addAll(writer.tables);
        return catalog;
    }

    /** Says the engine that holds this catalog, to write its files with. */
    Sql sql() {
        return sql;
    }

    List<LakeTable> tables() {
        return List.copyOf(tables);
    }

    long newestSnapshot() {
        return snapshot;
    }

    LakeTable createTable(String name, List<LakeTable.Column> columns, Instant at) throws SQLException {
        var table = new LakeTable(nextCatalogId++, name, columns, null);
        snapshot++;
        rows.table(table, ids.at(at), snapshot);
        rows.schemaVersion(table, snapshot, ++schemaVersion);
        record(at, "created_table:\"" + SCHEMA + "\".\"" + name + "\"");
        tables.add(table);
        return table;
    }

    /** Divides a table's files by the values of a column; answers the table as it now is. */
    LakeTable partitionBy(LakeTable table, LakeTable.Column column, Instant at) throws SQLException {
        var partition = new LakeTable.Partition(nextCatalogId++, column);
        snapshot++;
        rows.partition(table, partition, snapshot);
        rows.schemaVersion(table, snapshot, ++schemaVersion);
        record(at, "altered_table:" + table.id());
        var partitioned = new LakeTable(table.id(), table.name(), table.columns(), partition);
        tables.set(tables.indexOf(table), partitioned);
        return partitioned;
    }

    void append(LakeTable table, List<WrittenFile> files, Instant at) throws SQLException {
        snapshot++;
        for (var file : files) {
            rows.dataFile(nextFileId++, table, file, snapshot);
        }
        record(at, "inserted_into_table:" + table.id());
    }

    /** Ends all rows of a table and puts in new ones, in one transaction. */
    void replace(LakeTable table, WrittenFile file, Instant at) throws SQLException {
        snapshot++;
        sql.run(
                "UPDATE ducklake_data_file SET end_snapshot = ? WHERE table_id = ? AND end_snapshot IS NULL",
                snapshot,
                table.id());
        rows.dataFile(nextFileId++, table, file, snapshot);
        record(at, "inserted_into_table:" + table.id() + ",deleted_from_table:" + table.id());
    }

    /** Deletes rows of a file by position and puts in what they became. */
    void update(LakeTable table, DataFile target, WrittenFile deletes, WrittenFile rewritten, Instant at)
            throws SQLException {
        snapshot++;
        rows.dataFile(nextFileId++, table, rewritten, snapshot);
        rows.deleteFile(nextFileId++, table, target, deletes, snapshot);
        record(at, "inserted_into_table:" + table.id() + ",deleted_from_table:" + table.id());
    }

    /** Ends a file all of whose rows were deleted, as DuckLake does instead of writing a delete file. */
    void drop(LakeTable table, DataFile file, Instant at) throws SQLException {
        snapshot++;
        rows.end(file, snapshot);
        record(at, "deleted_from_table:" + table.id());
    }

    /** Puts a file in the place of another and of its delete file. */
    void rewrite(LakeTable table, DataFile file, WrittenFile rewritten, Instant at) throws SQLException {
        snapshot++;
        rows.end(file, snapshot);
        rows.dataFile(nextFileId++, table, rewritten, snapshot);
        record(at, "inserted_into_table:" + table.id() + ",deleted_from_table:" + table.id());
    }

    DataFile newestFile(LakeTable table) throws SQLException {
        return rows.newestFile(table);
    }

    DataFile oldestFile(LakeTable table, @Nullable String partitionValue) throws SQLException {
        return rows.oldestFile(table, partitionValue);
    }

    /** Counts the rows that the newest snapshot sees. */
    long rowsOf(LakeTable table) throws SQLException {
        return sql.number("""
                SELECT coalesce(sum(f.record_count), 0) - coalesce(sum(d.delete_count), 0)
                FROM ducklake_data_file f LEFT JOIN ducklake_delete_file d USING (data_file_id)
                WHERE f.table_id = ? AND f.end_snapshot IS NULL""", table.id());
    }

    /** Forgets all snapshots but the newest: files only they saw are no longer named, but scheduled for deletion. */
    void expireSnapshots(Instant at) throws SQLException {
        sql.run("DELETE FROM ducklake_snapshot WHERE snapshot_id < ?", snapshot);
        sql.run("DELETE FROM ducklake_snapshot_changes WHERE snapshot_id < ?", snapshot);
        sql.run(
                "CREATE TEMP TABLE dead AS SELECT data_file_id FROM ducklake_data_file WHERE end_snapshot <= ?",
                snapshot);
        for (var file : List.of("ducklake_data_file", "ducklake_delete_file")) {
            var id = file.equals("ducklake_data_file") ? "data_file_id" : "delete_file_id";
            sql.run("""
                    INSERT INTO ducklake_files_scheduled_for_deletion
                    SELECT f.%s, s.path || t.path || f.path, true, ?
                    FROM %s f JOIN ducklake_table t USING (table_id) JOIN ducklake_schema s USING (schema_id)
                    WHERE f.data_file_id IN (FROM dead) ORDER BY 1""".formatted(id, file), at);
        }
        for (var table : List.of(
                "ducklake_file_column_stats",
                "ducklake_file_partition_value",
                "ducklake_delete_file",
                "ducklake_data_file")) {
            sql.run("DELETE FROM " + table + " WHERE data_file_id IN (FROM dead)");
        }
        sql.run("DROP TABLE dead");
    }

    /** Copies the catalog into a new file, without what its own file would still hold in freed blocks. */
    void freeze(Path target) throws SQLException {
        sql.run("ATTACH " + Sql.literal(target) + " AS frozen (STORAGE_VERSION '" + STORAGE + "', BLOCK_SIZE "
                + BLOCK_SIZE + ")");
        sql.run("COPY FROM DATABASE memory TO frozen");
        sql.run("CHECKPOINT frozen");
        sql.run("DETACH frozen");
    }

    /** Says in which layout the frozen files are, in the words of a version's record. */
    static String storage() {
        return "duckdb-" + STORAGE;
    }

    private void record(Instant at, String changes) throws SQLException {
        rows.snapshot(snapshot, at, schemaVersion, nextCatalogId, nextFileId, changes);
    }

    private static String tablesOfTheFormat() throws IOException {
        try (var script = WorkingCatalog.class.getResourceAsStream("ducklake-1.0.sql")) {
            if (script == null) {
                throw new IOException("ducklake-1.0.sql is missing beside the classes: build again");
            }
            var text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            return text.replaceAll("(?m)^--.*$", "");
        }
    }

    @Override
    public void close() throws SQLException {
        sql.close();
    }
}
