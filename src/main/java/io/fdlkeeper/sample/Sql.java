package io.fdlkeeper.sample;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An in-memory DuckDB of one thread: files come out the same on every machine. */
final class Sql implements AutoCloseable {

    /** Reads the current row of a result. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Sql() throws SQLException {
        this.connection = DriverManager.getConnection("jdbc:duckdb:");
        run("SET threads = 1");
        run("SET autoinstall_known_extensions = false");
    }

    /** Runs a statement once. */
    void run(String statement) throws SQLException {
        try (var once = connection.createStatement()) {
            once.execute(statement);
        }
    }

    /** Runs a statement with its arguments. */
    void run(String statement, @Nullable Object... arguments) throws SQLException {
        prepared(statement, arguments).execute();
    }

    /** Answers the only row of a statement that is run once. */
    <T> T one(String statement, Row<T> row) throws SQLException {
        try (var once = connection.createStatement();
                var result = once.executeQuery(statement)) {
            return only(result, row, statement);
        }
    }

    /** Answers the only row of a query. */
    <T> T one(String query, Row<T> row, @Nullable Object... arguments) throws SQLException {
        try (var result = prepared(query, arguments).executeQuery()) {
            return only(result, row, query);
        }
    }

    /** Answers the only number of a query. */
    long number(String query, @Nullable Object... arguments) throws SQLException {
        return one(query, row -> row.getLong(1), arguments);
    }

    /** Writes a text as a literal, for the places where no parameter may stand. */
    static String literal(Object text) {
        return "'" + text.toString().replace("'", "''") + "'";
    }

    private static <T> T only(ResultSet result, Row<T> row, String query) throws SQLException {
        if (!result.next()) {
            throw new SQLException("no row where one was expected: " + query);
        }
        return row.read(result);
    }

    /** Statements with arguments come again and again, and preparing one takes longer than running it. */
    private PreparedStatement prepared(String statement, @Nullable Object... arguments) throws SQLException {
        var known = prepared.get(statement);
        if (known == null) {
            known = connection.prepareStatement(statement);
            prepared.put(statement, known);
        }
        for (int i = 0; i < arguments.length; i++) {
            var argument = arguments[i];
            known.setObject(i + 1, argument instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : argument);
        }
        return known;
    }

    @Override
    public void close() throws SQLException {
        for (var statement : prepared.values()) {
            statement.close();
        }
        connection.close();
    }
}
