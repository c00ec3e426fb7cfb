package io.fdlkeeper.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks the configuration. */
@Command(
        name = "check",
        description = "Check the configuration, and tell every problem at once with its line. Touches nothing.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper check --config /etc/fdl-keeper/config.yml")
final class CheckCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    CheckCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        KeeperSource.Checked checked = context().source().check(repositories.asKeeperOptions());
        boolean sound = checked.problems().isEmpty();
        answer(
                json -> {
                    json.writeStringField("outcome", sound ? "succeeded" : "failed");
                    json.writeStringField("source", checked.source());
                    JsonOutput.strings(json, "repositories", checked.repositories());
                    JsonOutput.strings(json, "problems", checked.problems());
                },
                out -> {
                    if (sound) {
                        out.println(checked.source() + ": sound, with the repositories "
                                + String.join(", ", checked.repositories()));
                    }
                });
        if (!sound && !json()) {
            checked.problems().forEach(surroundings().err()::println);
        }
        return sound ? ExitCode.DONE : ExitCode.USAGE;
    }
}
