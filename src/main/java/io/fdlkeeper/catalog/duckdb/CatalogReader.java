package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens one catalog after another, each checked as for the names of a run, and lends each to whoever asks something of it. */
public final class CatalogReader implements AutoCloseable {

    /** What an attached catalog is called in SQL. */
    public static final String DATABASE = "attached_catalog";

    private final EngineSettings settings;
    private final Runnable closed;
    private @Nullable Engine engine;

    /**
     * Starts its engine when it is first needed, and another when a damaged catalog brought it down.
     *
     * @param closed is told when the folders of the settings are needed no longer
     */
    public CatalogReader(EngineSettings settings, Runnable closed) {
        this.settings = settings;
        this.closed = closed;
    }

    /** What is asked of a catalog. */
    @FunctionalInterface
    public interface Question<T> {
        /** @param lakes those it holds, each of a shape that is known */
        T ask(Engine engine, List<LakeLayout> lakes, Path file) throws SQLException, IOException, UnusableLakeException;
    }

    /**
     * Asks a catalog that readers meet.
     *
     * @throws UnusableLakeException when it cannot be opened as the format says, or changed meanwhile
     * @throws SQLException          when it cannot be read to its end; the message may show values
     */
    public <T> T read(CatalogSource source, ObjectReader reader, Question<T> question)
            throws SQLException, IOException, UnusableLakeException {
        refuse(CatalogFile.logListedBeside(source)
                .or(() -> CatalogFile.logBeside(reader, source))
                .or(() -> CatalogFile.wrongSize(source)));
        try (LocalFile file = reader.open(source.object().key()).orElseThrow(CatalogReader::changed)) {
            if (!isAsListed(source, file.object())) {
                throw changed();
            }
            T answer = read(source, reader, file, question);
            if (reader.head(source.object().key())
                    .filter(after -> isAsListed(source, after))
                    .isEmpty()) {
                throw changed();
            }
            return answer;
        }
    }

    /** Asks a catalog of which the bytes are at hand, as {@link #read(CatalogSource, ObjectReader, Question)} does. */
    public <T> T read(CatalogSource source, ObjectReader reader, LocalFile file, Question<T> question)
            throws SQLException, IOException, UnusableLakeException {
        if (source.expectedSha256().isPresent()) {
            refuse(CatalogFile.wrongDigest(source, CatalogFile.sha256(file.path())));
        }
        List<Refusal> wrong = CatalogFile.wrongKind(reader, source, file.path());
        if (!wrong.isEmpty()) {
            refuse(Optional.of(wrong.get(wrong.size() - 1)));
        }
        Path path = Engine.real(file.path());
        Engine running =
                reaching(CatalogOpening.folderToReach(path, source.object().key()));
        running.run("ATTACH " + Sql.literal(path.toString()) + " AS " + DATABASE + " (TYPE duckdb, READ_ONLY)");
        try {
            return question.ask(running, LakeLayout.of(running, DATABASE), path);
        } finally {
            detach(running);
        }
    }

    private void detach(Engine running) {
        try {
            running.run("DETACH DATABASE IF EXISTS " + DATABASE);
        } catch (SQLException e) {
            // The next catalog takes the same name, so it gets another engine.
            end();
        }
    }

    /** Returns an engine that answers, whatever it reaches. */
    public Engine engine() {
        return reaching(Optional.empty());
    }

    private Engine reaching(Path folder) {
        return reaching(Optional.of(folder));
    }

    private Engine reaching(Optional<Path> folder) {
        Engine running = engine;
        if (running != null && running.isSound() && folder.map(running::reaches).orElse(true)) {
            return running;
        }
        Set<Path> folders = new LinkedHashSet<>(running == null ? Set.of() : running.folders());
        folder.ifPresent(folders::add);
        end();
        Engine started = Engine.open(settings, folders);
        engine = started;
        return started;
    }

    private static void refuse(Optional<Refusal> refusal) throws UnusableLakeException {
        if (refusal.isPresent()) {
            throw new UnusableLakeException(
                    refusal.get().guard(), refusal.get().detail().replaceFirst("^the catalog ", ""));
        }
    }

    private static UnusableLakeException changed() {
        return new UnusableLakeException(Guard.CATALOG_CHANGED, "changed or went away while it was read; run again");
    }

    private static boolean isAsListed(CatalogSource source, ListedObject seen) {
        return seen.etag().equals(source.object().etag())
                && seen.bytes() == source.object().bytes();
    }

    /** Returns what is wrong with a lake, as the ends of sentences. */
    public static String sentence(UnusableLakeException e) {
        List<String> details = new ArrayList<>();
        e.findings().forEach(finding -> details.add(finding.detail()));
        return "it " + String.join("; it ", details);
    }

    @Override
    public void close() {
        try {
            end();
        } finally {
            closed.run();
        }
    }

    private void end() {
        Engine running = engine;
        engine = null;
        if (running != null) {
            running.close();
        }
    }
}
