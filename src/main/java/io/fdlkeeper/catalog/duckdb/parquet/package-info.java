/**
 * Reads Parquet objects of a store in parts: the footer, then the columns that are asked for, with plain DuckDB.
 *
 * <p>In come objects, which strangers may have written, and old versions of them. Out go columns with their field ids, and SQL that reads
 * rows of a temporary file in which only what was fetched stands; what was not fetched is an error to read, never a row less. No
 * message shows a value.
 */
@NullMarked
package io.fdlkeeper.catalog.duckdb.parquet;

import org.jspecify.annotations.NullMarked;
