package io.fdlkeeper.fakes;

import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

final class InMemoryJournals implements Journals {

    private record Step(String action, String key) {
        static Step of(JournalEntry entry) {
            return new Step(entry.action(), entry.key());
        }
    }

    private final TreeMap<String, List<JournalEntry>> lines = new TreeMap<>();

    InMemoryJournals() {}

    InMemoryJournals(InMemoryJournals other) {
        other.lines.forEach((run, entries) -> lines.put(run, new ArrayList<>(entries)));
    }

    @Override
    public Journal open(String run) {
        var entries = lines.computeIfAbsent(run, name -> new ArrayList<>());
        return new Journal() {
            @Override
            public void intend(List<JournalEntry> steps) {
                steps.forEach(step -> entries.add(step.with("", "")));
            }

            @Override
            public void record(List<JournalEntry> results) {
                if (results.stream().anyMatch(result -> result.result().isEmpty())) {
                    throw new IllegalArgumentException("a step that is recorded has a result");
                }
                entries.addAll(results);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public List<JournalEntry> results(String run) {
        return lines.getOrDefault(run, List.of()).stream()
                .filter(entry -> !entry.result().isEmpty())
                .toList();
    }

    @Override
    public List<JournalEntry> unresolved(String run) {
        var open = new LinkedHashMap<Step, JournalEntry>();
        for (var entry : lines.getOrDefault(run, List.of())) {
            if (entry.result().isEmpty()) {
                open.put(Step.of(entry), entry);
            } else {
                open.remove(Step.of(entry));
            }
        }
        return List.copyOf(open.values());
    }

    @Override
    public void forget(String run) {
        lines.remove(run);
    }
}
