package io.fdlkeeper.catalog.duckdb.search;

import java.util.List;
import java.util.Set;

/**
 * A predicate over one table, taken apart. Shows the value.
 *
 * @param schema    the table's schema
 * @param table     the table's name
 * @param sql       the condition, as it can stand after WHERE where columns have their names
 * @param columns   names of the table's columns it uses, fields of structs not among them
 * @param conjuncts comparisons that hold for every row for which it is true; more may be in it
 */
record Predicate(String schema, String table, String sql, Set<String> columns, List<Comparison> conjuncts) {

    Predicate {
        columns = Set.copyOf(columns);
        conjuncts = List.copyOf(conjuncts);
    }

    /**
     * A column compared with literals.
     *
     * @param literals SQL of the literals: several for {@code IN}, else one
     */
    record Comparison(String column, Operator operator, List<String> literals) {

        Comparison {
            literals = List.copyOf(literals);
        }
    }

    /** How a comparison compares. */
    enum Operator {
        /** Equal to one of the literals. */
        EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }

    /** Never shows the condition. */
    @Override
    public String toString() {
        return "Predicate[" + schema + "." + table + ", withheld]";
    }
}
