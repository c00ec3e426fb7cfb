package io.fdlkeeper.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints what a shell needs to complete this command line. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footerHeading = "%nExample:%n",
        footer = "  source <(fdl-keeper completion)")
final class CompletionCommand extends KeeperCommand {

    CompletionCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        String script = AutoComplete.bash("fdl-keeper", spec().root().commandLine());
        answer(json -> json.writeStringField("script", script), out -> out.print(script));
        return ExitCode.DONE;
    }
}
