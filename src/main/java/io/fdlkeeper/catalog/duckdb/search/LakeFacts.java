package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.catalog.duckdb.search.FileUse.PartitionValue;
import io.fdlkeeper.catalog.duckdb.search.FileUse.Statistics;
import io.fdlkeeper.withdrawal.find.Place;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Statistics and partition values of one lake, of the columns that conditions are about: those of the tables they mean. */
final class LakeFacts {

    private static final List<String> FILE_STATISTICS =
            List.of("ducklake_file_column_stats", "ducklake_file_column_statistics");
    private static final String VARIANTS = "ducklake_file_variant_stats";
    private static final String TABLE_STATISTICS = "ducklake_table_column_stats";
    private static final String PARTITION_VALUES = "ducklake_file_partition_value";
    private static final String PARTITION_COLUMNS = "ducklake_partition_column";

    private final Engine engine;
    private final LakeLayout layout;
    private final Map<Long, List<Statistics>> statistics = new HashMap<>();
    private final Map<Long, List<PartitionValue>> partitions = new HashMap<>();

    LakeFacts(Engine engine, LakeLayout layout) {
        this.engine = engine;
        this.layout = layout;
    }

    static String file(long id) {
        return "file " + id;
    }

    List<Statistics> statistics(long fileId) {
        return statistics.getOrDefault(fileId, List.of());
    }

    List<PartitionValue> partitions(long fileId) {
        return partitions.getOrDefault(fileId, List.of());
    }

    /** Reads what is said of a table's columns. @param ordinals whether partitions count columns and do not name them, as in 0.1 */
    void read(long tableId, Collection<BoundFacts> facts, boolean ordinals) throws SQLException {
        Set<Long> columns = new HashSet<>();
        facts.forEach(bound -> columns.addAll(bound.meaning().all()));
        if (columns.isEmpty()) {
            return;
        }
        String where = " WHERE table_id = " + tableId + " AND column_id IN ("
                + columns.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")";
        for (String table : FILE_STATISTICS) {
            if (layout.has(table)) {
                statistics(table, where, facts, true);
            }
        }
        if (layout.has(VARIANTS)) {
            statistics(VARIANTS, where, facts, false);
        }
        if (layout.has(TABLE_STATISTICS)) {
            ofTable(tableId, where, facts);
        }
        if (!ordinals && layout.has(PARTITION_VALUES) && layout.has(PARTITION_COLUMNS)) {
            partitions(tableId, columns, facts);
        }
    }

    private void statistics(String table, String where, Collection<BoundFacts> facts, boolean whole)
            throws SQLException {
        engine.each(
                "SELECT data_file_id::BIGINT, column_id::BIGINT, min_value, max_value, " + extra(table)
                        + ", value_count::BIGINT, null_count::BIGINT FROM " + layout.table(table) + where,
                row -> {
                    String subject = file(row.getLong(1));
                    Optional<String> min = Optional.ofNullable(row.getString(3));
                    Optional<String> max = Optional.ofNullable(row.getString(4));
                    offer(facts, subject, row, min, max);
                    if (whole) {
                        statistics
                                .computeIfAbsent(row.getLong(1), absent -> new ArrayList<>())
                                .add(new Statistics(row.getLong(2), min, max, number(row, 6), number(row, 7)));
                    }
                });
    }

    private void ofTable(long tableId, String where, Collection<BoundFacts> facts) throws SQLException {
        engine.each(
                "SELECT table_id::BIGINT, column_id::BIGINT, min_value, max_value, " + extra(TABLE_STATISTICS)
                        + " FROM " + layout.table(TABLE_STATISTICS) + where,
                row -> offer(
                        facts,
                        "table " + tableId,
                        row,
                        Optional.ofNullable(row.getString(3)),
                        Optional.ofNullable(row.getString(4))));
    }

    private static void offer(
            Collection<BoundFacts> facts, String subject, ResultSet row, Optional<String> min, Optional<String> max)
            throws SQLException {
        long column = row.getLong(2);
        Optional<String> extra = Optional.ofNullable(row.getString(5));
        for (BoundFacts bound : facts) {
            min.ifPresent(value -> bound.take(subject, column, value, Place.STATISTICS));
            max.ifPresent(value -> bound.take(subject, column, value, Place.STATISTICS));
            extra.ifPresent(text -> bound.takeText(subject, column, text, Place.STATISTICS));
        }
    }

    private String extra(String table) {
        return layout.has(table, "extra_stats") ? "extra_stats::VARCHAR" : "NULL::VARCHAR";
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
    }

    private void partitions(long tableId, Set<Long> columns, Collection<BoundFacts> facts) throws SQLException {
        engine.each(
                "SELECT v.data_file_id::BIGINT, c.column_id::BIGINT, c.transform, v.partition_value FROM "
                        + layout.table(PARTITION_VALUES) + " v JOIN " + layout.table(LakeLayout.DATA_FILE)
                        + " f ON f.data_file_id = v.data_file_id JOIN " + layout.table(PARTITION_COLUMNS)
                        + " c ON c.partition_id = f.partition_id AND c.partition_key_index = v.partition_key_index"
                        + " WHERE v.table_id = " + tableId,
                row -> {
                    if (columns.contains(row.getLong(2))) {
                        Optional<String> value = Optional.ofNullable(row.getString(4));
                        String transform = Optional.ofNullable(row.getString(3)).orElse("");
                        partitions
                                .computeIfAbsent(row.getLong(1), absent -> new ArrayList<>())
                                .add(new PartitionValue(row.getLong(2), transform, value));
                        String subject = file(row.getLong(1));
                        long column = row.getLong(2);
                        value.filter(text -> transform.equalsIgnoreCase("identity"))
                                .ifPresent(text ->
                                        facts.forEach(bound -> bound.take(subject, column, text, Place.PARTITION)));
                    }
                });
    }
}
