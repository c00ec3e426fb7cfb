package io.fdlkeeper.control;

import io.fdlkeeper.run.StopToken;
import java.io.PrintStream;

/** Does commands inside the daemon. Called from several threads at once. */
@FunctionalInterface
public interface CommandHost {

    /**
     * Does one command as its own process would, and returns its exit code.
     *
     * @param stop asked for when the person interrupts the command, goes away, or the daemon ends
     */
    int execute(CommandRequest request, PrintStream out, PrintStream err, StopToken stop);
}
