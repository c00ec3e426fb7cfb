package io.fdlkeeper.catalog.duckdb;

/** Quoting: whatever comes from a catalog or from configuration enters SQL only through here. */
final class Sql {

    private Sql() {}

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static String name(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    static String name(String database, String schema, String table) {
        return name(database) + '.' + name(schema) + '.' + name(table);
    }
}
