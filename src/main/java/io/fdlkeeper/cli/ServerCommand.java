package io.fdlkeeper.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs the service until it is stopped. It has no answer, only a log. */
@Command(
        name = "server",
        description = "Run as a service: do the jobs of all repositories on their schedules, until it is stopped.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper server config.yml")
final class ServerCommand extends KeeperCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "The configuration. Default: $$FDL_KEEPER_CONFIG, ./config.yml, the distribution's.")
    private @Nullable String file;

    ServerCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        ExitCode code = context().source().serve(KeeperOptions.ofFile(Optional.ofNullable(file)));
        String outcome = code == ExitCode.DONE ? "stopped" : "failed";
        answer(json -> json.writeStringField("outcome", outcome), out -> {});
        return code;
    }
}
