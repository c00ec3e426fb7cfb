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

    /** A column that nobody knows any more. */
    private static final long UNKNOWN = -1;

    /** The columns that were at each place among a table's, counted from 0, at any time. */
    private static final String ORDINALS = """
            WITH c AS (SELECT * FROM %s WHERE table_id = %s AND parent_column IS NULL),
                 s AS (SELECT DISTINCT begin_snapshot AS at FROM c)
            SELECT DISTINCT row_number() OVER (PARTITION BY s.at ORDER BY c.column_order) - 1 AS ordinal, c.column_id
            FROM s JOIN c ON c.begin_snapshot <= s.at AND (c.end_snapshot IS NULL OR s.at < c.end_snapshot)""";

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
        String where = " WHERE table_id = " + tableId;
        statistics(where + " AND column_id IN (" + listed(columns) + ")", facts);
        if (layout.has(PARTITION_VALUES) && layout.has(PARTITION_COLUMNS)) {
            partitions(tableId, columns, facts, ordinals);
        }
    }

    /** Reads what was left of tables that are gone. @param known numbers of those that are not */
    void readLost(Set<Long> known, Collection<BoundFacts> facts) throws SQLException {
        String where =
                known.isEmpty() ? " WHERE true" : " WHERE coalesce(table_id NOT IN (" + listed(known) + "), true)";
        statistics(where, facts);
        if (layout.has(PARTITION_VALUES)) {
            engine.each(
                    "SELECT data_file_id::BIGINT, partition_value FROM " + layout.table(PARTITION_VALUES) + where
                            + " AND partition_value IS NOT NULL",
                    row -> {
                        String subject = file(row.getLong(1));
                        String value = row.getString(2);
                        facts.forEach(bound -> bound.take(subject, UNKNOWN, value, Place.PARTITION));
                    });
        }
    }

    private static String listed(Set<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private void statistics(String where, Collection<BoundFacts> facts) throws SQLException {
        for (String table : FILE_STATISTICS) {
            if (layout.has(table)) {
                statistics(table, where, facts, true);
            }
        }
        if (layout.has(VARIANTS)) {
            statistics(VARIANTS, where, facts, false);
        }
        if (layout.has(TABLE_STATISTICS)) {
            ofTables(where, facts);
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

    private void ofTables(String where, Collection<BoundFacts> facts) throws SQLException {
        engine.each(
                "SELECT table_id::BIGINT, column_id::BIGINT, min_value, max_value, " + extra(TABLE_STATISTICS)
                        + " FROM " + layout.table(TABLE_STATISTICS) + where,
                row -> offer(
                        facts,
                        "table " + row.getLong(1),
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

    /**
     * Reads values of partitions.
     *
     * <p>Those of files or partitions that are gone are left behind at times: then every column may be meant that was ever at this place of a
     * partition.
     */
    private void partitions(long tableId, Set<Long> columns, Collection<BoundFacts> facts, boolean ordinals)
            throws SQLException {
        String column = "c.column_id";
        String counted = "";
        if (ordinals) {
            column = "o.column_id";
            counted = " LEFT JOIN (" + ORDINALS.formatted(layout.table(LakeLayout.COLUMN), tableId)
                    + ") o ON o.ordinal = c.column_id";
        }
        engine.each(
                "SELECT v.data_file_id::BIGINT, " + column
                        + "::BIGINT, coalesce(c.transform, 'identity'), v.partition_value,"
                        + " coalesce(f.partition_id = c.partition_id, false) FROM " + layout.table(PARTITION_VALUES)
                        + " v LEFT JOIN " + layout.table(LakeLayout.DATA_FILE) + " f ON f.data_file_id = v.data_file_id"
                        + " LEFT JOIN " + layout.table(PARTITION_COLUMNS) + " c ON c.table_id = v.table_id"
                        + " AND c.partition_key_index = v.partition_key_index"
                        + " AND (f.partition_id IS NULL OR c.partition_id = f.partition_id)" + counted
                        + " WHERE v.table_id = " + tableId,
                row -> {
                    long named = row.getLong(2);
                    boolean unknown = row.wasNull();
                    String transform = row.getString(3);
                    Optional<String> value = Optional.ofNullable(row.getString(4));
                    if (!ordinals && !unknown && row.getBoolean(5) && columns.contains(named)) {
                        partitions
                                .computeIfAbsent(row.getLong(1), absent -> new ArrayList<>())
                                .add(new PartitionValue(named, transform, value));
                    }
                    if (value.isPresent() && transform.equalsIgnoreCase("identity")) {
                        String subject = file(row.getLong(1));
                        Set<Long> meant = unknown ? columns : Set.of(named);
                        meant.forEach(
                                id -> facts.forEach(bound -> bound.take(subject, id, value.get(), Place.PARTITION)));
                    }
                });
    }
}
