package io.fdlkeeper.run;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run as it is kept.
 *
 * @param id         ids sort by start
 * @param repository the repository's location
 * @param actor      who asked for it
 * @param endedAt    empty while it runs, or after a crash until it is reconciled
 * @param planDigest the plan it executed, where there was one
 * @param statistics counts and bytes by name, for people and metrics
 * @param message    one sentence on how it ended; empty while it runs
 */
public record RunRecord(
        String id,
        String repository,
        JobKind job,
        String actor,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<RunOutcome> outcome,
        Optional<String> planDigest,
        Map<String, Long> statistics,
        String message,
        List<Stage> stages) {

    public RunRecord {
        statistics = Map.copyOf(statistics);
        stages = List.copyOf(stages);
    }

    /** One stage of a run: its name and when it began and ended. */
    public record Stage(String name, Instant startedAt, Instant endedAt) {}
}
