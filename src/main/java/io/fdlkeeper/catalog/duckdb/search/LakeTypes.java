package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which type of DuckDB a type is that a catalog names. Source: the DuckLake specification, data types. */
final class LakeTypes {

    private static final Pattern DECIMAL = Pattern.compile("decimal\\(\\s*\\d+\\s*,\\s*\\d+\\s*\\)");

    private static final Map<String, String> PLAIN = Map.ofEntries(
            Map.entry("boolean", "BOOLEAN"),
            Map.entry("int8", "TINYINT"),
            Map.entry("int16", "SMALLINT"),
            Map.entry("int32", "INTEGER"),
            Map.entry("int64", "BIGINT"),
            Map.entry("int128", "HUGEINT"),
            Map.entry("uint8", "UTINYINT"),
            Map.entry("uint16", "USMALLINT"),
            Map.entry("uint32", "UINTEGER"),
            Map.entry("uint64", "UBIGINT"),
            Map.entry("uint128", "UHUGEINT"),
            Map.entry("float32", "FLOAT"),
            Map.entry("float64", "DOUBLE"),
            Map.entry("time", "TIME"),
            Map.entry("timetz", "TIMETZ"),
            Map.entry("time_ns", "TIME_NS"),
            Map.entry("date", "DATE"),
            Map.entry("timestamp", "TIMESTAMP"),
            Map.entry("timestamp_us", "TIMESTAMP"),
            Map.entry("timestamp_ms", "TIMESTAMP_MS"),
            Map.entry("timestamp_ns", "TIMESTAMP_NS"),
            Map.entry("timestamp_s", "TIMESTAMP_S"),
            Map.entry("timestamptz", "TIMESTAMPTZ"),
            Map.entry("interval", "INTERVAL"),
            Map.entry("varchar", "VARCHAR"),
            Map.entry("json", "JSON"),
            Map.entry("blob", "BLOB"),
            Map.entry("uuid", "UUID"),
            Map.entry("variant", "VARIANT"));

    private LakeTypes() {}

    /** Returns the type of a plain value; empty for a nested type and for one that is not known. */
    static Optional<String> plain(String lakeType) {
        String type = lakeType.toLowerCase(Locale.ROOT);
        return DECIMAL.matcher(type).matches()
                ? Optional.of(type.toUpperCase(Locale.ROOT))
                : Optional.ofNullable(PLAIN.get(type));
    }

    /** Returns every type of DuckDB that a column had, parts included; none where one of them is not known. */
    static List<String> all(Column column) {
        List<String> types = new ArrayList<>();
        for (String type : column.types()) {
            switch (type.toLowerCase(Locale.ROOT)) {
                case "struct" -> struct(column).ifPresent(types::add);
                case "list" -> one(column, 0).ifPresent(element -> types.add(element + "[]"));
                case "map" ->
                    one(column, 0)
                            .flatMap(key -> one(column, 1).map(value -> "MAP(" + key + ", " + value + ")"))
                            .ifPresent(types::add);
                default -> plain(type).ifPresent(types::add);
            }
        }
        return types;
    }

    private static Optional<String> one(Column column, int part) {
        return part < column.parts().size()
                ? all(column.parts().get(part)).stream().findFirst()
                : Optional.empty();
    }

    private static Optional<String> struct(Column column) {
        List<String> fields = new ArrayList<>();
        for (Column part : column.parts()) {
            Optional<String> type = all(part).stream().findFirst();
            if (type.isEmpty()) {
                return Optional.empty();
            }
            part.names().forEach(name -> fields.add(Quoted.name(name) + " " + type.get()));
        }
        return fields.isEmpty() ? Optional.empty() : Optional.of("STRUCT(" + String.join(", ", fields) + ")");
    }
}
