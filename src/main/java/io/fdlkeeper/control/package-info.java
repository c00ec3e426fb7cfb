/**
 * The door through which a command line has its command done by the daemon that holds its state.
 *
 * <p>In come, over a Unix domain socket that only the state's owner can reach, the words of a command line and where they
 * were typed. Out go what the command printed, as it prints it, and its exit code; what a command does is not known here.
 */
@NullMarked
package io.fdlkeeper.control;

import org.jspecify.annotations.NullMarked;
