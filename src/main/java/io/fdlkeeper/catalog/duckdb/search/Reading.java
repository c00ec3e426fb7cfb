package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import java.util.Set;

/**
 * One way to put a question to a file. Shows the value.
 *
 * @param question which question it is; it is answered when one of its readings is
 * @param select   SQL of what is read of the file's rows, which are called {@code f}, and of their numbers as {@code __row}
 * @param alias    what these rows are called in the condition, quoted
 * @param where    SQL that is true for rows that match
 * @param columns  columns of the file that are read
 */
record Reading(int question, String select, String alias, String where, Set<ParquetColumn> columns) {

    Reading {
        columns = Set.copyOf(columns);
    }

    /** Returns how many rows match; the condition ends with its line, whatever comment it ends with. */
    String count(String table) {
        return "SELECT count(*)" + matching(table);
    }

    /** Returns the numbers of the rows that match. */
    String numbers(String table) {
        return "SELECT __row" + matching(table);
    }

    private String matching(String table) {
        return " FROM (SELECT " + select + " FROM " + table + " f) AS " + alias + " WHERE (" + where + "\n)";
    }

    /** Never shows the condition. */
    @Override
    public String toString() {
        return "Reading[of question " + question + ", withheld]";
    }
}
