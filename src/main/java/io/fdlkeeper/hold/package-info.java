/**
 * Holds: keep this version, ref or key whatever the policy says; and losses an operator has recorded.
 *
 * <p>In come requests with a reason and an end. Out goes the set of what is held at one moment, which every planner asks.
 */
@NullMarked
package io.fdlkeeper.hold;

import org.jspecify.annotations.NullMarked;
