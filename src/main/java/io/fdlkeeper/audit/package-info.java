/**
 * The account of what was done and who did it.
 *
 * <p>In come events from every act. Out goes an append-only log whose entries are chained by digest, so that a missing or changed line
 * shows. Keys never enter it in clear, since a key can hold a column's value.
 */
@NullMarked
package io.fdlkeeper.audit;

import org.jspecify.annotations.NullMarked;
