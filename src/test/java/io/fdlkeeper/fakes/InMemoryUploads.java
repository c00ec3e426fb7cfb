package io.fdlkeeper.fakes;

import io.fdlkeeper.gc.SeenUpload;
import io.fdlkeeper.gc.UploadLedger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

final class InMemoryUploads implements UploadLedger {

    private final TreeMap<String, Observed> kept;

    InMemoryUploads() {
        kept = new TreeMap<>();
    }

    InMemoryUploads(InMemoryUploads other) {
        kept = new TreeMap<>(other.kept);
    }

    @Override
    public Observed last(String repository) {
        return kept.getOrDefault(repository, Observed.NOTHING);
    }

    @Override
    public void save(String repository, Instant observedAt, List<SeenUpload> uploads) {
        kept.put(repository, new Observed(Optional.of(observedAt), uploads));
    }
}
