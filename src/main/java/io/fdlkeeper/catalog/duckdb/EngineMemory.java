package io.fdlkeeper.catalog.duckdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * What all engines of this process take at a moment. Memory is the process's, so there is one account of it.
 *
 * <p>Each engine is asked over a connection of its own, since its other one belongs to the thread at work; nobody is asked while it
 * closes.
 */
public final class EngineMemory {

    private static final Map<Engine, Connection> WATCHED = new HashMap<>();

    private EngineMemory() {}

    /** Returns the bytes in memory, outside of the Java heap. */
    public static long bytes() {
        return sum("memory_usage_bytes");
    }

    /** Returns the bytes on disk, for want of memory. */
    public static long temporaryBytes() {
        return sum("temporary_storage_bytes");
    }

    static void watch(Engine engine, Connection connection) {
        synchronized (WATCHED) {
            WATCHED.put(engine, connection);
        }
    }

    static void forget(Engine engine) {
        synchronized (WATCHED) {
            try (Connection watching = WATCHED.remove(engine)) {
                // Closed before the engine, which would live on with it.
            } catch (SQLException e) {
                // It goes with the engine.
            }
        }
    }

    private static long sum(String column) {
        long bytes = 0;
        synchronized (WATCHED) {
            for (Connection watching : WATCHED.values()) {
                bytes += sum(watching, column);
            }
        }
        return bytes;
    }

    private static long sum(Connection watching, String column) {
        try (var statement = watching.createStatement();
                var result = statement.executeQuery("SELECT sum(" + column + ") FROM duckdb_memory()")) {
            return result.next() ? result.getLong(1) : 0;
        } catch (SQLException e) {
            // An engine that gave up answers nothing, and is replaced by its owner.
            return 0;
        }
    }
}
