package io.fdlkeeper.cli;

import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the runs so far. */
@Command(
        name = "list",
        description = "List the runs so far, newest first.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper run list --repo demo --limit 5")
final class RunListCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    RunListCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        if (limit < 1) {
            throw new CommandFailure(ExitCode.USAGE, "--limit must be at least 1");
        }
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            List<String> chosen = repositories.chosen(keeper);
            Optional<String> only = chosen.size() == 1
                    ? Optional.of(keeper.repository(chosen.get(0)).location())
                    : Optional.empty();
            List<RunRecord> runs = keeper.workplace().state().runs().list(only, limit);
            answer(
                    json -> {
                        json.writeArrayFieldStart("runs");
                        for (RunRecord run : runs) {
                            json.writeStartObject();
                            new RunJson(run).to(json);
                            json.writeEndObject();
                        }
                        json.writeEndArray();
                    },
                    out -> {
                        Table table = new Table("run", "job", "outcome", "started", "repository", "how it ended");
                        runs.forEach(run -> table.row(
                                run.id(),
                                run.job().id(),
                                run.outcome().map(RunOutcome::id).orElse("running"),
                                run.startedAt().toString(),
                                run.repository(),
                                run.message()));
                        table.to(out);
                    });
            return ExitCode.DONE;
        }
    }
}
