package io.fdlkeeper.sample;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes Parquet files into the data folder as DuckLake does: field ids are column ids, names are UUIDv7. */
final class ParquetFiles {
    /** Field ids of columns that are no table's. Source: the DuckLake specification. */
    private static final Map<String, Long> DELETE_FIELDS = Map.of("file_path", 2147483646L, "pos", 2147483645L);

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String ROW_ID = "_ducklake_internal_row_id";
    private static final long ROW_ID_FIELD = 2147483540L;

    private final Sql sql;
    private final Path dataFolder;
    private final SeededIds ids;

    ParquetFiles(Sql sql, Path dataFolder, SeededIds ids) {
        this.sql = sql;
        this.dataFolder = dataFolder;
        this.ids = ids;
    }

    /** Writes the rows of a query as one file of a table, or of one partition of it. */
    WrittenFile rows(LakeTable table, @Nullable String partitionValue, String query, Instant at)
            throws SQLException, IOException {
        var name = hiveFolder(table, partitionValue) + "ducklake-" + ids.at(at) + ".parquet";
        return write(table, name, query, fieldIds(table), partitionValue, at);
    }

    /** Writes the positions of the rows of a data file for which a condition holds. */
    WrittenFile deletes(LakeTable table, DataFile file, String condition, Instant at) throws SQLException, IOException {
        var stored = Sql.literal(dataFolder + "/" + table.folder() + file.path());
        var query = "SELECT " + stored + " AS file_path, file_row_number AS pos FROM " + reading(table, file)
                + " WHERE " + condition + " ORDER BY pos";
        var name = "ducklake-" + ids.at(at) + "-delete.parquet";
        return write(table, name, query, DELETE_FIELDS, null, at);
    }

    /** Writes the same rows with one column changed; they keep the row ids they had. */
    WrittenFile rewritten(LakeTable table, DataFile file, String condition, String change, Instant at)
            throws SQLException, IOException {
        var query = "SELECT * EXCLUDE (file_row_number) REPLACE (" + change + "), file_row_number + "
                + file.rowIdStart() + " AS " + ROW_ID + " FROM " + reading(table, file) + " WHERE " + condition;
        var fields = fieldIds(table);
        fields.put(ROW_ID, ROW_ID_FIELD);
        var name = hiveFolder(table, file.partitionValue()) + "ducklake-" + ids.at(at) + ".parquet";
        return write(table, name, query, fields, file.partitionValue(), at);
    }

    private String reading(LakeTable table, DataFile file) {
        return "read_parquet(" + Sql.literal(dataFolder.resolve(table.folder() + file.path()))
                + ", file_row_number = true, hive_partitioning = false)";
    }

    private WrittenFile write(
            LakeTable table,
            String name,
            String query,
            Map<String, Long> fieldIds,
            @Nullable String partitionValue,
            Instant at)
            throws SQLException, IOException {
        var target = dataFolder.resolve(table.folder() + name);
        Files.createDirectories(target.getParent());
        var fields = fieldIds.entrySet().stream()
                .map(field -> field.getKey() + ": " + field.getValue())
                .collect(joining(", ", "{", "}"));
        var copy = "COPY (" + query + ") TO " + Sql.literal(target) + " (FORMAT parquet, FIELD_IDS " + fields
                + ", RETURN_STATS)";
        var written = sql.one(
                copy,
                row -> new WrittenFile(
                        name,
                        row.getLong("count"),
                        row.getLong("file_size_bytes"),
                        row.getLong("footer_size_bytes"),
                        bounds(row, fieldIds),
                        partitionValue));
        Files.setLastModifiedTime(target, FileTime.from(at));
        return written;
    }

    private static Map<Long, WrittenFile.Bounds> bounds(ResultSet row, Map<String, Long> fieldIds) throws SQLException {
        var bounds = new HashMap<Long, WrittenFile.Bounds>();
        for (var column : ((Map<?, ?>) row.getObject("column_statistics")).entrySet()) {
            var name = column.getKey().toString().replace("\"", "");
            var facts = (Map<?, ?>) column.getValue();
            var field = fieldIds.get(name);
            if (field != null) {
                bounds.put(field, bounds(facts));
            }
        }
        return bounds;
    }

    private static WrittenFile.Bounds bounds(Map<?, ?> facts) {
        var nulls = count(facts, "null_count");
        var nan = facts.get("has_nan");
        return new WrittenFile.Bounds(
                count(facts, "column_size_bytes"),
                count(facts, "num_values") - nulls,
                nulls,
                text(facts, "min"),
                text(facts, "max"),
                nan == null ? null : Boolean.valueOf(nan.toString()));
    }

    private static long count(Map<?, ?> facts, String name) {
        var text = text(facts, name);
        return text == null ? 0 : new BigInteger(text).longValueExact();
    }

    private static @Nullable String text(Map<?, ?> facts, String name) {
        var value = facts.get(name);
        return value == null ? null : value.toString();
    }

    private static Map<String, Long> fieldIds(LakeTable table) {
        var fields = new LinkedHashMap<String, Long>();
        table.columns().forEach(column -> fields.put(column.name(), column.id()));
        return fields;
    }

    private static String hiveFolder(LakeTable table, @Nullable String value) {
        var partition = table.partition();
        if (partition == null || value == null) {
            return "";
        }
        return percentEncoded(partition.column().name()) + "=" + percentEncoded(value) + "/";
    }

    /** Encodes each byte but those of {@code A-Za-z0-9_-~.}, as DuckLake does for its partition folders. */
    static String percentEncoded(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            var c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || "_-~.".indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }
}
