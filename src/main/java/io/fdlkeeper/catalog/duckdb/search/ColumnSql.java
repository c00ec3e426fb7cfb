package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes SQL that reads a file's column as the table's column, in every way it may be meant.
 *
 * <p>A value is read as the file has it and as every type the column ever had; a field of a struct stands under every name it ever had.
 */
final class ColumnSql {

    /** More ways than this are more than can be tried. */
    static final int MOST = 64;

    private ColumnSql() {}

    /** A column can be meant in more ways than are tried. */
    static final class TooManyWaysException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Returns all ways; the first reads it as it is, if that is one. */
    static List<String> ways(Column wanted, KnownColumn known, String sql) throws TooManyWaysException {
        return bounded(
                switch (known.column().kind()) {
                    case PLAIN -> plain(wanted, known, sql);
                    case STRUCT -> struct(wanted, known, sql);
                    case LIST -> list(wanted, known, sql);
                    case MAP -> map(wanted, known, sql);
                });
    }

    private static List<String> bounded(List<String> ways) throws TooManyWaysException {
        if (ways.size() > MOST) {
            throw new TooManyWaysException();
        }
        return ways;
    }

    private static List<String> plain(Column wanted, KnownColumn known, String sql) {
        List<String> ways = new ArrayList<>();
        ways.add(sql);
        String type = known.column().type();
        for (String other : wanted.types()) {
            LakeTypes.plain(other)
                    .filter(cast -> !cast.equals(type) && !(isText(cast) && isText(type)))
                    .ifPresent(cast -> ways.add("TRY_CAST(" + sql + " AS " + cast + ")"));
        }
        return ways;
    }

    private static boolean isText(String type) {
        return type.equals("VARCHAR") || type.equals("JSON");
    }

    private static List<String> struct(Column wanted, KnownColumn known, String sql) throws TooManyWaysException {
        Set<String> names = new LinkedHashSet<>();
        wanted.parts().forEach(part -> names.addAll(part.names()));
        List<String> ways = List.of("");
        boolean asItIs = names.size() == known.parts().size();
        for (String name : names) {
            List<String> field = field(wanted, known, name, sql);
            asItIs &= field.size() == 1
                    && known.parts().stream()
                            .anyMatch(part -> part.column().name().equals(name)
                                    && field.get(0).equals(extracted(sql, known, part)));
            ways = bounded(crossed(ways, field, Quoted.name(name)));
        }
        if (asItIs || names.isEmpty()) {
            return List.of(sql);
        }
        return ways.stream()
                .map(fields -> "CASE WHEN " + sql + " IS NULL THEN NULL ELSE struct_pack(" + fields + ") END")
                .toList();
    }

    private static List<String> field(Column wanted, KnownColumn known, String name, String sql)
            throws TooManyWaysException {
        List<String> ways = new ArrayList<>();
        for (Column part : wanted.parts()) {
            if (part.names().contains(name)) {
                Optional<KnownColumn> there =
                        known.parts().stream().filter(field -> field.is(part)).findFirst();
                ways.addAll(
                        there.isPresent() ? ways(part, there.get(), extracted(sql, known, there.get())) : absent(part));
            }
        }
        return ways;
    }

    /** By place: names of fields that differ in case only are one name in SQL. */
    private static String extracted(String sql, KnownColumn struct, KnownColumn field) {
        return "struct_extract_at(" + sql + ", " + (struct.parts().indexOf(field) + 1) + ")";
    }

    private static List<String> crossed(List<String> before, List<String> field, String name) {
        List<String> ways = new ArrayList<>();
        for (String fields : before) {
            for (String way : field) {
                ways.add((fields.isEmpty() ? "" : fields + ", ") + name + " := " + way);
            }
        }
        return ways;
    }

    private static List<String> list(Column wanted, KnownColumn known, String sql) throws TooManyWaysException {
        if (wanted.parts().size() != 1) {
            return List.of(sql);
        }
        String element = variable(sql);
        return ways(wanted.parts().get(0), known.parts().get(0), element).stream()
                .map(way -> way.equals(element) ? sql : transformed(sql, element, way))
                .toList();
    }

    private static List<String> map(Column wanted, KnownColumn known, String sql) throws TooManyWaysException {
        if (wanted.parts().size() != 2) {
            return List.of(sql);
        }
        String entry = variable(sql);
        List<String> ways = new ArrayList<>();
        for (String key : ways(wanted.parts().get(0), known.parts().get(0), entry + ".key")) {
            for (String value : ways(wanted.parts().get(1), known.parts().get(1), entry + ".value")) {
                boolean asItIs = key.equals(entry + ".key") && value.equals(entry + ".value");
                ways.add(
                        asItIs
                                ? sql
                                : "map_from_entries("
                                        + transformed(
                                                "map_entries(" + sql + ")",
                                                entry,
                                                "struct_pack(key := " + key + ", value := " + value + ")")
                                        + ")");
            }
        }
        return ways;
    }

    private static String transformed(String list, String element, String way) {
        return "list_transform(" + list + ", lambda " + element + ": " + way + ")";
    }

    /** A name of its own for each depth. */
    static String variable(String sql) {
        int depth = 0;
        while (sql.contains("e_" + depth)) {
            depth++;
        }
        return "e_" + depth;
    }

    /** Returns what rows of a file without the column have. */
    static List<String> absent(Column wanted) {
        String value = wanted.initialDefault().map(Quoted::text).orElse("NULL");
        List<String> ways = LakeTypes.all(wanted).stream()
                .map(type -> "TRY_CAST(" + value + " AS " + type + ")")
                .toList();
        return ways.isEmpty() ? List.of(value) : ways;
    }

    /** Returns what rows of a file have whose path tells the value. */
    static List<String> inPath(Column wanted, HivePath.Value value) {
        List<String> ways = new ArrayList<>();
        String text = value.text().map(Quoted::text).orElse("NULL");
        ways.add("CAST(" + text + " AS VARCHAR)");
        for (String type : LakeTypes.all(wanted)) {
            if (!isText(type)) {
                ways.add("TRY_CAST(" + text + " AS " + type + ")");
            }
        }
        return ways;
    }
}
