package io.fdlkeeper.state;

import io.fdlkeeper.store.Conformance;
import io.fdlkeeper.store.Conformances;
import java.nio.file.Path;
import java.util.Optional;

/** What stores were seen to keep, one file for each repository; a damaged one only means that the store is tried again. */
final class FileConformances implements Conformances {

    private static final String KIND = "conformance";

    private final StateFolder folder;

    FileConformances(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public Optional<Conformance> last(String repository) {
        try {
            return SealedReader.readAll(file(repository), KIND, Conformance.class).stream()
                    .findFirst();
        } catch (DamagedFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void save(String repository, Conformance seen) {
        StateFiles.folder(folder.repository(repository));
        try (SealedWriter writer = new SealedWriter(file(repository), folder.temporary(), KIND)) {
            writer.row(seen);
            writer.commit(seen.at());
        }
    }

    private Path file(String repository) {
        return folder.repository(repository).resolve(KIND + ".jsonl");
    }
}
