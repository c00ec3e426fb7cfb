/**
 * Stand-ins for the edge that keep everything in memory.
 *
 * <p>In come the same calls as to the real adapters. Out go the same answers, held to the same contract suites; what a crash would
 * leave on disk can be copied off at any moment.
 */
@NullMarked
package io.fdlkeeper.fakes;

import org.jspecify.annotations.NullMarked;
