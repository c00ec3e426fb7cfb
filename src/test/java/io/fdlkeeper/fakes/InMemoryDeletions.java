package io.fdlkeeper.fakes;

import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.gc.PastDeletions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

final class InMemoryDeletions implements PastDeletions {

    private final TreeMap<String, List<PastDeletion>> kept;

    InMemoryDeletions() {
        kept = new TreeMap<>();
    }

    InMemoryDeletions(InMemoryDeletions other) {
        kept = new TreeMap<>(other.kept);
    }

    @Override
    public void forEach(String repository, Consumer<PastDeletion> consumer) {
        kept.getOrDefault(repository, List.of()).forEach(consumer);
    }

    @Override
    public void rewrite(
            String repository, Predicate<PastDeletion> stays, Consumer<Consumer<PastDeletion>> added, Instant at) {
        List<PastDeletion> rows = new ArrayList<>(
                kept.getOrDefault(repository, List.of()).stream().filter(stays).toList());
        added.accept(rows::add);
        kept.put(repository, List.copyOf(rows));
    }
}
