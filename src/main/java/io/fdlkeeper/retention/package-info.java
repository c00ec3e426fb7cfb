/**
 * Retention: which versions are kept, why, and how the others go.
 *
 * <p>In come the observed repository, a policy, holds and a moment. Out goes a decision in which every live version is kept or expired,
 * each with its reasons, and its execution in the order that no reader can trip over.
 */
@NullMarked
package io.fdlkeeper.retention;

import org.jspecify.annotations.NullMarked;
