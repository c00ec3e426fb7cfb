package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes SQL that tells whether a text stands in a column, at any depth.
 *
 * <p>Texts, JSON and bytes hold it anywhere inside; numbers only as a whole, since any number is part of many; dates, times and UUIDs
 * anywhere in what they are written as. A column that cannot hold it is not read.
 */
final class TextCondition {

    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");
    private static final Pattern TIME = Pattern.compile("[-+0-9.: T]+");
    private static final Pattern UUID = Pattern.compile("[-0-9a-fA-F]+");
    private static final Pattern NUMERIC =
            Pattern.compile("U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|(DECIMAL|BIGNUM|VARINT).*");

    private final String text;
    private final String quoted;

    TextCondition(String text) {
        this.text = text;
        this.quoted = Quoted.text(text);
    }

    /** Returns the condition; empty where the column's type cannot hold the text. */
    Optional<String> in(ParquetColumn column, String sql) {
        return switch (column.kind()) {
            case PLAIN -> plain(column.type(), sql);
            case STRUCT -> {
                List<String> fields = new ArrayList<>();
                for (int i = 0; i < column.parts().size(); i++) {
                    in(column.parts().get(i), "struct_extract_at(" + sql + ", " + (i + 1) + ")")
                            .ifPresent(fields::add);
                }
                yield joined(fields);
            }
            case LIST -> inList(column.parts().get(0), sql);
            case MAP -> {
                List<String> sides = new ArrayList<>();
                inList(column.parts().get(0), "map_keys(" + sql + ")").ifPresent(sides::add);
                inList(column.parts().get(1), "map_values(" + sql + ")").ifPresent(sides::add);
                yield joined(sides);
            }
        };
    }

    private Optional<String> inList(ParquetColumn element, String list) {
        String variable = ColumnSql.variable(list);
        return in(element, variable)
                .map(condition -> "coalesce(list_bool_or(list_transform(" + list + ", lambda " + variable + ": "
                        + condition + ")), false)");
    }

    private static Optional<String> joined(List<String> conditions) {
        return conditions.isEmpty() ? Optional.empty() : Optional.of("(" + String.join(" OR ", conditions) + ")");
    }

    private Optional<String> plain(String type, String sql) {
        if (NUMERIC.matcher(type).matches()) {
            return NUMBER.matcher(text).matches()
                    ? sure("(CAST(" + sql + " AS VARCHAR) = " + quoted + " OR " + sql + " = TRY_CAST(" + quoted + " AS "
                            + type + "))")
                    : Optional.empty();
        }
        if (type.equals("BOOLEAN")) {
            return Optional.empty();
        }
        if (type.startsWith("DATE") || type.startsWith("TIME")) {
            return TIME.matcher(text).matches() ? contained(sql, quoted) : Optional.empty();
        }
        if (type.equals("UUID")) {
            return UUID.matcher(text).matches()
                    ? contained(sql, Quoted.text(text.toLowerCase(Locale.ROOT)))
                    : Optional.empty();
        }
        if (type.equals("BLOB")) {
            String hex = HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
            return sure("regexp_matches(hex(" + sql + "), '^(..)*" + hex + "')");
        }
        return contained(sql, quoted);
    }

    private static Optional<String> contained(String sql, String wanted) {
        return sure("contains(CAST(" + sql + " AS VARCHAR), " + wanted + ")");
    }

    /** NULL holds no text. */
    private static Optional<String> sure(String condition) {
        return Optional.of("coalesce(" + condition + ", false)");
    }
}
