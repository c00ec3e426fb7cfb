package io.fdlkeeper.fakes;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldStore;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

final class InMemoryHolds implements HoldStore {

    private final TreeMap<String, List<Hold>> holds = new TreeMap<>();

    InMemoryHolds() {}

    InMemoryHolds(InMemoryHolds other) {
        other.holds.forEach((repository, kept) -> holds.put(repository, new ArrayList<>(kept)));
    }

    @Override
    public List<Hold> list(String repository) {
        return List.copyOf(holds.getOrDefault(repository, List.of()));
    }

    @Override
    public void add(String repository, Hold hold) {
        var kept = holds.computeIfAbsent(repository, name -> new ArrayList<>());
        if (kept.stream().anyMatch(other -> other.id().equals(hold.id()))) {
            throw new IllegalStateException("there is a hold with the id " + hold.id() + " already");
        }
        kept.add(hold);
    }

    @Override
    public boolean release(String repository, String id) {
        return holds.getOrDefault(repository, new ArrayList<>())
                .removeIf(hold -> hold.id().equals(id));
    }
}
