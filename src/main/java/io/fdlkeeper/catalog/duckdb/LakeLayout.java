package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.repository.Guard;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The tables and columns of one DuckLake in an attached file, as found and not as its version promises: layouts drifted under one
 * name, and a migrated catalog has its columns in another order.
 *
 * <p>Source: the DuckLake specification of 0.1 to 1.0, and the layouts real catalogs have.
 */
public final class LakeLayout {

    static final String METADATA = "ducklake_metadata";
    public static final String SCHEMA = "ducklake_schema";
    public static final String TABLE = "ducklake_table";
    public static final String DATA_FILE = "ducklake_data_file";
    public static final String DELETE_FILE = "ducklake_delete_file";
    static final String SCHEDULED = "ducklake_files_scheduled_for_deletion";
    static final String VIEW = "ducklake_view";
    static final String MACRO = "ducklake_macro_impl";
    static final String MACRO_PARAMETER = "ducklake_macro_parameters";
    public static final String COLUMN = "ducklake_column";
    static final String SORT = "ducklake_sort_expression";

    private static final Pattern INLINED_DATA = Pattern.compile("ducklake_inlined_data_\\d+_\\d+");
    private static final Pattern INLINED_DELETE = Pattern.compile("ducklake_inlined_delete_\\d+");

    private static final Pattern MAY_NAME_A_FILE = Pattern.compile("path|file|uri|url|location");

    /** Every table known, each with those of its columns that only look as if they named a file, or that we read for it. */
    private static final Map<String, Set<String>> KNOWN = Map.ofEntries(
            Map.entry(METADATA, Set.of()),
            Map.entry("ducklake_snapshot", Set.of("next_file_id")),
            Map.entry("ducklake_snapshot_changes", Set.of()),
            Map.entry(SCHEMA, Set.of("path", "path_is_relative")),
            Map.entry(TABLE, Set.of("path", "path_is_relative")),
            Map.entry(VIEW, Set.of()),
            Map.entry("ducklake_view_column_tag", Set.of()),
            Map.entry("ducklake_tag", Set.of()),
            Map.entry("ducklake_column_tag", Set.of()),
            Map.entry(
                    DATA_FILE,
                    Set.of(
                            "data_file_id",
                            "file_order",
                            "path",
                            "path_is_relative",
                            "file_format",
                            "file_size_bytes",
                            "partial_file_info")),
            Map.entry(
                    DELETE_FILE,
                    Set.of("delete_file_id", "data_file_id", "path", "path_is_relative", "file_size_bytes")),
            Map.entry(SCHEDULED, Set.of("data_file_id", "path", "path_is_relative")),
            Map.entry("ducklake_inlined_data_tables", Set.of()),
            Map.entry("ducklake_file_column_statistics", Set.of("data_file_id")),
            Map.entry("ducklake_file_column_stats", Set.of("data_file_id")),
            Map.entry("ducklake_file_variant_stats", Set.of("data_file_id", "variant_path")),
            Map.entry("ducklake_file_partition_value", Set.of("data_file_id")),
            Map.entry(COLUMN, Set.of()),
            Map.entry("ducklake_column_mapping", Set.of()),
            Map.entry("ducklake_name_mapping", Set.of()),
            Map.entry("ducklake_table_stats", Set.of("file_size_bytes")),
            Map.entry("ducklake_table_column_stats", Set.of()),
            Map.entry("ducklake_partition_info", Set.of()),
            Map.entry("ducklake_partition_column", Set.of()),
            Map.entry("ducklake_schema_versions", Set.of()),
            Map.entry("ducklake_macro", Set.of()),
            Map.entry(MACRO, Set.of()),
            Map.entry(MACRO_PARAMETER, Set.of()),
            Map.entry("ducklake_sort_info", Set.of()),
            Map.entry(SORT, Set.of()));

    private static final Set<String> INTEGERS =
            Set.of("BIGINT", "INTEGER", "UBIGINT", "UINTEGER", "SMALLINT", "TINYINT");
    private static final Set<String> TEXT = Set.of("VARCHAR");

    /** A catalog frozen from a SQLite file keeps its flags as numbers. */
    private static final Set<String> FLAG = Set.of("BOOLEAN", "BIGINT", "INTEGER");

    private final String database;
    private final String schema;
    private final Map<String, Map<String, String>> tables;

    private LakeLayout(String database, String schema, Map<String, Map<String, String>> tables) {
        this.database = database;
        this.schema = schema;
        this.tables = tables;
    }

    /** Finds every lake of an attached file, by its schema, and checks the shape of each. */
    static List<LakeLayout> of(Engine engine, String database) throws SQLException, UnusableLakeException {
        var schemas = new TreeMap<String, Map<String, Map<String, String>>>();
        refuseViews(engine, database);
        // Only tables are left among what may be DuckLake's.
        engine.each(
                "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = "
                        + Sql.literal(database),
                row -> schemas.computeIfAbsent(row.getString(1), absent -> new TreeMap<>())
                        .computeIfAbsent(row.getString(2), absent -> new HashMap<>())
                        .put(row.getString(3), row.getString(4)));
        var lakes = new ArrayList<LakeLayout>();
        for (var found : schemas.entrySet()) {
            if (found.getValue().containsKey(METADATA)) {
                var lake = new LakeLayout(database, found.getKey(), found.getValue());
                lake.check();
                lakes.add(lake);
            } else if (found.getValue().keySet().stream().anyMatch(LakeLayout::isDuckLakes)) {
                throw shape("has DuckLake tables but no " + METADATA + " in its schema " + found.getKey());
            }
        }
        if (lakes.isEmpty()) {
            throw new UnusableLakeException(
                    Guard.CATALOG_SHAPE, "has no table " + METADATA + ", so it is no DuckLake catalog");
        }
        return lakes;
    }

    /** A view could stand where a table is expected, and tell anything. */
    private static void refuseViews(Engine engine, String database) throws SQLException, UnusableLakeException {
        var views = new ArrayList<String>();
        engine.each(
                "SELECT view_name FROM duckdb_views() WHERE NOT internal AND database_name = " + Sql.literal(database),
                row -> views.add(row.getString(1)));
        for (var view : views) {
            if (isDuckLakes(view)) {
                throw shape("has a view " + view + " where only tables belong");
            }
        }
    }

    private void check() throws UnusableLakeException {
        require(METADATA, "key", TEXT);
        require(METADATA, "value", TEXT);
        require(SCHEMA, "schema_id", INTEGERS);
        require(TABLE, "table_id", INTEGERS);
        require(TABLE, "schema_id", INTEGERS);
        for (var table : List.of(DATA_FILE, DELETE_FILE)) {
            require(table, "table_id", INTEGERS);
            require(table, "end_snapshot", INTEGERS);
            requirePath(table);
        }
        require(DATA_FILE, "file_format", TEXT);
        require(DELETE_FILE, "format", TEXT);
        requirePath(SCHEDULED);
        require(VIEW, "sql", TEXT);
        if (has(MACRO)) {
            require(MACRO, "sql", TEXT);
        }
        for (var table : List.of(SCHEMA, TABLE)) {
            if (has(table, "path") || has(table, "path_is_relative")) {
                requirePath(table);
            }
        }
        for (var table : tables.entrySet()) {
            checkKnown(table.getKey(), table.getValue().keySet());
        }
    }

    private void checkKnown(String table, Set<String> columns) throws UnusableLakeException {
        if (!isDuckLakes(table) || isInlinedData(table)) {
            return;
        }
        var known = INLINED_DELETE.matcher(table).matches() ? Set.of("file_id") : KNOWN.get(table);
        if (known == null) {
            throw shape("has an unknown table " + table + ", which may name files");
        }
        for (var column : columns) {
            if (!known.contains(column)
                    && MAY_NAME_A_FILE.matcher(column.toLowerCase(Locale.ROOT)).find()) {
                throw shape("has an unknown column " + table + "." + column + ", which may name files");
            }
        }
    }

    private void requirePath(String table) throws UnusableLakeException {
        require(table, "path", TEXT);
        require(table, "path_is_relative", FLAG);
    }

    private void require(String table, String column, Set<String> types) throws UnusableLakeException {
        var columns = tables.get(table);
        if (columns == null) {
            throw shape("has no table " + table);
        }
        var type = columns.get(column);
        if (type == null) {
            throw shape("has no column " + table + "." + column);
        }
        if (!types.contains(type)) {
            throw shape("has an unexpected type " + type + " in " + table + "." + column);
        }
    }

    private static UnusableLakeException shape(String detail) {
        return new UnusableLakeException(
                Guard.CATALOG_SHAPE, detail + "; a newer keeper may know it, otherwise publish the version again");
    }

    public boolean has(String table) {
        return tables.containsKey(table);
    }

    public boolean has(String table, String column) {
        return tables.getOrDefault(table, Map.of()).containsKey(column);
    }

    /** Tells whether schemas and tables have paths of their own; before 0.2 files lay directly under the data path. */
    boolean hasFolders() {
        return has(SCHEMA, "path") && has(TABLE, "path");
    }

    /** Returns the full name of a table, quoted. */
    public String table(String table) {
        return Sql.name(database, schema, table);
    }

    String schema() {
        return schema;
    }

    /** Gives {@code path_is_relative} as a flag; a number other than 0 and 1 becomes NULL, and so is refused. */
    String relative(String table) {
        return "BOOLEAN".equals(tables.getOrDefault(table, Map.of()).get("path_is_relative"))
                ? "path_is_relative"
                : "CASE path_is_relative WHEN 1 THEN true WHEN 0 THEN false END";
    }

    /** Returns the names and types of a table's columns. */
    public Map<String, String> columns(String table) {
        return Map.copyOf(tables.getOrDefault(table, Map.of()));
    }

    /** Returns the tables that hold rows of users. */
    public List<String> inlinedDataTables() {
        return tables.keySet().stream().filter(LakeLayout::isInlinedData).toList();
    }

    private static boolean isDuckLakes(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith("ducklake_");
    }

    private static boolean isInlinedData(String table) {
        return INLINED_DATA.matcher(table).matches();
    }
}
