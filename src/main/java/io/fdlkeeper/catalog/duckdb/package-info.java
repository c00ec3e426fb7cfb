/**
 * Reads DuckLake catalogs with plain DuckDB, and keeps a run's names on disk.
 *
 * <p>In come catalog objects as local files, which strangers may have written: they are attached read-only to an engine that reaches
 * nothing else, and no SQL text of theirs is ever run. Out go the names in the set, and a cache of them in one folder per repository,
 * which may be removed at any time.
 */
@NullMarked
package io.fdlkeeper.catalog.duckdb;

import org.jspecify.annotations.NullMarked;
