package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.CatalogReader;
import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.withdrawal.find.Place;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Texts of one lake that people wrote: what its views, macros, defaults, tags, names and messages say, row by row. */
final class LakeTexts {

    private record Texts(Place place, String table, List<String> columns) {}

    private static final List<Texts> PEOPLES = List.of(
            new Texts(Place.VIEW, "ducklake_view", List.of("view_name", "sql", "column_aliases")),
            new Texts(Place.VIEW, "ducklake_macro", List.of("macro_name")),
            new Texts(Place.VIEW, "ducklake_macro_impl", List.of("sql")),
            new Texts(Place.VIEW, "ducklake_macro_parameters", List.of("parameter_name", "default_value")),
            new Texts(Place.VIEW, "ducklake_column", List.of("column_name", "initial_default", "default_value")),
            new Texts(Place.VIEW, "ducklake_sort_expression", List.of("expression")),
            new Texts(Place.VIEW, "ducklake_tag", List.of("key", "value")),
            new Texts(Place.VIEW, "ducklake_column_tag", List.of("key", "value")),
            new Texts(Place.VIEW, "ducklake_view_column_tag", List.of("column_name", "key", "value")),
            new Texts(Place.VIEW, "ducklake_schema", List.of("schema_name")),
            new Texts(Place.VIEW, "ducklake_table", List.of("table_name")),
            new Texts(Place.VIEW, "ducklake_name_mapping", List.of("source_name")),
            new Texts(Place.VIEW, "ducklake_metadata", List.of("value")),
            new Texts(
                    Place.MESSAGE,
                    "ducklake_snapshot_changes",
                    List.of("author", "commit_message", "commit_extra_info", "changes_made")),
            new Texts(Place.KEY_NAME, "ducklake_schema", List.of("path")),
            new Texts(Place.KEY_NAME, "ducklake_table", List.of("path")),
            new Texts(Place.KEY_NAME, "ducklake_files_scheduled_for_deletion", List.of("path")));

    /** What is said of columns, which is looked at for texts that may stand anywhere. */
    private static final List<Texts> VALUES = List.of(
            new Texts(Place.STATISTICS, "ducklake_file_column_stats", List.of("min_value", "max_value", "extra_stats")),
            new Texts(Place.STATISTICS, "ducklake_file_column_statistics", List.of("min_value", "max_value")),
            new Texts(
                    Place.STATISTICS,
                    "ducklake_file_variant_stats",
                    List.of("variant_path", "min_value", "max_value", "extra_stats")),
            new Texts(
                    Place.STATISTICS, "ducklake_table_column_stats", List.of("min_value", "max_value", "extra_stats")),
            new Texts(Place.PARTITION, "ducklake_file_partition_value", List.of("partition_value")));

    private final Engine engine;
    private final SoughtValues sought;
    private final PlacesFound places;

    LakeTexts(Engine engine, SoughtValues sought, PlacesFound places) {
        this.engine = engine;
        this.sought = sought;
        this.places = places;
    }

    void read(LakeLayout layout) throws SQLException {
        for (Texts texts : PEOPLES) {
            read(layout, texts, sought.inTexts());
        }
        for (Texts texts : VALUES) {
            read(layout, texts, sought.values());
        }
    }

    private void read(LakeLayout layout, Texts texts, List<LiteralGroup> groups) throws SQLException {
        List<String> columns = texts.columns().stream()
                .filter(column -> layout.has(texts.table(), column))
                .map(column -> "CAST(" + Quoted.name(column) + " AS VARCHAR)")
                .toList();
        if (!groups.isEmpty() && !columns.isEmpty()) {
            take(
                    texts.place(),
                    groups,
                    "SELECT DISTINCT " + String.join(", ", columns) + " FROM " + layout.table(texts.table()));
        }
    }

    /**
     * Reads what the file itself says beside its lakes' tables: views, comments, defaults and macros of DuckDB.
     *
     * <p>Definitions of DuckLake's own tables are its own words, and nobody's value.
     */
    void readDefinitions() throws SQLException {
        String here = " WHERE database_name = " + Quoted.text(CatalogReader.DATABASE);
        for (String definitions : List.of(
                "SELECT CASE WHEN NOT starts_with(table_name, 'ducklake_') THEN sql END, comment FROM duckdb_tables()",
                "SELECT sql, comment FROM duckdb_views()",
                "SELECT column_default, comment FROM duckdb_columns()",
                "SELECT macro_definition, comment FROM duckdb_functions()",
                "SELECT sql, comment FROM duckdb_schemas()")) {
            if (!sought.inTexts().isEmpty()) {
                take(Place.VIEW, sought.inTexts(), definitions + here);
            }
        }
    }

    private void take(Place place, List<LiteralGroup> groups, String sql) throws SQLException {
        engine.each(sql, row -> {
            List<String> texts = texts(row);
            places.inTexts(place, groups, texts);
            if (place == Place.STATISTICS) {
                shortened(groups, texts);
            }
        });
    }

    /** Statistics keep the beginning of a long text only. */
    private void shortened(List<LiteralGroup> groups, List<String> texts) {
        for (LiteralGroup group : groups) {
            if (group.literals().stream().allMatch(literal -> texts.stream().anyMatch(literal::isShortenedTo))) {
                places.add(Place.STATISTICS, group);
            }
        }
    }

    static List<String> texts(ResultSet row) throws SQLException {
        List<String> texts = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String text = row.getString(i);
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }
}
