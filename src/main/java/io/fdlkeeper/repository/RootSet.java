package io.fdlkeeper.repository;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * The roots of a repository as the last good run saw them, against which the next one is held.
 *
 * @param observedAt the store's time then
 * @param versions   every version folder that held a record
 * @param refs       every ref and the version it named
 * @param missing    versions an operator accepted as gone without trace
 */
public record RootSet(
        Instant observedAt, Set<VersionId> versions, Map<RefName, VersionId> refs, Set<VersionId> missing) {

    public RootSet {
        versions = Set.copyOf(versions);
        refs = Map.copyOf(refs);
        missing = Set.copyOf(missing);
    }
}
