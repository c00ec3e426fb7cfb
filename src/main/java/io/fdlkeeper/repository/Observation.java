package io.fdlkeeper.repository;

import java.util.List;
import java.util.Optional;

/**
 * What a look at a repository gave: a view, refusals, or both, since a person may want to see what a job must not act on.
 *
 * @param view     empty where not even {@code fdl.json} could be read
 * @param refusals empty when every job may go on
 */
public record Observation(Optional<RepositoryView> view, List<Refusal> refusals) {

    public Observation {
        refusals = List.copyOf(refusals);
    }

    static Observation refused(Refusal refusal) {
        return new Observation(Optional.empty(), List.of(refusal));
    }
}
