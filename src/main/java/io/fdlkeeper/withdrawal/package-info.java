/**
 * The withdrawal of leaked data: cases, their states, who may do what to them, and the proof at the end.
 *
 * <p>In come orders of people and what find and removal report. Out go cases whose every change followed the one table of states and
 * actions. What shows the leaked value is kept in sealed files only, whose key goes when the case ends.
 */
@NullMarked
package io.fdlkeeper.withdrawal;

import org.jspecify.annotations.NullMarked;
