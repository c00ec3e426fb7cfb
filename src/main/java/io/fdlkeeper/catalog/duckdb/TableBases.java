package io.fdlkeeper.catalog.duckdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Works out the bases of a lake's tables, as key prefixes or absolute, for the {@link LakeQuery} to join.
 *
 * <p>A renamed table has several rows, and other writers leave out the slash behind a folder: then a table has several bases, of which
 * the first is the main one. A base that cannot be worked out stays, as unresolved.
 */
final class TableBases {

    /** The engine's table of bases. */
    static final String BASES = "bases";

    private static final Base UNRESOLVED = new Base(false, null);

    private final Engine engine;
    private final LakeLayout layout;
    private final String dataDir;

    /** A prefix; without a text it is unresolved. */
    private record Base(boolean absolute, @Nullable String text) {

        /** Concatenates, with a slash between if asked for. A path that is NULL adds nothing. */
        Base step(@Nullable String path, @Nullable Boolean relative, boolean joined) {
            if (path == null) {
                return this;
            }
            if (relative == null) {
                return UNRESOLVED;
            }
            boolean bare = !path.isEmpty() && !path.endsWith("/") && !path.endsWith("\\");
            var folder = joined && bare ? path + "/" : path;
            if (!relative) {
                return new Base(true, folder);
            }
            return text == null ? this : new Base(absolute, text + folder);
        }
    }

    /** The ways in which one folder's path was understood. */
    private record Bases(Base literal, Base joined) {

        Bases step(@Nullable String path, @Nullable Boolean relative) {
            return new Bases(literal.step(path, relative, false), joined.step(path, relative, true));
        }
    }

    TableBases(Engine engine, LakeLayout layout, String dataDir) {
        this.engine = engine;
        this.layout = layout;
        this.dataDir = dataDir;
    }

    /** Fills the engine's table {@value #BASES}. */
    void write() throws SQLException {
        engine.run(
                "CREATE OR REPLACE TABLE " + BASES
                        + " (base_of BIGINT, absolute BOOLEAN, base VARCHAR, main VARCHAR, main_absolute BOOLEAN, odd BOOLEAN)");
        try (var appender = engine.connection().createAppender("main", BASES)) {
            for (var table : ofTables().entrySet()) {
                var bases = List.copyOf(table.getValue());
                var main = bases.get(0);
                boolean unresolved = bases.contains(UNRESOLVED);
                for (var base : bases) {
                    appender.beginRow().append((long) table.getKey()).append(base.absolute());
                    appender.append(unresolved ? null : base.text());
                    appender.append(base.equals(main) ? null : main.text()).append(main.absolute());
                    appender.append(bases.size() > 1 || LakeQuery.isOdd(base.text()))
                            .endRow();
                }
            }
        }
    }

    private Map<Long, Set<Base>> ofTables() throws SQLException {
        var root = new Base(false, dataDir);
        var here = new Bases(root, root);
        var lost = new Bases(UNRESOLVED, UNRESOLVED);
        var schemas = new HashMap<Long, Bases>();
        var literal = new TreeMap<Long, Set<Base>>();
        var joined = new ArrayList<Map.Entry<Long, Base>>();
        if (!layout.hasFolders()) {
            engine.each(
                    "SELECT DISTINCT table_id::BIGINT FROM (SELECT table_id FROM " + layout.table(LakeLayout.DATA_FILE)
                            + " UNION ALL SELECT table_id FROM " + layout.table(LakeLayout.DELETE_FILE)
                            + ") WHERE table_id IS NOT NULL",
                    row -> literal.put(row.getLong(1), Set.of(root)));
            return literal;
        }
        engine.each(
                "SELECT schema_id::BIGINT, path, " + layout.relative(LakeLayout.SCHEMA) + " FROM "
                        + layout.table(LakeLayout.SCHEMA) + " WHERE schema_id IS NOT NULL",
                row -> schemas.merge(
                        row.getLong(1),
                        here.step(row.getString(2), flag(row, 3)),
                        (one, other) -> one.equals(other) ? one : lost));
        engine.each(
                "SELECT table_id::BIGINT, schema_id::BIGINT, path, " + layout.relative(LakeLayout.TABLE) + " FROM "
                        + layout.table(LakeLayout.TABLE) + " WHERE table_id IS NOT NULL ORDER BY ALL",
                row -> {
                    long schema = row.getLong(2);
                    var bases = (row.wasNull() ? lost : schemas.getOrDefault(schema, lost))
                            .step(row.getString(3), flag(row, 4));
                    literal.computeIfAbsent(row.getLong(1), absent -> new LinkedHashSet<>())
                            .add(bases.literal());
                    joined.add(Map.entry(row.getLong(1), bases.joined()));
                });
        // Spellings come after all that is written literally.
        joined.forEach(entry -> literal.computeIfAbsent(entry.getKey(), absent -> new LinkedHashSet<>())
                .add(entry.getValue()));
        return literal;
    }

    private static @Nullable Boolean flag(ResultSet row, int column) throws SQLException {
        boolean value = row.getBoolean(column);
        return row.wasNull() ? null : value;
    }
}
