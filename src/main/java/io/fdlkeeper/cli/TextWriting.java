package io.fdlkeeper.cli;

import java.io.PrintStream;

/** Writes text for a person. */
@FunctionalInterface
interface TextWriting {
    void to(PrintStream out);
}
