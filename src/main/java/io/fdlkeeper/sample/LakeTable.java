package io.fdlkeeper.sample;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of a working catalog.
 *
 * @param id the catalog's id of the table
 * @param name its name, which is also its folder below the schema's
 * @param columns its columns in order
 * @param partition by what its files are divided; null where they are not
 */
record LakeTable(
        long id,
        String name,
        List<Column> columns,
        @Nullable Partition partition) {

    /**
     * A column.
     *
     * @param id the catalog's id of the column, and the field id in every Parquet file
     * @param name its name
     * @param type its type
     */
    record Column(long id, String name, LakeType type) {}

    /**
     * An identity partition on one column.
     *
     * @param id the catalog's id of the partitioning
     * @param column the column whose values divide the files
     */
    record Partition(long id, Column column) {}

    LakeTable {
        columns = List.copyOf(columns);
    }

    /** Says the folder of its files, relative to the data path. */
    String folder() {
        return WorkingCatalog.SCHEMA + "/" + name + "/";
    }
}
