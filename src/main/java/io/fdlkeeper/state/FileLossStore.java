package io.fdlkeeper.state;

import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.hold.LossStore;
import java.time.Clock;
import java.util.List;

/** Recorded losses as one file for each repository; a target recorded again has its last reason. */
final class FileLossStore implements LossStore {

    private final RowsByRepository<Loss> losses;

    FileLossStore(StateFolder folder, Clock clock) {
        losses = new RowsByRepository<>(folder, clock, "losses", Loss.class);
    }

    @Override
    public List<Loss> list(String repository) {
        return losses.read(repository);
    }

    @Override
    public void record(String repository, Loss loss) {
        losses.change(repository, kept -> {
            kept.removeIf(other -> other.target().equals(loss.target()));
            return kept.add(loss);
        });
    }
}
