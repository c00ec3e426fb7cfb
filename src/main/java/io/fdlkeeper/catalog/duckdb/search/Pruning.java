package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.search.FileUse.PartitionValue;
import io.fdlkeeper.catalog.duckdb.search.FileUse.Statistics;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Comparison;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Proves from what catalogs say of a file that no row of it matches; whatever is doubtful is no proof.
 *
 * <p>Only columns that had one type ever, of a kind whose order is plain, and only comparisons with literals. Values are compared by
 * DuckDB in the column's type, since texts order otherwise there than here. What a foreign writer's footer said of texts is not believed
 * beyond ASCII. Source: the DuckLake specification, statistics and partitions.
 */
final class Pruning {

    private static final Set<String> ORDERED = Set.of(
            "int8",
            "int16",
            "int32",
            "int64",
            "int128",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
            "uint128",
            "varchar",
            "date",
            "time",
            "timestamp",
            "timestamp_us",
            "timestamp_ms",
            "timestamp_ns",
            "timestamp_s");

    private final ParquetEngine engine;

    Pruning(ParquetEngine engine) {
        this.engine = engine;
    }

    /** One fact about all values of a column in a file. */
    private record Fact(
            Column column, Optional<Statistics> statistics, Optional<PartitionValue> partition, boolean foreign) {}

    /** Tells whether any of a file's rows in catalogs, all of one table, proves that the predicate is true for none of its rows. */
    boolean excludes(Predicate predicate, TableShape table, List<FileUse> uses) {
        if (predicate.conjuncts().isEmpty()) {
            return false;
        }
        try (Connection connection = engine.connect()) {
            for (Comparison comparison : predicate.conjuncts()) {
                if (excludes(connection, comparison, table, uses)) {
                    return true;
                }
            }
            return false;
        } catch (SQLException e) {
            return false;
        }
    }

    /** The name may have meant several columns: it must be false for each. */
    private static boolean excludes(
            Connection connection, Comparison comparison, TableShape table, List<FileUse> uses) {
        List<Column> meant = table.named(comparison.column());
        return !meant.isEmpty()
                && meant.stream()
                        .allMatch(column -> isPlainlyOrdered(column)
                                && facts(column, uses).stream()
                                        .anyMatch(fact -> excludes(connection, comparison, fact)));
    }

    private static boolean isPlainlyOrdered(Column column) {
        if (column.types().size() != 1 || !column.parts().isEmpty()) {
            return false;
        }
        String type = column.types().iterator().next().toLowerCase(Locale.ROOT);
        return ORDERED.contains(type) || type.startsWith("decimal");
    }

    /** Catalogs say the same of a file mostly, so that few facts are left. */
    private static Set<Fact> facts(Column column, List<FileUse> uses) {
        Set<Fact> facts = new LinkedHashSet<>();
        for (FileUse use : uses) {
            boolean foreign = use.mapping().isPresent();
            use.statistics().stream()
                    .filter(statistics -> statistics.columnId() == column.id())
                    .forEach(statistics ->
                            facts.add(new Fact(column, Optional.of(statistics), Optional.empty(), foreign)));
            use.partitions().stream()
                    .filter(partition -> !foreign && partition.columnId() == column.id())
                    .forEach(partition -> facts.add(new Fact(column, Optional.empty(), Optional.of(partition), false)));
        }
        return facts;
    }

    private static boolean excludes(Connection connection, Comparison comparison, Fact fact) {
        if (!fact.foreign() && fact.statistics().filter(Pruning::areAllNull).isPresent()) {
            return true;
        }
        if (fact.partition().isPresent()) {
            return new PartitionProof(connection, comparison, fact.column())
                    .excludes(fact.partition().get());
        }
        return fact.statistics()
                .flatMap(statistics -> outside(comparison, fact, statistics))
                .filter(sql -> isTrue(connection, sql))
                .isPresent();
    }

    /** For NULL no comparison is true. */
    private static boolean areAllNull(Statistics statistics) {
        return statistics.values().equals(OptionalLong.of(0))
                && statistics.nulls().orElse(0) > 0;
    }

    /** Writes what is true when every literal lies outside of the smallest and largest value. */
    private static Optional<String> outside(Comparison comparison, Fact fact, Statistics statistics) {
        if (statistics.min().isEmpty() || statistics.max().isEmpty()) {
            return Optional.empty();
        }
        if (fact.foreign()
                && !isAscii(statistics.min().get() + statistics.max().get() + String.join("", comparison.literals()))) {
            return Optional.empty();
        }
        String type = type(fact.column());
        String min = "TRY_CAST(" + Quoted.text(statistics.min().get()) + " AS " + type + ")";
        String max = "TRY_CAST(" + Quoted.text(statistics.max().get()) + " AS " + type + ")";
        return Optional.of(comparison.literals().stream()
                .map(literal -> comparable(literal, type) + " AND "
                        + switch (comparison.operator()) {
                            case EQUAL -> "(" + literal + " < " + min + " OR " + literal + " > " + max + ")";
                            case LESS -> min + " >= " + literal;
                            case LESS_OR_EQUAL -> min + " > " + literal;
                            case GREATER -> max + " <= " + literal;
                            case GREATER_OR_EQUAL -> max + " < " + literal;
                        })
                .collect(Collectors.joining(" AND ")));
    }

    static String type(Column column) {
        return LakeTypes.plain(column.types().iterator().next()).orElseThrow();
    }

    /** A text compared with a number is compared as a number, in another order than texts have. */
    static String comparable(String literal, String type) {
        return type.equals("VARCHAR") ? "typeof(" + literal + ") = 'VARCHAR'" : "true";
    }

    private static boolean isAscii(String text) {
        return StandardCharsets.US_ASCII.newEncoder().canEncode(text);
    }

    /** What is NULL, or cannot be evaluated, is no proof. */
    static boolean isTrue(Connection connection, String sql) {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT coalesce(" + sql + ", false)")) {
            return result.next() && result.getBoolean(1);
        } catch (SQLException e) {
            return false;
        }
    }
}
