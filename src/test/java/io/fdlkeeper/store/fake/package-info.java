/**
 * A store in memory that keeps the ports' promises, and breaks those a test tells it to break.
 *
 * <p>In come keys of any spelling and a clock moved by hand. Out go the same ports as of a real store.
 */
@NullMarked
package io.fdlkeeper.store.fake;

import org.jspecify.annotations.NullMarked;
