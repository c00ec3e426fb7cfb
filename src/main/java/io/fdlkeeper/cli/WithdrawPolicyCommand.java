package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.KeepCase;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes how many people must approve plans for a repository. */
@Command(
        name = "policy",
        description = "Change how many people must approve plans for a repository. An act of its own in the audit log.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper withdraw policy towns --approvals 2 --reason 'rule of the data protection officer'")
final class WithdrawPolicyCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Parameters(arity = "0..1", paramLabel = "REPO", description = "The repository. Default: the only one.")
    private @Nullable String repository;

    @Option(names = "--approvals", required = true, paramLabel = "N", description = "0, 1 or 2.")
    private int approvals;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why, for whoever asks later.")
    private String reason;

    WithdrawPolicyCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        if (reason.isBlank()) {
            throw new CommandFailure(ExitCode.USAGE, "--reason must not be blank: say why the rule changes");
        }
        KeeperOptions options = context().source().recall(repositories.asKeeperOptions(), Optional.empty());
        try (OpenKeeper keeper = context().source().open(options)) {
            String location =
                    keeper.repository(repositories.one(keeper, repository)).location();
            String message = CaseCommand.told(() -> new KeepCase(keeper.desk())
                    .policy(location, approvals, surroundings().actor(), reason));
            answer(
                    json -> {
                        json.writeStringField("repository", location);
                        json.writeNumberField("approvals", approvals);
                        json.writeStringField("message", message);
                    },
                    out -> out.println(message));
            return ExitCode.DONE;
        }
    }
}
