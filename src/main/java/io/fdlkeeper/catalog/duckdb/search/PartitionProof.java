package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.search.FileUse.PartitionValue;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Comparison;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Operator;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Proves that no value of a partition can be the one compared with. */
final class PartitionProof {

    private static final Pattern BUCKET = Pattern.compile("bucket\\(\\s*(\\d{1,9})\\s*\\)");

    /** The parts of a time that partitions are made by, with the largest value each can have. */
    private static final Map<String, Integer> TIMES = Map.of("year", 9999, "month", 12, "day", 31, "hour", 23);

    /** What a literal may be so that only one value of the column equals it, and the number of that value. */
    private static final Map<String, String> NUMBERS = Map.of(
            "BIGINT",
            "CASE WHEN typeof(%1$s) IN ('TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'VARCHAR')"
                    + " THEN TRY_CAST(%1$s AS BIGINT) END",
            "DATE",
            "CASE WHEN typeof(%1$s) IN ('DATE', 'VARCHAR') THEN TRY_CAST(%1$s AS DATE) - DATE '1970-01-01' END",
            "TIMESTAMP",
            "CASE WHEN typeof(%1$s) IN ('DATE', 'TIMESTAMP', 'VARCHAR')"
                    + " THEN epoch_us(TRY_CAST(%1$s AS TIMESTAMP)) END",
            "VARCHAR",
            "CASE WHEN typeof(%1$s) = 'VARCHAR' THEN %1$s END");

    private static final Set<String> INTEGERS = Set.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT");

    private final Connection connection;
    private final Comparison comparison;
    private final String type;

    PartitionProof(Connection connection, Comparison comparison, Column column) {
        this.connection = connection;
        this.comparison = comparison;
        this.type = Pruning.type(column);
    }

    boolean excludes(PartitionValue partition) {
        String transform = partition.transform().toLowerCase(Locale.ROOT);
        if (transform.equals("identity")) {
            // Where all rows are NULL no comparison is true.
            return partition
                    .value()
                    .map(value -> Pruning.isTrue(connection, identity(value)))
                    .orElse(true);
        }
        if (comparison.operator() != Operator.EQUAL || partition.value().isEmpty()) {
            return false;
        }
        String value = partition.value().get();
        if (TIMES.containsKey(transform)) {
            return (type.equals("DATE") || type.equals("TIMESTAMP"))
                    && Pruning.isTrue(connection, ofTime(transform, value));
        }
        Matcher bucket = BUCKET.matcher(transform);
        return bucket.matches() && isOfOtherBuckets(Integer.parseInt(bucket.group(1)), value);
    }

    private String identity(String value) {
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
    private String ofTime(String transform, String value) {
        String number = "TRY_CAST(" + Quoted.text(value) + " AS BIGINT)";
        return comparison.literals().stream()
                .map(literal -> number + " BETWEEN 0 AND " + TIMES.get(transform) + " AND " + transform + "(TRY_CAST("
                        + literal + " AS " + type + ")) <> " + number)
                .collect(Collectors.joining(" AND "));
    }

    private boolean isOfOtherBuckets(int buckets, String value) {
        return buckets > 0
                && comparison.literals().stream().allMatch(literal -> {
                    OptionalInt bucket = bucket(literal, buckets);
                    return bucket.isPresent() && !value.equals(Integer.toString(bucket.getAsInt()));
                });
    }

    private OptionalInt bucket(String literal, int buckets) {
        String number = NUMBERS.get(INTEGERS.contains(type) ? "BIGINT" : type);
        if (number == null) {
            return OptionalInt.empty();
        }
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT " + number.formatted(literal))) {
            return result.next() ? bucket(result, buckets) : OptionalInt.empty();
        } catch (SQLException e) {
            return OptionalInt.empty();
        }
    }

    private OptionalInt bucket(ResultSet result, int buckets) throws SQLException {
        if (result.getObject(1) == null) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                type.equals("VARCHAR")
                        ? Bucket.of(result.getString(1), buckets)
                        : Bucket.of(result.getLong(1), buckets));
    }
}
