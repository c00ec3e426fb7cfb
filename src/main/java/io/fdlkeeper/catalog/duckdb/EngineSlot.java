package io.fdlkeeper.catalog.duckdb;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a run, started when it is first needed and replaced when it must be.
 *
 * <p>It is replaced when a catalog lies in a folder it does not reach, and when a damaged catalog has brought it down; the names are
 * then loaded again from their lists.
 */
final class EngineSlot implements AutoCloseable {

    private final EngineSettings settings;
    private final NameTable names;
    private @Nullable Engine engine;
    private boolean suspect;

    EngineSlot(EngineSettings settings, NameTable names) {
        this.settings = settings;
        this.names = names;
    }

    /** Says that a statement failed, so that the engine is asked whether it still answers before it is used again. */
    void suspect() {
        suspect = true;
    }

    /** Returns the engine, whatever it reaches. */
    Engine engine() throws SQLException {
        var running = engine;
        if (running != null && isSound(running)) {
            return running;
        }
        return start(running == null ? Set.of() : running.folders());
    }

    /** Returns an engine that can attach files of this folder. */
    Engine reaching(Path folder) throws SQLException {
        var running = engine;
        if (running != null && running.reaches(folder) && isSound(running)) {
            return running;
        }
        var folders = new LinkedHashSet<Path>(running == null ? Set.of() : running.folders());
        folders.add(folder);
        return start(folders);
    }

    private boolean isSound(Engine running) {
        if (suspect) {
            suspect = !running.isSound();
        }
        return !suspect;
    }

    private Engine start(Set<Path> folders) throws SQLException {
        close();
        var started = Engine.open(settings, folders);
        engine = started;
        suspect = false;
        names.moveTo(started);
        return started;
    }

    @Override
    public void close() {
        var running = engine;
        engine = null;
        if (running != null) {
            running.close();
        }
    }
}
