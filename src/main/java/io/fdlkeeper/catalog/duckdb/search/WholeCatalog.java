package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.CatalogReader;
import io.fdlkeeper.catalog.duckdb.Engine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every cell of every table of an attached file, as text. */
final class WholeCatalog {

    private final Engine engine;
    private final List<String> tables = new ArrayList<>();

    WholeCatalog(Engine engine) throws SQLException {
        this.engine = engine;
        TreeMap<String, List<String>> cells = new TreeMap<>();
        String here = " WHERE database_name = " + Quoted.text(CatalogReader.DATABASE);
        engine.each(
                "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns()" + here
                        + " AND table_oid IN (SELECT table_oid FROM duckdb_tables()" + here + ")",
                row -> cells.computeIfAbsent(
                                Quoted.name(CatalogReader.DATABASE) + "." + Quoted.name(row.getString(1)) + "."
                                        + Quoted.name(row.getString(2)),
                                absent -> new ArrayList<>())
                        .add(cell(Quoted.name(row.getString(3)), row.getString(4))));
        cells.forEach((table, texts) ->
                tables.add("(SELECT concat_ws(chr(10), " + String.join(", ", texts) + ") AS t FROM " + table + ")"));
    }

    /** Bytes are texts where they can be. */
    static String cell(String column, String type) {
        String text = "CAST(" + column + " AS VARCHAR)";
        return type.equals("BLOB") ? "coalesce(TRY(decode(" + column + ")), " + text + ")" : text;
    }

    /** Tells whether some row shows all these texts, in any spelling. */
    boolean showsInOneRow(List<String> texts) throws SQLException {
        String all = texts.stream().map(WholeCatalog::shown).collect(Collectors.joining(" AND "));
        boolean[] found = {false};
        for (String table : tables) {
            if (!found[0]) {
                engine.each(
                        "SELECT coalesce(bool_or(" + all + "), false) FROM " + table,
                        row -> found[0] = row.getBoolean(1));
            }
        }
        return found[0];
    }

    private static String shown(String text) {
        return SpelledText.spellings(text).stream()
                .map(spelling -> "contains(t, " + Quoted.text(spelling) + ")")
                .collect(Collectors.joining(" OR ", "(", ")"));
    }
}
