package io.fdlkeeper.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads arguments and does what they say. */
public final class KeeperCommandLine {

    private static final int WIDTH = 110;

    private KeeperCommandLine() {}

    /** Does one command and returns its exit code; never throws for what a person or a repository did wrong. */
    public static int run(List<String> arguments, Surroundings surroundings, KeeperSource source) {
        CommandLine commandLine = of(new CommandContext(surroundings, source));
        if (arguments.isEmpty()) {
            commandLine.usage(surroundings.err());
            return ExitCode.USAGE.number();
        }
        int code = executed(commandLine, arguments, surroundings);
        surroundings.out().flush();
        surroundings.err().flush();
        return code;
    }

    /** An error of the virtual machine, such as used up memory, is told like everything else. */
    private static int executed(CommandLine commandLine, List<String> arguments, Surroundings surroundings) {
        try {
            return commandLine.execute(arguments.toArray(String[]::new));
        } catch (Error e) {
            return failed(e, arguments, surroundings).number();
        }
    }

    static CommandLine of(CommandContext context) {
        CommandLine commandLine = new CommandLine(new FdlKeeperCommand(), new CommandFactory(context));
        Surroundings surroundings = context.surroundings();
        commandLine.setOut(new PrintWriter(surroundings.out(), true));
        commandLine.setErr(new PrintWriter(surroundings.err(), true));
        commandLine.setUsageHelpWidth(WIDTH);
        commandLine.setParameterExceptionHandler((e, arguments) -> wrongUsage(e, List.of(arguments), surroundings));
        commandLine.setExecutionExceptionHandler((e, at, parsed) -> e instanceof CommandElsewhere elsewhere
                ? executed(elsewhere, parsed.originalArgs(), surroundings)
                : failed(e, parsed.originalArgs(), surroundings).number());
        return commandLine;
    }

    private static int executed(CommandElsewhere elsewhere, List<String> arguments, Surroundings surroundings) {
        try {
            return elsewhere.execute(arguments, surroundings);
        } catch (RuntimeException e) {
            return failed(e, arguments, surroundings).number();
        }
    }

    private static int wrongUsage(ParameterException e, List<String> arguments, Surroundings surroundings) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        String sentence = Withheld.sentence(e, arguments) + "; see " + command + " --help";
        return tell(ExitCode.USAGE, sentence, arguments, surroundings).number();
    }

    private static ExitCode failed(Throwable e, List<String> arguments, Surroundings surroundings) {
        Failures failure = Failures.of(e);
        if (arguments.contains("--debug")) {
            e.printStackTrace(surroundings.err());
        }
        return tell(failure.exitCode(), failure.sentence(), arguments, surroundings);
    }

    private static ExitCode tell(ExitCode code, String sentence, List<String> arguments, Surroundings surroundings) {
        surroundings.err().println("fdl-keeper: " + sentence);
        if (arguments.contains("--json")) {
            JsonOutput.write(surroundings.out(), json -> {
                json.writeStringField("outcome", "failed");
                json.writeStringField("message", sentence);
                json.writeNumberField("exitCode", code.number());
            });
        }
        return code;
    }
}
