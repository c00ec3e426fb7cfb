/** Tests of reading Parquet files in parts, with files made by DuckDB and bytes that are counted. */
@NullMarked
package io.fdlkeeper.catalog.duckdb.parquet;

import org.jspecify.annotations.NullMarked;
