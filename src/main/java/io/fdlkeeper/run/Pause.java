package io.fdlkeeper.run;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A pause of jobs that a person made.
 *
 * @param repository the location of the repository it is for; empty for all
 * @param job        the job it is for; empty for all
 * @param until      when it ends by itself; empty for one that must be ended
 */
public record Pause(
        Optional<String> repository,
        Optional<JobKind> job,
        String reason,
        String by,
        Instant since,
        Optional<Instant> until) {

    public boolean isActive(Instant now) {
        return until.map(now::isBefore).orElse(true);
    }

    public boolean covers(String location, JobKind kind) {
        return repository.map(location::equals).orElse(true)
                && job.map(kind::equals).orElse(true);
    }

    /** Tells whether it is for exactly these. */
    public boolean hasScope(Optional<String> location, Optional<JobKind> kind) {
        return repository.equals(location) && job.equals(kind);
    }

    /** Returns the pause that keeps a job longest; empty when none does. */
    public static Optional<Pause> longest(List<Pause> pauses, String location, JobKind kind, Instant now) {
        return pauses.stream()
                .filter(pause -> pause.covers(location, kind) && pause.isActive(now))
                .max(Comparator.comparing(pause -> pause.until().orElse(Instant.MAX)));
    }

    /** Returns who paused, why and for how long, as the end of a sentence. */
    public String text() {
        return "paused by " + by + " since " + since
                + until.map(end -> " until " + end).orElse("") + ": " + reason;
    }
}
