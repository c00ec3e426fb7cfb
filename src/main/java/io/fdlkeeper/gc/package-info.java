/**
 * Garbage collection: which objects no live version names, and which of those may go.
 *
 * <p>In come a listing, the names catalogs give, the ledger of what was seen unreferenced before, and the numbers that protect data. Out
 * goes a plan in which every object that nothing names is either an item or spared, each with its reason; or refusals.
 */
@NullMarked
package io.fdlkeeper.gc;

import org.jspecify.annotations.NullMarked;
