package io.fdlkeeper.fakes;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.PauseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

final class InMemoryPauses implements PauseStore {

    private final List<Pause> pauses = new ArrayList<>();

    InMemoryPauses() {}

    InMemoryPauses(InMemoryPauses other) {
        pauses.addAll(other.pauses);
    }

    @Override
    public List<Pause> list() {
        return List.copyOf(pauses);
    }

    @Override
    public void put(Pause pause) {
        pauses.removeIf(other -> other.hasScope(pause.repository(), pause.job()) || !other.isActive(pause.since()));
        pauses.add(pause);
    }

    @Override
    public boolean remove(Optional<String> repository, Optional<JobKind> job) {
        return pauses.removeIf(pause -> pause.hasScope(repository, job));
    }
}
