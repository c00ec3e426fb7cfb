package io.fdlkeeper.state;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.PauseStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pauses as one file, rewritten whole so that an ended one leaves nothing behind.
 *
 * <p>Running jobs ask for them again and again, so they are read once: nobody else writes in this directory.
 */
final class FilePauses implements PauseStore {

    private static final String KIND = "pauses";

    private final StateFolder folder;
    private final Clock clock;
    private @Nullable List<Pause> known;

    FilePauses(StateFolder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    @Override
    public synchronized List<Pause> list() {
        List<Pause> read = known;
        if (read == null) {
            read = read();
            known = read;
        }
        return read;
    }

    @Override
    public synchronized void put(Pause pause) {
        List<Pause> kept = new ArrayList<>(list());
        kept.removeIf(other -> other.hasScope(pause.repository(), pause.job()) || !other.isActive(pause.since()));
        kept.add(pause);
        write(kept);
    }

    @Override
    public synchronized boolean remove(Optional<String> repository, Optional<JobKind> job) {
        List<Pause> kept = new ArrayList<>(list());
        if (!kept.removeIf(pause -> pause.hasScope(repository, job))) {
            return false;
        }
        write(kept);
        return true;
    }

    private List<Pause> read() {
        try {
            return List.copyOf(SealedReader.readAll(file(), KIND, Pause.class));
        } catch (DamagedFileException e) {
            throw e.of(
                    "the file of pauses",
                    file(),
                    "put it back from a backup, or move it away and pause again what has to be paused");
        }
    }

    private void write(List<Pause> pauses) {
        try (SealedWriter writer = new SealedWriter(file(), folder.temporary(), KIND)) {
            pauses.forEach(writer::row);
            writer.commit(clock.instant());
        }
        known = List.copyOf(pauses);
    }

    private Path file() {
        return folder.root().resolve(KIND + ".jsonl");
    }
}
