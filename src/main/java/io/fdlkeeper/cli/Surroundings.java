package io.fdlkeeper.cli;

import io.fdlkeeper.run.StopToken;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Where a command runs.
 *
 * @param in       standard input; inside a daemon, what the command line has read of it
 * @param out      standard output; with {@code --json} one object goes there and nothing else
 * @param err      standard error: messages and progress
 * @param folder   the working directory
 * @param actor    who gives the orders, for records and the audit log
 * @param terminal whether a person watches standard error
 * @param stop     tells a run that the person wants it to end
 * @param clock    the machine's clock
 */
public record Surroundings(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Path folder,
        String actor,
        boolean terminal,
        StopToken stop,
        Clock clock) {}
