/** Tests of schedules, by clocks that are moved by hand. */
@NullMarked
package io.fdlkeeper.schedule;

import org.jspecify.annotations.NullMarked;
