package io.fdlkeeper.state;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A few rows of one kind for each repository, that operators make. */
final class RowsByRepository<T> {

    private final StateFolder folder;
    private final Clock clock;
    private final String kind;
    private final Class<T> type;

    RowsByRepository(StateFolder folder, Clock clock, String kind, Class<T> type) {
        this.folder = folder;
        this.clock = clock;
        this.kind = kind;
        this.type = type;
    }

    synchronized List<T> read(String repository) {
        Path file = file(repository);
        try {
            return SealedReader.readAll(file, kind, type);
        } catch (DamagedFileException e) {
            throw e.of(
                    "the file of " + kind,
                    file,
                    "put it back from a backup, or move it away and enter the " + kind + " again before anything runs");
        }
    }

    /**
     * Changes the rows.
     *
     * @param change changes the list it is given, and tells whether it did
     */
    synchronized boolean change(String repository, Predicate<List<T>> change) {
        List<T> rows = new ArrayList<>(read(repository));
        if (!change.test(rows)) {
            return false;
        }
        StateFiles.folder(folder.repository(repository));
        try (SealedWriter writer = new SealedWriter(file(repository), folder.temporary(), kind)) {
            rows.forEach(writer::row);
            writer.commit(clock.instant());
        }
        return true;
    }

    private Path file(String repository) {
        return folder.repository(repository).resolve(kind + ".jsonl");
    }
}
