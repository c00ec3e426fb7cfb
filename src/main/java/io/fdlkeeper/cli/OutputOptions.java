package io.fdlkeeper.cli;

import picocli.CommandLine.Option;

/** How a command speaks. */
final class OutputOptions {

    @Option(names = "--json", description = "Print one JSON object to standard output, and nothing else.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress on standard error.")
    boolean quiet;

    @Option(names = "--debug", description = "Print the stack trace of an error.")
    boolean debug;
}
