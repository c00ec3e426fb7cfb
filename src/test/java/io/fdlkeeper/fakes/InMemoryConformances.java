package io.fdlkeeper.fakes;

import io.fdlkeeper.store.Conformance;
import io.fdlkeeper.store.Conformances;
import java.util.Optional;
import java.util.TreeMap;

final class InMemoryConformances implements Conformances {

    private final TreeMap<String, Conformance> seen;

    InMemoryConformances() {
        seen = new TreeMap<>();
    }

    InMemoryConformances(InMemoryConformances other) {
        seen = new TreeMap<>(other.seen);
    }

    @Override
    public Optional<Conformance> last(String repository) {
        return Optional.ofNullable(seen.get(repository));
    }

    @Override
    public void save(String repository, Conformance now) {
        seen.put(repository, now);
    }
}
