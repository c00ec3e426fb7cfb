/**
 * What a frozen catalog names.
 *
 * <p>In come catalog objects and the addresses under which this repository was ever published. Out go the keys they name, on disk and
 * in key order, each with what names it; or the refusals of a catalog that cannot be read completely. Nothing is guessed.
 */
@NullMarked
package io.fdlkeeper.catalog;

import org.jspecify.annotations.NullMarked;
