/**
 * Searches catalogs and data files for what selectors name, with plain DuckDB.
 *
 * <p>In come selectors, catalogs and objects, old versions included, which strangers may have written. Out go places, rows and what could
 * not be read; a predicate is bound to the columns of a file by what catalogs say of them, and no reason or message shows the value.
 */
@NullMarked
package io.fdlkeeper.catalog.duckdb.search;

import org.jspecify.annotations.NullMarked;
