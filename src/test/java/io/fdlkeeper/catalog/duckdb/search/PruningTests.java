package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.search.FileUse.PartitionValue;
import io.fdlkeeper.catalog.duckdb.search.FileUse.Statistics;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Comparison;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Operator;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What catalogs say proves that a file holds no row, and what does not. */
class PruningTests {

    private final ParquetEngine engine;

    PruningTests(@TempDir Path temporary) {
        engine = ParquetEngine.open(temporary, "64MB", 1);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "varchar | b | m | EQUAL | 'a' | true",
                "varchar | b | m | EQUAL | 'n' | true",
                "varchar | b | m | EQUAL | 'b' | false",
                "varchar | b | m | EQUAL | 'c' | false",
                "varchar | b | m | EQUAL | 'm' | false",
                "varchar | b | m | EQUAL | 'mm' | true",
                "varchar | Z | b | EQUAL | 'a' | false",
                "varchar | b | m | EQUAL | 'é' | true",
                "varchar | b | é | EQUAL | 'z' | false",
                "varchar | 10 | 9 | EQUAL | 5 | false",
                "varchar | b | m | LESS | 'b' | true",
                "varchar | b | m | LESS_OR_EQUAL | 'b' | false",
                "int32 | 9 | 100 | EQUAL | 50 | false",
                "int32 | 9 | 100 | EQUAL | 8 | true",
                "int32 | 9 | 100 | EQUAL | '8' | true",
                "int32 | 9 | 100 | EQUAL | 'eight' | false",
                "int32 | 9 | 100 | EQUAL | 5000000000 | true",
                "int32 | 9 | 100 | EQUAL | NULL | false",
                "int32 | 9 | 100 | LESS | 9 | true",
                "int32 | 9 | 100 | LESS | 10 | false",
                "int32 | 9 | 100 | LESS_OR_EQUAL | 9 | false",
                "int32 | 9 | 100 | GREATER | 100 | true",
                "int32 | 9 | 100 | GREATER_OR_EQUAL | 100 | false",
                "int32 | 9 | 100 | GREATER_OR_EQUAL | 100.5 | true",
                "int32 | nine | 100 | EQUAL | 8 | false",
                "decimal(9,2) | 1.50 | 20.00 | EQUAL | 1.4 | true",
                "decimal(9,2) | 1.50 | 20.00 | EQUAL | 3 | false",
                "date | 2024-01-01 | 2024-02-01 | EQUAL | DATE '2024-03-01' | true",
                "date | 2024-01-01 | 2024-02-01 | EQUAL | '2024-01-15' | false",
                "timestamp | 2024-01-01 00:00:00 | 2024-02-01 00:00:00 | EQUAL | '2024-03-01' | true",
                "float64 | 1.0 | 2.0 | EQUAL | 5.0 | false",
                "float32 | 1.0 | 2.0 | EQUAL | 5.0 | false",
                "blob | a | b | EQUAL | 'c' | false",
                "uuid | 0 | 1 | EQUAL | 'c' | false",
                "boolean | false | false | EQUAL | true | false",
                "variant | 1 | 1 | EQUAL | 5 | false",
                "unheard-of | 1 | 1 | EQUAL | 5 | false",
            })
    void smallestAndLargestValueProveWhereTheirOrderIsPlain(
            String type, String min, String max, Operator operator, String literal, boolean excluded) {
        assertThat(excludes(Set.of(type), statistics(min, max), List.of(), operator, List.of(literal), false))
                .isEqualTo(excluded);
    }

    @Test
    void everyLiteralOfAListMustBeOutside() {
        assertThat(excludes(Set.of("int32"), statistics("5", "7"), List.of(), Operator.EQUAL, List.of("1", "9"), false))
                .isTrue();
        assertThat(excludes(Set.of("int32"), statistics("5", "7"), List.of(), Operator.EQUAL, List.of("1", "6"), false))
                .isFalse();
    }

    @Test
    void retypedColumnProvesNothing() {
        assertThat(excludes(
                        Set.of("int32", "int64"), statistics("5", "7"), List.of(), Operator.EQUAL, List.of("9"), false))
                .isFalse();
    }

    @Test
    void foreignFootersAreNotBelievedBeyondAscii() {
        var ascii = statistics("a", "m");
        assertThat(excludes(Set.of("varchar"), ascii, List.of(), Operator.EQUAL, List.of("'z'"), true))
                .isTrue();
        assertThat(excludes(Set.of("varchar"), ascii, List.of(), Operator.EQUAL, List.of("'é'"), true))
                .isFalse();
        assertThat(excludes(Set.of("varchar"), statistics("é", "m"), List.of(), Operator.EQUAL, List.of("'z'"), true))
                .isFalse();
    }

    @Test
    void columnOfNothingButNullMatchesNoComparison() {
        var nulls = new Statistics(1, Optional.empty(), Optional.empty(), OptionalLong.of(0), OptionalLong.of(9));
        assertThat(excludes(Set.of("varchar"), List.of(nulls), List.of(), Operator.EQUAL, List.of("'a'"), false))
                .isTrue();
        assertThat(excludes(Set.of("varchar"), List.of(nulls), List.of(), Operator.EQUAL, List.of("'a'"), true))
                .isFalse();
        var uncounted = new Statistics(1, Optional.empty(), Optional.empty(), OptionalLong.of(0), OptionalLong.empty());
        assertThat(excludes(Set.of("varchar"), List.of(uncounted), List.of(), Operator.EQUAL, List.of("'a'"), false))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            nullValues = "null",
            value = {
                "varchar | identity | DE | EQUAL | 'FR' | true",
                "varchar | identity | DE | EQUAL | 'DE' | false",
                "varchar | identity | null | EQUAL | 'DE' | true",
                "varchar | identity | 05 | EQUAL | 5 | false",
                "int32 | identity | 5 | EQUAL | 5 | false",
                "int32 | identity | 5 | LESS | 5 | true",
                "int32 | identity | five | EQUAL | 5 | false",
                "date | year | 2024 | EQUAL | DATE '2023-05-01' | true",
                "date | year | 2024 | EQUAL | DATE '2024-05-01' | false",
                "date | year | 2024 | LESS | DATE '2023-05-01' | false",
                "timestamp | month | 5 | EQUAL | '2024-06-01 00:00:00' | true",
                "timestamp | month | 652 | EQUAL | '2024-05-01 00:00:00' | false",
                "timestamp | day | 31 | EQUAL | '2024-05-30 00:00:00' | true",
                "timestamp | hour | 7 | EQUAL | '2024-05-30 07:59:59' | false",
                "timestamp | hour | 7 | EQUAL | '2024-05-30 08:00:00' | true",
                "timestamp | year | null | EQUAL | '2024-05-30 08:00:00' | false",
                "timestamp_ns | hour | 7 | EQUAL | '2024-05-30 08:00:00' | false",
                "int32 | bucket(97) | 25 | EQUAL | 34 | false",
                "int32 | bucket(97) | 24 | EQUAL | 34 | true",
                "int64 | bucket(97) | 85 | EQUAL | -1 | false",
                "int64 | bucket(97) | 11 | EQUAL | '100000' | false",
                "int64 | bucket(97) | 12 | EQUAL | '100000' | true",
                "int64 | bucket(97) | 12 | EQUAL | 34.0::DOUBLE | false",
                "int64 | bucket(97) | 12 | GREATER | 34 | false",
                "varchar | bucket(97) | 70 | EQUAL | 'iceberg' | false",
                "varchar | bucket(97) | 38 | EQUAL | 'é' | false",
                "varchar | bucket(97) | 38 | EQUAL | 'x@example.org' | false",
                "varchar | bucket(97) | 37 | EQUAL | 'x@example.org' | true",
                "varchar | bucket(97) | null | EQUAL | 'x@example.org' | false",
                "date | bucket(97) | 49 | EQUAL | DATE '2017-11-16' | false",
                "date | bucket(97) | 48 | EQUAL | '2017-11-16' | true",
                "timestamp | bucket(97) | 38 | EQUAL | '2017-11-16 22:31:08' | false",
                "timestamp | bucket(97) | 39 | EQUAL | TIMESTAMP '2017-11-16 22:31:08' | true",
                "decimal(9,2) | bucket(97) | 39 | EQUAL | 1.5 | false",
                "timestamp | decade | 7 | EQUAL | '2024-05-30 08:00:00' | false",
            })
    void partitionProvesWhatAllItsRowsHaveInCommon(
            String type, String transform, String value, Operator operator, String literal, boolean excluded) {
        var partition = List.of(new PartitionValue(1, transform, Optional.ofNullable(value)));
        assertThat(excludes(Set.of(type), List.of(), partition, operator, List.of(literal), false))
                .isEqualTo(excluded);
    }

    @Test
    void nameThatMeantTwoColumnsIsProvenForBoth() {
        var table = new TableShape(
                "u",
                Set.of(new TableShape.Name("main", "t")),
                List.of(column(1, Set.of("int32")), column(2, Set.of("int32"))));
        var comparison = new Comparison("c", Operator.EQUAL, List.of("9"));
        var predicate = new Predicate("main", "t", "c = 9", Set.of("c"), List.of(comparison));
        var first = new ArrayList<>(statistics("1", "2"));
        assertThat(new Pruning(engine).excludes(predicate, table, List.of(use(table, first, List.of(), false))))
                .isFalse();
        var both = new ArrayList<>(first);
        both.add(new Statistics(2, Optional.of("3"), Optional.of("4"), OptionalLong.of(5), OptionalLong.of(0)));
        assertThat(new Pruning(engine).excludes(predicate, table, List.of(use(table, both, List.of(), false))))
                .isTrue();
    }

    @Test
    void proofOfOneCatalogIsEnough() {
        var table = new TableShape("u", Set.of(new TableShape.Name("main", "t")), List.of(column(1, Set.of("int32"))));
        var comparison = new Comparison("c", Operator.EQUAL, List.of("9"));
        var predicate = new Predicate("main", "t", "c = 9", Set.of("c"), List.of(comparison));
        var silent = use(table, List.of(), List.of(), false);
        var telling = use(table, statistics("1", "2"), List.of(), false);
        assertThat(new Pruning(engine).excludes(predicate, table, List.of(silent, telling)))
                .isTrue();
        assertThat(new Pruning(engine).excludes(predicate, table, List.of(silent)))
                .isFalse();
    }

    private boolean excludes(
            Set<String> types,
            List<Statistics> statistics,
            List<PartitionValue> partitions,
            Operator operator,
            List<String> literals,
            boolean foreign) {
        var table = new TableShape("u", Set.of(new TableShape.Name("main", "t")), List.of(column(1, types)));
        var predicate =
                new Predicate("main", "t", "not used", Set.of("c"), List.of(new Comparison("C", operator, literals)));
        return new Pruning(engine).excludes(predicate, table, List.of(use(table, statistics, partitions, foreign)));
    }

    private static List<Statistics> statistics(String min, String max) {
        return List.of(new Statistics(1, Optional.of(min), Optional.of(max), OptionalLong.of(5), OptionalLong.of(0)));
    }

    private static Column column(long id, Set<String> types) {
        return new Column(id, Set.of("c"), types, Optional.empty(), List.of());
    }

    private static FileUse use(
            TableShape table, List<Statistics> statistics, List<PartitionValue> partitions, boolean foreign) {
        return new FileUse(
                Optional.of(table),
                false,
                false,
                foreign ? Optional.of(List.of()) : Optional.empty(),
                statistics,
                partitions);
    }
}
