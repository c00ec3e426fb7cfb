package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.PauseJobs;
import io.fdlkeeper.run.Pause;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps jobs from beginning. */
@Command(
        name = "pause",
        description = "Pause jobs: none begins, and a scheduled one that runs stops after the batch in hand.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper pause --repo demo --job gc --reason 'moving the store' --until 2027-01-31T06:00:00Z")
final class PauseCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Mixin
    private PauseScope scope;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why, for whoever asks later.")
    private String reason;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "When it ends by itself: a day (UTC, it still counts on that day) or a moment such as"
                    + " 2027-01-31T12:00:00Z. Default: with 'resume'.")
    private @Nullable String until;

    PauseCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        if (reason.isBlank()) {
            throw new CommandFailure(ExitCode.USAGE, "--reason must not be blank: say why the jobs are paused");
        }
        Optional<Instant> end = Until.later(until, surroundings().clock().instant());
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            Pause pause = new PauseJobs(keeper.workplace())
                    .pause(
                            PauseScope.repository(repositories, keeper),
                            scope.job(),
                            surroundings().actor(),
                            reason,
                            end);
            answer(
                    json -> {
                        json.writeStringField("outcome", "succeeded");
                        PauseScope.write(json, pause);
                    },
                    out -> out.println("paused: " + PauseScope.text(pause)));
            return ExitCode.DONE;
        }
    }
}
