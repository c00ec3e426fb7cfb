package io.fdlkeeper.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot go on, for a reason its message tells a person in full. */
public final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    public CommandFailure(ExitCode exitCode, String message) {
        this(exitCode, message, null);
    }

    public CommandFailure(ExitCode exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
