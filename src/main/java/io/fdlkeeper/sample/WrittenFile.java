package io.fdlkeeper.sample;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file as it was written, with what a catalog says of it.
 *
 * @param path relative to its table's folder
 * @param rows number of rows
 * @param bytes size of the file
 * @param footerBytes size of its footer without the eight bytes behind it
 * @param bounds statistics by column id
 * @param partitionValue the partition all its rows are of; null in a table without partitions
 */
record WrittenFile(
        String path,
        long rows,
        long bytes,
        long footerBytes,
        Map<Long, Bounds> bounds,
        @Nullable String partitionValue) {

    /**
     * Statistics of one column of one file.
     *
     * @param bytes compressed size of the column
     * @param values number of values that are not null
     * @param nulls number of nulls
     * @param min least value as text; null where there is none
     * @param max greatest value as text; null where there is none
     * @param hasNan whether a value is not a number; null for types that have no such value
     */
    record Bounds(
            long bytes,
            long values,
            long nulls,
            @Nullable String min,
            @Nullable String max,
            @Nullable Boolean hasNan) {}

    WrittenFile {
        bounds = Map.copyOf(bounds);
    }
}
