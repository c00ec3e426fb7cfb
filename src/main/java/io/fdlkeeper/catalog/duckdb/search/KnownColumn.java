package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import io.fdlkeeper.catalog.duckdb.search.FileUse.MappedColumn;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A column of a file, with the table's column that it is.
 *
 * @param id    of the table's column; empty where it is none
 * @param parts as the file's column has them
 */
record KnownColumn(ParquetColumn column, OptionalLong id, List<KnownColumn> parts) {

    KnownColumn {
        parts = List.copyOf(parts);
    }

    boolean is(Column wanted) {
        return id.isPresent() && id.getAsLong() == wanted.id();
    }

    /** Goes by what a writer of DuckLake puts beside each column. */
    static KnownColumn byFieldId(ParquetColumn column) {
        return new KnownColumn(
                column,
                column.fieldId(),
                column.parts().stream().map(KnownColumn::byFieldId).toList());
    }

    /** Goes by the names a registered file is mapped by; parts of lists and maps by their order. */
    static KnownColumn byMapping(ParquetColumn column, List<MappedColumn> mapping) {
        return found(column, mapping)
                .map(mapped -> mapped(column, mapped))
                .orElseGet(() -> new KnownColumn(column, OptionalLong.empty(), List.of()));
    }

    private static Optional<MappedColumn> found(ParquetColumn column, List<MappedColumn> mapping) {
        return mapping.stream()
                .filter(mapped -> !mapped.partition() && mapped.sourceName().equals(column.name()))
                .findFirst()
                .or(() -> mapping.stream()
                        .filter(mapped ->
                                !mapped.partition() && mapped.sourceName().equalsIgnoreCase(column.name()))
                        .findFirst());
    }

    private static KnownColumn mapped(ParquetColumn column, MappedColumn mapped) {
        List<KnownColumn> parts = new ArrayList<>();
        for (int i = 0; i < column.parts().size(); i++) {
            ParquetColumn part = column.parts().get(i);
            boolean ordered = column.kind() != ParquetColumn.Kind.STRUCT
                    && mapped.parts().size() == column.parts().size();
            parts.add(ordered ? mapped(part, mapped.parts().get(i)) : byMapping(part, mapped.parts()));
        }
        return new KnownColumn(column, OptionalLong.of(mapped.columnId()), parts);
    }

    /** Takes a column for the table's column that had its name at some time, and so on for its parts. */
    static KnownColumn byName(ParquetColumn column, Column wanted) {
        List<KnownColumn> parts = new ArrayList<>();
        for (int i = 0; i < column.parts().size(); i++) {
            ParquetColumn part = column.parts().get(i);
            boolean ordered = column.kind() != ParquetColumn.Kind.STRUCT
                    && i < wanted.parts().size();
            Optional<Column> same = ordered
                    ? Optional.of(wanted.parts().get(i))
                    : wanted.parts().stream()
                            .filter(named -> named.isNamed(part.name()))
                            .findFirst();
            parts.add(same.map(known -> byName(part, known))
                    .orElseGet(() -> new KnownColumn(part, OptionalLong.empty(), List.of())));
        }
        return new KnownColumn(column, OptionalLong.of(wanted.id()), parts);
    }
}
