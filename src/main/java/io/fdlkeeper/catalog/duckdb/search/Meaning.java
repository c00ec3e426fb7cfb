package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a condition means for one table: which columns its names are, by number.
 *
 * @param columns numbers of the columns that each name in lower case is, and of the parts of these
 */
record Meaning(Map<String, Set<Long>> columns) {

    static Meaning of(Condition condition, TableShape table) {
        Map<String, Set<Long>> columns = new HashMap<>();
        for (String name : condition.predicate().columns()) {
            Set<Long> ids = columns.computeIfAbsent(name.toLowerCase(Locale.ROOT), absent -> new HashSet<>());
            table.named(name).forEach(column -> gather(column, ids));
        }
        return new Meaning(columns);
    }

    private static void gather(Column column, Set<Long> ids) {
        ids.add(column.id());
        column.parts().forEach(part -> gather(part, ids));
    }

    /** Returns the numbers of all its columns. */
    Set<Long> all() {
        Set<Long> all = new HashSet<>();
        columns.values().forEach(all::addAll);
        return all;
    }

    /** Returns the literals that are compared with a column. */
    Map<Long, List<Literal>> literals(Condition condition) {
        Map<Long, List<Literal>> literals = new HashMap<>();
        condition.groups().stream()
                .flatMap(group -> group.literals().stream())
                .distinct()
                .forEach(literal -> literal.columns().stream()
                        .flatMap(name -> columns.getOrDefault(name, Set.of()).stream())
                        .distinct()
                        .forEach(id -> literals.computeIfAbsent(id, absent -> new ArrayList<>())
                                .add(literal)));
        return literals;
    }
}
