package io.fdlkeeper.state;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldStore;
import java.time.Clock;
import java.util.List;

/** Holds as one file for each repository, rewritten whole so that a released one leaves nothing behind. */
final class FileHoldStore implements HoldStore {

    private final RowsByRepository<Hold> holds;

    FileHoldStore(StateFolder folder, Clock clock) {
        holds = new RowsByRepository<>(folder, clock, "holds", Hold.class);
    }

    @Override
    public List<Hold> list(String repository) {
        return holds.read(repository);
    }

    @Override
    public void add(String repository, Hold hold) {
        holds.change(repository, kept -> {
            if (kept.stream().anyMatch(other -> other.id().equals(hold.id()))) {
                throw new IllegalStateException("there is a hold with the id " + hold.id() + " already");
            }
            return kept.add(hold);
        });
    }

    @Override
    public boolean release(String repository, String id) {
        return holds.change(repository, kept -> kept.removeIf(hold -> hold.id().equals(id)));
    }
}
