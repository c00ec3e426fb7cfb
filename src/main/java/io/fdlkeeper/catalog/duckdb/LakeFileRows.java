package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.Guard;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every row of a lake that names a file, one by one, with all keys it may mean: what a {@link LakeQuery} tells, but whose file it is. */
public final class LakeFileRows {

    private static final String FILES = "SELECT %s AS deletes, %s AS id, table_id::BIGINT, path, %s, %s FROM %s";

    private final Engine engine;
    private final LakeLayout layout;
    private final String dataDir;
    private final AddressRules rules;
    private final boolean oddBase;
    private final Map<Long, List<Base>> bases = new HashMap<>();
    private long unusable;

    private LakeFileRows(Engine engine, LakeLayout layout, RepositoryAddress address, String dataPath) {
        this.engine = engine;
        this.layout = layout;
        this.dataDir = address.dataDir();
        this.rules = new AddressRules(address, dataPath);
        this.oddBase = rules.hasOddBase();
    }

    /**
     * A data or delete row.
     *
     * @param deletes   whether it is of positions of deleted rows
     * @param fileId    its own id
     * @param tableId   whose it is
     * @param path      the text of the row
     * @param spellings keys it may mean, the main one first; empty where it names a file elsewhere
     * @param external  what it names elsewhere, or relative to something that is not known
     */
    public record Row(
            boolean deletes,
            long fileId,
            OptionalLong tableId,
            String path,
            List<String> spellings,
            Optional<String> external) {}

    private record Base(boolean absolute, @Nullable String text, boolean odd) {}

    /** Takes one row. */
    @FunctionalInterface
    public interface Sink {
        void row(Row row) throws SQLException;
    }

    /**
     * Hands over every data and delete row.
     *
     * @return the lake's format
     * @throws UnusableLakeException when a row cannot be understood, or the lake's version or data path
     */
    public static String each(
            Engine engine, LakeLayout layout, RepositoryAddress address, boolean developmentFormat, Sink sink)
            throws SQLException, UnusableLakeException {
        var settings = LakeReader.settings(engine, layout, developmentFormat);
        new LakeFileRows(engine, layout, address, settings.dataPath()).read(sink);
        return settings.version();
    }

    private void read(Sink sink) throws SQLException, UnusableLakeException {
        new TableBases(engine, layout, dataDir).write();
        engine.each(
                "SELECT base_of, absolute, base, odd FROM " + TableBases.BASES + " ORDER BY base_of, main IS NOT NULL",
                row -> bases.computeIfAbsent(row.getLong(1), absent -> new ArrayList<>())
                        .add(new Base(row.getBoolean(2), row.getString(3), row.getBoolean(4))));
        for (var table : List.of(LakeLayout.DATA_FILE, LakeLayout.DELETE_FILE)) {
            boolean deletes = table.equals(LakeLayout.DELETE_FILE);
            var id = deletes ? "delete_file_id" : "data_file_id";
            engine.each(
                    FILES.formatted(
                            deletes,
                            layout.has(table, id) ? id + "::BIGINT" : "NULL::BIGINT",
                            layout.relative(table),
                            deletes ? "lower(format) IN ('parquet', 'puffin')" : "lower(file_format) = 'parquet'",
                            layout.table(table)),
                    row -> take(row, sink));
        }
        if (unusable > 0) {
            throw new UnusableLakeException(
                    Guard.NULL_PATH,
                    "has " + unusable + " data or delete rows without a path, relative to nothing that is known, or"
                            + " of an unknown format");
        }
    }

    private void take(ResultSet row, Sink sink) throws SQLException {
        long tableId = row.getLong(3);
        var table = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(tableId);
        @Nullable String path = row.getString(4);
        boolean relative = row.getBoolean(5);
        boolean unknown = row.wasNull();
        boolean readable = row.getBoolean(6);
        if (path == null || unknown || !readable || (relative && table.isEmpty())) {
            unusable++;
            return;
        }
        var addresses = new ArrayList<Address>();
        if (!relative) {
            addresses.add(rules.judge(path));
        } else if (bases.containsKey(tableId)) {
            for (var base : bases.get(tableId)) {
                if (base.text() == null) {
                    unusable++;
                    return;
                }
                addresses.add(address(base, path));
            }
        } else {
            addresses.add(new Address.Unanchored(path));
        }
        sink.row(row(row.getBoolean(1), row.getLong(2), table, path, addresses));
    }

    private Address address(Base base, String path) {
        var text = base.text() + path;
        if (base.absolute()) {
            return rules.judge(text);
        }
        return oddBase || base.odd() || LakeQuery.isOdd(path)
                ? rules.below(text.substring(dataDir.length()))
                : new Address.Here(List.of(text));
    }

    private static Row row(boolean deletes, long id, OptionalLong table, String path, List<Address> addresses) {
        Set<String> keys = new LinkedHashSet<>();
        for (var address : addresses) {
            if (address instanceof Address.Here here) {
                keys.addAll(here.keys());
            }
        }
        return new Row(
                deletes,
                id,
                table,
                path,
                List.copyOf(keys),
                keys.isEmpty() ? Optional.of(elsewhere(addresses.get(0), path)) : Optional.empty());
    }

    private static String elsewhere(Address address, String path) {
        return address instanceof Address.Elsewhere elsewhere ? elsewhere.url() : path;
    }
}
