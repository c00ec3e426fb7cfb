package io.fdlkeeper.fakes;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.UnreachableSightings;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

final class InMemorySightings implements UnreachableSightings {

    private final TreeMap<String, Map<VersionId, Instant>> since;

    InMemorySightings() {
        since = new TreeMap<>();
    }

    InMemorySightings(InMemorySightings other) {
        since = new TreeMap<>(other.since);
    }

    @Override
    public Map<VersionId, Instant> update(String repository, Set<VersionId> unreachable, Instant now) {
        var before = since.getOrDefault(repository, Map.of());
        var after = new TreeMap<VersionId, Instant>();
        unreachable.forEach(version -> after.put(version, before.getOrDefault(version, now)));
        since.put(repository, Map.copyOf(after));
        return Map.copyOf(after);
    }
}
