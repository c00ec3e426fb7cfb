package io.fdlkeeper.cli;

import java.util.List;

/** Another process has the state open, and does the whole command. Thrown by a source instead of opening the state. */
public final class CommandElsewhere extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Doing doing;

    public CommandElsewhere(Doing doing) {
        super("the command is done by another process", null, false, false);
        this.doing = doing;
    }

    /** Has the command done. */
    @FunctionalInterface
    public interface Doing {

        /**
         * Returns the command's exit code, once everything it printed is printed here.
         *
         * @throws CommandFailure when it was not done
         */
        int execute(List<String> arguments, Surroundings surroundings);
    }

    int execute(List<String> arguments, Surroundings surroundings) {
        return doing.execute(arguments, surroundings);
    }
}
