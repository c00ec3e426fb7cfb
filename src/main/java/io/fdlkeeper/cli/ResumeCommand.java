package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.PauseJobs;
import io.fdlkeeper.run.JobKind;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lets paused jobs begin again. */
@Command(
        name = "resume",
        description = "End the pause of exactly these jobs; what they missed is made up for as schedules.misfire says.",
        footerHeading = "%nExample:%n",
        footer = "  fdl-keeper resume --repo demo --job gc")
final class ResumeCommand extends KeeperCommand {

    @Mixin
    private RepositoryOptions repositories;

    @Mixin
    private PauseScope scope;

    ResumeCommand(CommandContext context) {
        super(context);
    }

    @Override
    ExitCode execute() {
        try (OpenKeeper keeper = context().source().open(repositories.asKeeperOptions())) {
            Optional<String> repository = PauseScope.repository(repositories, keeper);
            Optional<JobKind> job = scope.job();
            var pauses = new PauseJobs(keeper.workplace());
            if (!pauses.resume(repository, job, surroundings().actor())) {
                String others = pauses.list().stream()
                        .map(pause -> PauseScope.text(pause.repository(), pause.job()))
                        .collect(Collectors.joining(", "));
                throw new CommandFailure(
                        ExitCode.ERROR,
                        PauseScope.text(repository, job) + " is not paused"
                                + (others.isEmpty() ? ", and nothing else is" : "; paused: " + others));
            }
            answer(
                    json -> {
                        json.writeStringField("outcome", "succeeded");
                        JsonOutput.optional(json, "repository", repository);
                        JsonOutput.optional(json, "job", job.map(JobKind::id));
                    },
                    out -> out.println("resumed: " + PauseScope.text(repository, job)));
            return ExitCode.DONE;
        }
    }
}
