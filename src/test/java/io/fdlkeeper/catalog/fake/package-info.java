/**
 * Frozen catalogs as plain text, for histories by the thousand.
 *
 * <p>In come objects of a store whose lines name files. Out goes a set of names with the same refusals, roles and memory as the real
 * one.
 */
@NullMarked
package io.fdlkeeper.catalog.fake;

import org.jspecify.annotations.NullMarked;
