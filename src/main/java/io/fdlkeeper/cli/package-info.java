/**
 * The command line: commands, exit codes, progress, and reports for people and for scripts.
 *
 * <p>In come arguments and, from the root, a way to open a keeper. Each command gives an order to a use case. Out goes its report as text
 * or as one JSON object, with an exit code that tells how it ended.
 */
@NullMarked
package io.fdlkeeper.cli;

import org.jspecify.annotations.NullMarked;
