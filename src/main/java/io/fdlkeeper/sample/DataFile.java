package io.fdlkeeper.sample;

import org.jspecify.annotations.Nullable;

/**
 * A data file that a working catalog names.
 *
 * @param id the catalog's id of the file
 * @param path relative to its table's folder
 * @param rowIdStart the row id of its first row
 * @param partitionValue the partition all its rows are of; null in a table without partitions
 */
record DataFile(
        long id, String path, long rowIdStart, @Nullable String partitionValue) {}
