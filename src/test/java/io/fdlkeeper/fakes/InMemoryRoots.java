package io.fdlkeeper.fakes;

import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.RootSetStore;
import java.util.Optional;
import java.util.TreeMap;

final class InMemoryRoots implements RootSetStore {

    private final TreeMap<String, RootSet> roots;

    InMemoryRoots() {
        roots = new TreeMap<>();
    }

    InMemoryRoots(InMemoryRoots other) {
        roots = new TreeMap<>(other.roots);
    }

    @Override
    public Optional<RootSet> last(String repository) {
        return Optional.ofNullable(roots.get(repository));
    }

    @Override
    public void save(String repository, RootSet seen) {
        roots.put(repository, seen);
    }
}
