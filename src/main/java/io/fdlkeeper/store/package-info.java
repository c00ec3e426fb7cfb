/**
 * What an object store is to this product: keys, listings, reads, conditional writes and deletions.
 *
 * <p>In come keys relative to one repository's prefix. Out go facts with the store's own time and entity tags; an adapter for each
 * kind of store lives in a package of its own below this one.
 */
@NullMarked
package io.fdlkeeper.store;

import org.jspecify.annotations.NullMarked;
