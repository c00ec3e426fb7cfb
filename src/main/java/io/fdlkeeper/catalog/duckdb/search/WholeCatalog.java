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
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every cell of every table of an attached file, as text. */
final class WholeCatalog {

    /** Tables whose values are of columns, and mean something only where a selector means the column. */
    private static final Pattern VALUES = Pattern.compile("ducklake_(inlined_data_\\d+_\\d+|file_column_stat.*"
            + "|file_variant_stats|table_column_stats|file_partition_value)");

    private final Engine engine;
    private final Map<String, String> tables = new TreeMap<>();
    private final Set<String> ofValues = new HashSet<>();

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
                    if (VALUES.matcher(row.getString(2)).matches()) {
                        ofValues.add(table);
                    }
                });
        cells.forEach((table, texts) -> tables.put(
                table, "(SELECT concat_ws(chr(10), " + String.join(", ", texts) + ") AS t FROM " + table + ")"));
    }

    /** Bytes are texts where they can be. */
    static String cell(String column, String type) {
        String text = "CAST(" + column + " AS VARCHAR)";
        return type.equals("BLOB") ? "coalesce(TRY(decode(" + column + ")), " + text + ")" : text;
    }

    /** Tells whether some row shows a text, in any spelling. */
    boolean shows(String text) throws SQLException {
        return isTrueOfSomeRow(shown(text), Set.of());
    }

    /** Tells whether some row shows all these texts, in any spelling, which holds no values of columns. */
    boolean showsBesideValues(List<String> texts) throws SQLException {
        return isTrueOfSomeRow(texts.stream().map(WholeCatalog::shown).collect(Collectors.joining(" AND ")), ofValues);
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
