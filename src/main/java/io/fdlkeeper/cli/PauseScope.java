package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Pause;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which jobs of which repositories a pause is for, and how a pause is shown. */
final class PauseScope {

    private static final List<JobKind> JOBS = List.of(JobKind.RETENTION, JobKind.GC, JobKind.VERIFY);

    @Option(names = "--job", paramLabel = "JOB", description = "Only this job: retention, gc or verify. Default: all.")
    private @Nullable String job;

    Optional<JobKind> job() {
        String named = job;
        if (named == null) {
            return Optional.empty();
        }
        return Optional.of(JOBS.stream()
                .filter(kind -> kind.id().equals(named))
                .findFirst()
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.USAGE, "--job '" + named + "' is none of retention, gc and verify")));
    }

    /** Returns the location of the one repository meant; empty for all. */
    static Optional<String> repository(RepositoryOptions options, OpenKeeper keeper) {
        return options.repo == null && options.location == null
                ? Optional.empty()
                : Optional.of(keeper.repository(options.one(keeper, null)).location());
    }

    static String text(Optional<String> repository, Optional<JobKind> job) {
        return job.map(JobKind::id).orElse("every job") + " of " + repository.orElse("every repository");
    }

    static void write(JsonGenerator json, Pause pause) throws IOException {
        JsonOutput.optional(json, "repository", pause.repository());
        JsonOutput.optional(json, "job", pause.job().map(JobKind::id));
        json.writeStringField("reason", pause.reason());
        json.writeStringField("by", pause.by());
        json.writeStringField("since", pause.since().toString());
        JsonOutput.optional(json, "until", pause.until());
    }

    static String text(Pause pause) {
        return text(pause.repository(), pause.job()) + ": " + Shown.safely(pause.text());
    }
}
