package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn.Kind;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn.Leaves;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Columns of a table in a catalog, described as those of a file are, so that predicates are bound to both in one way. */
final class PhysicalColumns {

    private static final Leaves NONE = new Leaves(0, 1);

    private final Engine engine;

    PhysicalColumns(Engine engine) {
        this.engine = engine;
    }

    /**
     * Describes columns.
     *
     * @param types  of DuckDB, by name
     * @param choice which of several columns is meant that had a name, counted from 0; the last where there are fewer
     */
    List<ParquetColumn> of(Map<String, String> types, TableShape table, int choice) throws SQLException {
        List<ParquetColumn> columns = new ArrayList<>();
        for (Map.Entry<String, String> column : types.entrySet()) {
            List<Column> named = table.named(column.getKey());
            Optional<Column> known =
                    named.isEmpty() ? Optional.empty() : Optional.of(named.get(Math.min(choice, named.size() - 1)));
            columns.add(column(column.getKey(), column.getValue(), known));
        }
        return columns;
    }

    /** Describes columns of a table that nobody knows any more. */
    List<ParquetColumn> of(Map<String, String> types) throws SQLException {
        List<ParquetColumn> columns = new ArrayList<>();
        for (Map.Entry<String, String> column : types.entrySet()) {
            columns.add(column(column.getKey(), column.getValue(), Optional.empty()));
        }
        return columns;
    }

    private ParquetColumn column(String name, String type, Optional<Column> known) throws SQLException {
        Kind kind = kind(type);
        List<ParquetColumn> parts = new ArrayList<>();
        List<Column> inside = known.map(Column::parts).orElse(List.of());
        for (Map.Entry<String, String> part : parts(kind, type)) {
            int place = parts.size();
            Optional<Column> meant = kind == Kind.STRUCT
                    ? inside.stream()
                            .filter(field -> field.isNamed(part.getKey()))
                            .findFirst()
                    : inside.stream().skip(place).findFirst();
            parts.add(column(part.getKey(), part.getValue(), meant));
        }
        OptionalLong id = known.isPresent() ? OptionalLong.of(known.get().id()) : OptionalLong.empty();
        return new ParquetColumn(name, id, type, kind, parts, NONE);
    }

    private static Kind kind(String type) {
        if (type.endsWith("[]")) {
            return Kind.LIST;
        }
        if (type.endsWith(")")) {
            return type.startsWith("STRUCT(") ? Kind.STRUCT : type.startsWith("MAP(") ? Kind.MAP : Kind.PLAIN;
        }
        return Kind.PLAIN;
    }

    /** The engine itself tells the parts of a type. */
    private List<Map.Entry<String, String>> parts(Kind kind, String type) throws SQLException {
        List<Map.Entry<String, String>> parts = new ArrayList<>();
        String value = "CAST(NULL AS " + type + ")";
        String select =
                switch (kind) {
                    case PLAIN -> "";
                    case STRUCT, LIST -> "unnest(" + value + ")";
                    case MAP -> "unnest(map_keys(" + value + ")) AS key, unnest(map_values(" + value + ")) AS value";
                };
        if (!select.isEmpty()) {
            engine.each(
                    "SELECT column_name, column_type FROM (DESCRIBE SELECT " + select + ")",
                    row -> parts.add(Map.entry(row.getString(1), row.getString(2))));
        }
        return parts;
    }
}
