package io.fdlkeeper.cli;

import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one run with its stages, statistics and what its journal holds. */
@Command(
        name = "show",
        description = "Show one run: its stages, numbers and every step of its journal.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper run show 20260102T030405678Z-1f3a5c")
final class RunShowCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Parameters(paramLabel = "RUN", description = "The run's id.")
    private String id;

    RunShowCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            RunRecord run = keeper.workplace()
                    .state()
                    .runs()
                    .find(id)
                    .orElseThrow(() -> new CommandFailure(
                            ExitCode.ERROR, "there is no run '" + id + "' in this state; see 'run list'"));
            List<JournalEntry> steps = keeper.workplace().state().journals().results(run.id());
            answer(
                    json -> {
                        new RunJson(run).to(json);
                        RunJson.steps(json, steps);
                    },
                    out -> {
                        out.println(run.job().id() + " of " + run.repository() + ", ordered by " + run.actor() + ": "
                                + run.outcome().map(RunOutcome::id).orElse("running") + ". " + run.message());
                        run.planDigest().ifPresent(digest -> out.println("plan " + digest));
                        Table stages = new Table("stage", ">seconds");
                        run.stages().forEach(stage -> stages.row(stage.name(), seconds(stage)));
                        stages.to(out);
                        Table numbers = new Table("number", ">value");
                        new TreeMap<>(run.statistics())
                                .forEach((name, value) -> numbers.row(name, Long.toString(value)));
                        numbers.to(out);
                        Table journal = new Table("step", "what", "result", "detail");
                        steps.forEach(step -> journal.row(
                                step.action(), Shown.safely(step.key()), step.result(), Shown.safely(step.detail())));
                        journal.to(out);
                    });
            return ExitCode.DONE;
        }
    }

    private static String seconds(RunRecord.Stage stage) {
        long millis = Duration.between(stage.startedAt(), stage.endedAt()).toMillis();
        return millis / 1000 + "." + String.format("%03d", millis % 1000);
    }
}
