/**
 * Removing what was found: a frozen plan with blockers and expected residue, its execution in the fixed order, and the look afterwards.
 *
 * <p>In come findings and a fresh look at the repository. Out go items with what became of each, and what is left.
 */
@NullMarked
package io.fdlkeeper.withdrawal.removal;

import org.jspecify.annotations.NullMarked;
