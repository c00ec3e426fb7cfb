package io.fdlkeeper.catalog.duckdb.parquet;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * A column of a file, or a part of one.
 *
 * @param name     as the file spells it
 * @param fieldId  what DuckLake tells columns apart by; foreign files have none
 * @param type     the type DuckDB reads it as
 * @param parts    fields of a struct; the element of a list; key and value of a map; none of anything else
 * @param leaves   which of the file's physical columns hold it
 */
public record ParquetColumn(
        String name, OptionalLong fieldId, String type, Kind kind, List<ParquetColumn> parts, Leaves leaves) {

    public ParquetColumn {
        parts = List.copyOf(parts);
    }

    /** How a column is built. */
    public enum Kind {
        /** A value, or something built in a way that is not looked into. */
        PLAIN,
        STRUCT,
        LIST,
        MAP
    }

    /**
     * Physical columns, which lie together.
     *
     * @param first counted from 0
     */
    public record Leaves(int first, int count) {}

    /** Tells whether it, or a part of it at any depth, fits. */
    public boolean has(Predicate<ParquetColumn> fits) {
        return fits.test(this) || parts.stream().anyMatch(part -> part.has(fits));
    }
}
