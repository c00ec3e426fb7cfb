/**
 * The frozen plan of a job, and the one place from which anything is deleted.
 *
 * <p>In come items with their reasons from a planner. Out goes a plan with a digest that a person can approve; and, with a permit and a
 * journal, its execution item by item, each with a truthful result.
 */
@NullMarked
package io.fdlkeeper.plan;

import org.jspecify.annotations.NullMarked;
