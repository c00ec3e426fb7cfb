package io.fdlkeeper.state;

import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.gc.PastDeletions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What was deleted and may still be kept by the store, one file for each repository. */
final class FilePastDeletions implements PastDeletions {

    private static final String KIND = "deletions";
    private static final String REMEDY =
            "move it away; the old versions of what was deleted before then stay until somebody else removes them";

    private final StateFolder folder;

    FilePastDeletions(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public synchronized void forEach(String repository, Consumer<PastDeletion> consumer) {
        forEach(file(folder.repository(repository)), consumer);
    }

    private static void forEach(Path file, Consumer<PastDeletion> consumer) {
        try (SealedReader<PastDeletion> reader =
                SealedReader.open(file, KIND, PastDeletion.class).orElse(null)) {
            if (reader != null) {
                reader.rows().forEachRemaining(consumer);
            }
        } catch (DamagedFileException e) {
            throw e.of("the ledger of deletions", file, REMEDY);
        }
    }

    @Override
    public synchronized void rewrite(
            String repository, Predicate<PastDeletion> kept, Consumer<Consumer<PastDeletion>> added, Instant at) {
        Path inside = folder.repository(repository);
        StateFiles.folder(inside);
        rewrite(file(inside), kept, added, at);
    }

    private void rewrite(Path file, Predicate<PastDeletion> kept, Consumer<Consumer<PastDeletion>> added, Instant at) {
        try (SealedWriter writer = new SealedWriter(file, folder.temporary(), KIND)) {
            forEach(file, deletion -> {
                if (kept.test(deletion)) {
                    writer.row(deletion);
                }
            });
            added.accept(writer::row);
            writer.commit(at);
        }
    }

    /** Forgets, in every repository, deletions made before this. */
    synchronized void forgetBefore(Instant cutOff) {
        for (Path file : files()) {
            boolean[] outdated = {false};
            forEach(file, deletion -> outdated[0] |= deletion.at().isBefore(cutOff));
            if (outdated[0]) {
                rewrite(file, deletion -> !deletion.at().isBefore(cutOff), added -> {}, cutOff);
            }
        }
    }

    private List<Path> files() {
        Path repositories = folder.repositories();
        if (!Files.isDirectory(repositories)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(repositories)) {
            return inside.map(FilePastDeletions::file).filter(Files::exists).toList();
        } catch (IOException e) {
            throw StateFiles.failed("read", repositories, e);
        }
    }

    private static Path file(Path repository) {
        return repository.resolve(KIND + ".jsonl");
    }
}
