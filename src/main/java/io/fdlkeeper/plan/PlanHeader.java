package io.fdlkeeper.plan;

import io.fdlkeeper.run.JobKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a plan says of itself.
 *
 * @param repository    the repository's location
 * @param observedAt    the store's time when the observation began
 * @param settings      the numbers it was decided with, by name, as text
 * @param totals        counts by name, for people and metrics
 * @param needsApproval empty for a plan that a schedule may run
 * @param capped        how many more items a run cap left for a later run
 * @param items         how many items it has, and their bytes
 * @param digest        SHA-256, lower-case hex, over job, repository, settings and items; the time of planning does not enter it, so
 *                      the same facts give the same digest
 */
public record PlanHeader(
        JobKind job,
        String repository,
        Instant observedAt,
        Map<String, String> settings,
        Map<String, Totals> totals,
        List<Approval> needsApproval,
        long capped,
        Totals items,
        String digest) {

    public PlanHeader {
        settings = Map.copyOf(settings);
        totals = Map.copyOf(totals);
        needsApproval = List.copyOf(needsApproval);
    }
}
