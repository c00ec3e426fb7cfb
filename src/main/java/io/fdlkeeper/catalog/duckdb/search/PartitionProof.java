package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.search.FileUse.PartitionValue;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Comparison;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Operator;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what is true when no value of a partition can be the one compared with. */
final class PartitionProof {

    /** The parts of a time that partitions are made by, with the largest value each can have. */
    private static final Map<String, Integer> TIMES = Map.of("year", 9999, "month", 12, "day", 31, "hour", 23);

    private static final Set<String> WITH_TIMES = Set.of("DATE", "TIMESTAMP");

    private PartitionProof() {}

    static Optional<String> sql(Comparison comparison, Column column, PartitionValue partition) {
        String transform = partition.transform().toLowerCase(Locale.ROOT);
        if (transform.equals("identity")) {
            // All rows are NULL there, for which no comparison is true.
            return Optional.of(partition
                    .value()
                    .map(value -> identity(comparison, column, value))
                    .orElse("true"));
        }
        Integer largest = TIMES.get(transform);
        boolean simple = comparison.operator() == Operator.EQUAL && WITH_TIMES.contains(Pruning.type(column));
        return partition
                .value()
                .filter(value -> largest != null && simple)
                .map(value -> ofTime(comparison, Pruning.type(column), transform, largest, value));
    }

    private static String identity(Comparison comparison, Column column, String value) {
        String type = Pruning.type(column);
        String all = "TRY_CAST(" + Quoted.text(value) + " AS " + type + ")";
        return comparison.literals().stream()
                .map(literal -> Pruning.comparable(literal, type) + " AND NOT (" + all
                        + switch (comparison.operator()) {
                            case EQUAL -> " = ";
                            case LESS -> " < ";
                            case LESS_OR_EQUAL -> " <= ";
                            case GREATER -> " > ";
                            case GREATER_OR_EQUAL -> " >= ";
                        }
                        + literal + ")")
                .collect(Collectors.joining(" AND "));
    }

    /** A value no such part can have was counted in another way, and proves nothing. */
    private static String ofTime(
            Comparison comparison, String type, String transform, @Nullable Integer largest, String value) {
        String number = "TRY_CAST(" + Quoted.text(value) + " AS BIGINT)";
        return comparison.literals().stream()
                .map(literal -> number + " BETWEEN 0 AND " + largest + " AND " + transform + "(TRY_CAST(" + literal
                        + " AS " + type + ")) <> " + number)
                .collect(Collectors.joining(" AND "));
    }
}
