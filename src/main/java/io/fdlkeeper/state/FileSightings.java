package io.fdlkeeper.state;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.UnreachableSightings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Since when each version is unreachable, one file for each repository. */
final class FileSightings implements UnreachableSightings {

    private static final String KIND = "unreachable";

    private final StateFolder folder;

    private record Sighting(VersionId version, Instant since) {}

    FileSightings(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public synchronized Map<VersionId, Instant> update(String repository, Set<VersionId> unreachable, Instant now) {
        Map<VersionId, Instant> before = read(repository);
        Map<VersionId, Instant> after = new HashMap<>();
        unreachable.forEach(version -> after.put(version, before.getOrDefault(version, now)));
        if (!after.equals(before)) {
            write(repository, after, now);
        }
        return Map.copyOf(after);
    }

    private Map<VersionId, Instant> read(String repository) {
        Path file = file(repository);
        try {
            Map<VersionId, Instant> since = new HashMap<>();
            SealedReader.readAll(file, KIND, Sighting.class)
                    .forEach(sighting -> since.put(sighting.version(), sighting.since()));
            return since;
        } catch (DamagedFileException e) {
            throw e.of("the file", file, "move it away; the time of unreachable versions then starts again");
        }
    }

    private void write(String repository, Map<VersionId, Instant> since, Instant now) {
        StateFiles.folder(folder.repository(repository));
        try (SealedWriter writer = new SealedWriter(file(repository), folder.temporary(), KIND)) {
            since.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(entry -> writer.row(new Sighting(entry.getKey(), entry.getValue())));
            writer.commit(now);
        }
    }

    private Path file(String repository) {
        return folder.repository(repository).resolve(KIND + ".jsonl");
    }
}
