package io.fdlkeeper.catalog.duckdb.search;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one row of one catalog says of a file.
 *
 * @param table      whose file it is; empty where the catalog has no such table any more
 * @param deletes    whether it holds positions of deleted rows
 * @param encrypted  whether the row has a key to it
 * @param mapping    how its columns are found by name, for a file that was only registered; empty for one with field ids
 * @param statistics of its columns, as far as the catalog has them
 * @param partitions of its partition, as far as the catalog has them
 */
record FileUse(
        Optional<TableShape> table,
        boolean deletes,
        boolean encrypted,
        Optional<List<MappedColumn>> mapping,
        List<Statistics> statistics,
        List<PartitionValue> partitions) {

    FileUse {
        mapping = mapping.map(List::copyOf);
        statistics = List.copyOf(statistics);
        partitions = List.copyOf(partitions);
    }

    /**
     * A column of a registered file.
     *
     * @param sourceName its name in the file, or in the path where it is of the partition
     * @param columnId   the table's column that it is
     * @param partition  whether its value stands in the path, as {@code name=value/}
     * @param parts      of a nested column
     */
    record MappedColumn(String sourceName, long columnId, boolean partition, List<MappedColumn> parts) {

        MappedColumn {
            parts = List.copyOf(parts);
        }
    }

    /**
     * Statistics of one column in the file. Shows values.
     *
     * @param min    the smallest value as text, shortened for long texts, never larger
     * @param max    the largest, or something larger still
     * @param values how many values are not NULL
     * @param nulls  how many are
     */
    record Statistics(
            long columnId, Optional<String> min, Optional<String> max, OptionalLong values, OptionalLong nulls) {}

    /**
     * What a partition says of all rows of the file. Shows values.
     *
     * @param transform as DuckLake names it, such as {@code identity}, {@code year} or {@code bucket(8)}
     * @param value     its text; empty for NULL
     */
    record PartitionValue(long columnId, String transform, Optional<String> value) {}

    /** Shows neither statistics nor partitions. */
    @Override
    public String toString() {
        return "FileUse[of " + table.map(TableShape::uuid).orElse("?") + ", withheld]";
    }
}
