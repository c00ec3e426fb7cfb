/** Tests of the search in catalogs and data files. */
@NullMarked
package io.fdlkeeper.catalog.duckdb.search;

import org.jspecify.annotations.NullMarked;
