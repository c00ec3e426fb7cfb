package io.fdlkeeper.fakes;

import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.hold.LossStore;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

final class InMemoryLosses implements LossStore {

    private final TreeMap<String, List<Loss>> losses = new TreeMap<>();

    InMemoryLosses() {}

    InMemoryLosses(InMemoryLosses other) {
        other.losses.forEach((repository, kept) -> losses.put(repository, new ArrayList<>(kept)));
    }

    @Override
    public List<Loss> list(String repository) {
        return List.copyOf(losses.getOrDefault(repository, List.of()));
    }

    @Override
    public void record(String repository, Loss loss) {
        var kept = losses.computeIfAbsent(repository, name -> new ArrayList<>());
        kept.removeIf(other -> other.target().equals(loss.target()));
        kept.add(loss);
    }
}
