package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.withdrawal.find.Selector;
import java.util.List;
import java.util.Set;

/**
 * A predicate with what texts are searched for on its behalf. Shows the value.
 *
 * @param groups   any of them shows the value
 * @param whole    whether every way in which the predicate may be true has a group
 * @param constants every constant of the predicate that may be part of the value, to be withheld
 */
record Condition(
        Selector selector, Predicate predicate, List<LiteralGroup> groups, boolean whole, Set<String> constants) {

    Condition {
        groups = List.copyOf(groups);
        constants = Set.copyOf(constants);
    }

    /** Never shows the condition. */
    @Override
    public String toString() {
        return "Condition[" + predicate + "]";
    }
}
