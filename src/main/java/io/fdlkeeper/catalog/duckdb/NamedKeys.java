package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.store.ObjectKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Streams the names of a run in order; holds one row of them, and a connection of its own until it is read to its end or closed. */
final class NamedKeys implements Iterator<NamedKey>, AutoCloseable {

    private final NameMarks marks;
    private final Connection connection;
    private final Statement statement;
    private final ResultSet rows;
    private @Nullable Row row;
    private @Nullable NamedKey next;

    /** One numbered name. */
    private record Row(int id, String key, String reference) {

        boolean isSameName(Row other) {
            return key.equals(other.key) && reference.equals(other.reference);
        }
    }

    NamedKeys(Engine engine, NameMarks marks) throws SQLException {
        this.marks = marks;
        this.connection = engine.connection().duplicate();
        this.statement = connection.createStatement();
        this.rows = statement.executeQuery(
                "SELECT id, key, coalesce(ref, key) AS reference FROM " + NameTable.NAMES + " ORDER BY key, reference");
        this.row = read();
        this.next = advance();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public NamedKey next() {
        var result = next;
        if (result == null) {
            throw new NoSuchElementException();
        }
        try {
            next = advance();
        } catch (SQLException e) {
            close();
            throw new IllegalStateException("the names of this run cannot be read on: " + Engine.firstLine(e), e);
        }
        return result;
    }

    private @Nullable NamedKey advance() throws SQLException {
        while (row != null) {
            var first = row;
            boolean live = false;
            boolean current = false;
            boolean released = false;
            boolean everNamed = false;
            while (row != null && row.isSameName(first)) {
                int id = row.id();
                live |= marks.isLive(id);
                current |= marks.isCurrent(id);
                released |= marks.isReleased(id);
                everNamed |= marks.wasNamed(id);
                row = read();
            }
            // The table also holds names of catalogs that this run has nothing to do with.
            if (everNamed) {
                return new NamedKey(new ObjectKey(first.key()), first.reference(), live, current, released, true);
            }
        }
        close();
        return null;
    }

    private @Nullable Row read() throws SQLException {
        return rows.next() ? new Row(rows.getInt(1), rows.getString(2), rows.getString(3)) : null;
    }

    @Override
    public void close() {
        try (connection;
                statement;
                rows) {
            next = null;
        } catch (SQLException e) {
            // Nothing is written through it.
        }
    }
}
