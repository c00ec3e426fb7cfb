/**
 * Makes a real small FDL repository, for the demo and for tests.
 * What comes in is an empty folder, a time and a seed.
 * What goes out is a folder as two writers of daily datasets would have left it, with DuckLake catalogs and Parquet files
 * that the DuckLake extension reads; nothing of the keeper itself is used, so the sample can judge it.
 */
@NullMarked
package io.fdlkeeper.sample;

import org.jspecify.annotations.NullMarked;
