package io.fdlkeeper.catalog.duckdb.search;

/** Quoting: whatever comes from a catalog, a file or a selector enters SQL only through here. */
final class Quoted {

    private Quoted() {}

    static String text(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static String name(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
