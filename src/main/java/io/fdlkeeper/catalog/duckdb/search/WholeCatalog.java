package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.CatalogReader;
import io.fdlkeeper.catalog.duckdb.Engine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every cell of every table of an attached file, as text. */
final class WholeCatalog {

    /** Names of everything, which stand in the bytes too; no table is called so, as all have a schema. */
    private static final String NAMES = "names";

    private final Engine engine;
    private final Map<String, String> tables = new TreeMap<>();
    private final Set<String> lakes = new HashSet<>();

    WholeCatalog(Engine engine) throws SQLException {
        this.engine = engine;
        TreeMap<String, List<String>> cells = new TreeMap<>();
        String here = " WHERE database_name = " + Quoted.text(CatalogReader.DATABASE);
        engine.each(
                "SELECT schema_name, table_name, column_name, data_type FROM duckdb_columns()" + here
                        + " AND table_oid IN (SELECT table_oid FROM duckdb_tables()" + here + ")",
                row -> {
                    String table = Quoted.name(CatalogReader.DATABASE) + "." + Quoted.name(row.getString(1)) + "."
                            + Quoted.name(row.getString(2));
                    cells.computeIfAbsent(table, absent -> new ArrayList<>())
                            .add(cell(Quoted.name(row.getString(3)), row.getString(4)));
                    if (row.getString(2).startsWith("ducklake_")) {
                        lakes.add(table);
                    }
                });
        cells.forEach((table, texts) -> tables.put(
                table, "(SELECT concat_ws(chr(10), " + String.join(", ", texts) + ") AS t FROM " + table + ")"));
        tables.put(
                NAMES,
                "(SELECT concat_ws(chr(10), schema_name, table_name, column_name) AS t FROM duckdb_columns()" + here
                        + ")");
        lakes.add(NAMES);
    }

    /** Bytes are texts where they can be. */
    static String cell(String column, String type) {
        String text = "CAST(" + column + " AS VARCHAR)";
        return type.equals("BLOB") ? "coalesce(TRY(decode(" + column + ")), " + text + ")" : text;
    }

    /** Tells whether some row shows a text, in any spelling, or something is called so. */
    boolean shows(String text) throws SQLException {
        return isTrueOfSomeRow(shown(text), Set.of());
    }

    /** Tells whether some row shows all these texts, in any spelling, of a table that is none of DuckLake's. */
    boolean showsBesideLakes(List<String> texts) throws SQLException {
        return isTrueOfSomeRow(texts.stream().map(WholeCatalog::shown).collect(Collectors.joining(" AND ")), lakes);
    }

    private boolean isTrueOfSomeRow(String condition, Set<String> without) throws SQLException {
        boolean[] found = {false};
        for (Map.Entry<String, String> table : tables.entrySet()) {
            if (!found[0] && !without.contains(table.getKey())) {
                engine.each(
                        "SELECT coalesce(bool_or(" + condition + "), false) FROM " + table.getValue(),
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
