package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.catalog.duckdb.search.FileUse.MappedColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** How columns of registered files are found by their names, as one lake says. */
final class NameMappings {

    private static final String TABLE = "ducklake_name_mapping";
    private static final int DEEPEST = 64;

    private final Map<Long, List<Row>> rows = new HashMap<>();

    private record Row(long local, String sourceName, long columnId, OptionalLong parent, boolean partition) {}

    NameMappings(Engine engine, LakeLayout layout) throws SQLException {
        if (!layout.has(TABLE, "mapping_id")) {
            return;
        }
        String partition = layout.has(TABLE, "is_partition") ? "coalesce(is_partition::BOOLEAN, false)" : "false";
        engine.each(
                "SELECT mapping_id::BIGINT, column_id::BIGINT, coalesce(source_name, ''), target_field_id::BIGINT, "
                        + partition + ", parent_column::BIGINT FROM " + layout.table(TABLE)
                        + " ORDER BY mapping_id, column_id",
                row -> {
                    long parent = row.getLong(6);
                    OptionalLong above = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(parent);
                    rows.computeIfAbsent(row.getLong(1), absent -> new ArrayList<>())
                            .add(new Row(row.getLong(2), row.getString(3), row.getLong(4), above, row.getBoolean(5)));
                });
    }

    /** Returns a mapping; an empty one, in which nothing is found, where its rows are gone. */
    List<MappedColumn> of(long mappingId) {
        Map<OptionalLong, List<Row>> inside = new HashMap<>();
        rows.getOrDefault(mappingId, List.of())
                .forEach(row -> inside.computeIfAbsent(row.parent(), absent -> new ArrayList<>())
                        .add(row));
        return parts(inside, OptionalLong.empty(), 0);
    }

    /** A catalog may say that a column is inside of itself. */
    private static List<MappedColumn> parts(Map<OptionalLong, List<Row>> inside, OptionalLong parent, int depth) {
        if (depth > DEEPEST) {
            return List.of();
        }
        return inside.getOrDefault(parent, List.of()).stream()
                .map(row -> new MappedColumn(
                        row.sourceName(),
                        row.columnId(),
                        row.partition(),
                        parts(inside, OptionalLong.of(row.local()), depth + 1)))
                .toList();
    }
}
