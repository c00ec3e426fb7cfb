package io.fdlkeeper.fakes;

import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.RunStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

final class InMemoryRuns implements RunStore {

    private static final Comparator<RunRecord> BY_START =
            Comparator.comparing(RunRecord::startedAt).thenComparing(RunRecord::id);

    private final TreeMap<String, RunRecord> runs;

    InMemoryRuns() {
        runs = new TreeMap<>();
    }

    InMemoryRuns(InMemoryRuns other) {
        runs = new TreeMap<>(other.runs);
    }

    @Override
    public void begin(RunRecord run) {
        if (runs.putIfAbsent(run.id(), run) != null) {
            throw new IllegalStateException("a run with the id " + run.id() + " was begun before");
        }
    }

    @Override
    public void stage(String run, RunRecord.Stage stage) {
        var open = open(run);
        var stages = new ArrayList<>(open.stages());
        stages.add(stage);
        runs.put(run, withStages(open, stages));
    }

    @Override
    public void end(RunRecord run) {
        if (run.endedAt().isEmpty() || run.outcome().isEmpty()) {
            throw new IllegalArgumentException("a run that ends has an end and an outcome: " + run.id());
        }
        var stages = new ArrayList<>(open(run.id()).stages());
        run.stages().stream().filter(stage -> !stages.contains(stage)).forEach(stages::add);
        runs.put(run.id(), withStages(run, stages));
    }

    @Override
    public Optional<RunRecord> find(String run) {
        return Optional.ofNullable(runs.get(run));
    }

    @Override
    public List<RunRecord> list(Optional<String> repository, int limit) {
        return of(repository).sorted(BY_START.reversed()).limit(limit).toList();
    }

    @Override
    public List<RunRecord> unfinished(String repository) {
        return of(Optional.of(repository))
                .filter(run -> run.endedAt().isEmpty())
                .sorted(BY_START)
                .toList();
    }

    @Override
    public List<String> forgetBefore(Instant cutOff) {
        var old = runs.values().stream()
                .filter(run -> run.endedAt().map(end -> end.isBefore(cutOff)).orElse(false))
                .sorted(BY_START)
                .map(RunRecord::id)
                .toList();
        old.forEach(runs::remove);
        return old;
    }

    private Stream<RunRecord> of(Optional<String> repository) {
        return runs.values().stream()
                .filter(run -> repository.map(run.repository()::equals).orElse(true));
    }

    private RunRecord open(String run) {
        var found = runs.get(run);
        if (found == null || found.endedAt().isPresent()) {
            throw new IllegalStateException("there is no open run with the id " + run);
        }
        return found;
    }

    private static RunRecord withStages(RunRecord run, List<RunRecord.Stage> stages) {
        return new RunRecord(
                run.id(),
                run.repository(),
                run.job(),
                run.actor(),
                run.startedAt(),
                run.endedAt(),
                run.outcome(),
                run.planDigest(),
                run.statistics(),
                run.message(),
                stages);
    }
}
