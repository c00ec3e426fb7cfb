/**
 * The proof of a withdrawal: what is certified, in a form that is signed and in one that people read.
 *
 * <p>In come a case, what was done and what an independent look saw. Out go texts without the value: keys and selectors stand in them as
 * keyed hashes only.
 */
@NullMarked
package io.fdlkeeper.withdrawal.proof;

import org.jspecify.annotations.NullMarked;
