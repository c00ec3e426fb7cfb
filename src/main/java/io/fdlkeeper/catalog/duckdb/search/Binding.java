package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.withdrawal.find.BadSelectorException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether every table and column that predicates name is known to some catalog: a name nobody knows would find nothing, silently. */
final class Binding {

    private static final int SUGGESTED = 3;

    private final Collection<TableShape> tables;
    private final SoughtValues sought;

    Binding(Collection<TableShape> tables, SoughtValues sought) {
        this.tables = tables;
        this.sought = sought;
    }

    /** @throws BadSelectorException for the first that is not known */
    void require() {
        for (Condition condition : sought.conditions()) {
            Predicate predicate = condition.predicate();
            List<TableShape> meant =
                    tables.stream().filter(table -> table.isMeantBy(predicate)).toList();
            String table = predicate.schema() + "." + predicate.table();
            if (meant.isEmpty()) {
                throw unknown(
                        condition,
                        "no catalog that could be read has a table " + table,
                        table,
                        tables.stream()
                                .flatMap(known -> known.names().stream())
                                .map(name -> name.schema() + "." + name.table()));
            }
            for (String column : predicate.columns()) {
                if (meant.stream().allMatch(known -> known.named(column).isEmpty())) {
                    throw unknown(
                            condition,
                            "no catalog that could be read has a column " + column + " in a table " + table,
                            column,
                            meant.stream()
                                    .flatMap(known -> known.columns().stream())
                                    .flatMap(known -> known.names().stream()));
                }
            }
        }
    }

    private BadSelectorException unknown(Condition condition, String what, String name, Stream<String> known) {
        String nearest = known.distinct()
                .sorted(Comparator.<String>comparingInt(other -> distance(name, other))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(SUGGESTED)
                .collect(Collectors.joining(", "));
        return new BadSelectorException(
                sought.withholding(
                        what + (nearest.isEmpty() ? "; none has any" : "; the nearest known are: " + nearest)),
                condition.selector());
    }

    /** How many letters must be put, taken or changed. */
    private static int distance(String one, String other) {
        String left = one.toLowerCase(Locale.ROOT);
        String right = other.toLowerCase(Locale.ROOT);
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int changed = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
