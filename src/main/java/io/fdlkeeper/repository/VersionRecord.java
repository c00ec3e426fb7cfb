package io.fdlkeeper.repository;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A version's record, {@code version.json}, as far as maintenance reads it. Unknown members are left alone.
 *
 * @param parents       empty for the first version, one otherwise
 * @param catalogName   the main catalog's name below the version's folder
 * @param catalogBytes  its size, where the record tells it
 * @param catalogSha256 its digest in lower-case hex, where the record tells it
 */
public record VersionRecord(
        VersionId id,
        List<VersionId> parents,
        Instant createdAt,
        String message,
        String catalogName,
        OptionalLong catalogBytes,
        Optional<String> catalogSha256) {

    public VersionRecord {
        parents = List.copyOf(parents);
    }

    /** Returns the parent that history follows. */
    public Optional<VersionId> firstParent() {
        return parents.stream().findFirst();
    }
}
