/**
 * The use cases, one class each: the sole entry for the schedule, the command line and the web.
 *
 * <p>In comes an order for one repository. Each use case takes the lease, opens a run, and goes observe, plan, execute, verify, close.
 * Out goes a report that says truthfully what was done, what was not, and why.
 */
@NullMarked
package io.fdlkeeper.maintenance;

import org.jspecify.annotations.NullMarked;
