package io.fdlkeeper.retention;

import io.fdlkeeper.repository.VersionId;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Remembers since when each version was seen reachable from no ref. */
public interface UnreachableSightings {

    /** Adds those newly unreachable with this time, drops those reachable again, and returns all that remain. */
    Map<VersionId, Instant> update(String repository, Set<VersionId> unreachable, Instant now);
}
