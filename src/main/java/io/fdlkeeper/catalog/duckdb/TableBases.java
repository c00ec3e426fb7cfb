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
        return layout.hasFolders() ? withFolders() : withoutFolders();
    }

    private Map<Long, Set<Base>> withoutFolders() throws SQLException {
        var tables = new TreeMap<Long, Set<Base>>();
        engine.each(
                "SELECT DISTINCT table_id::BIGINT FROM (SELECT table_id FROM " + layout.table(LakeLayout.DATA_FILE)
                        + " UNION ALL SELECT table_id FROM " + layout.table(LakeLayout.DELETE_FILE)
                        + ") WHERE table_id IS NOT NULL",
                row -> tables.put(row.getLong(1), Set.of(new Base(false, dataDir))));
        return tables;
    }

    private Map<Long, Set<Base>> withFolders() throws SQLException {
        var root = new Base(false, dataDir);
        var here = new Bases(root, root);
        var lost = new Bases(UNRESOLVED, UNRESOLVED);
        var schemas = new HashMap<Long, Bases>();
        var tables = new TreeMap<Long, Set<Base>>();
        var joined = new ArrayList<Map.Entry<Long, Base>>();
        engine.each(
                "SELECT false AS is_table, schema_id::BIGINT AS id, NULL::BIGINT AS parent, path, "
                        + layout.relative(LakeLayout.SCHEMA) + " FROM " + layout.table(LakeLayout.SCHEMA)
                        + " UNION ALL SELECT true, table_id::BIGINT, schema_id::BIGINT, path, "
                        + layout.relative(LakeLayout.TABLE) + " FROM " + layout.table(LakeLayout.TABLE)
                        + " ORDER BY ALL",
                row -> {
                    long id = row.getLong(2);
                    if (row.wasNull()) {
                        return;
                    }
                    if (!row.getBoolean(1)) {
                        var bases = here.step(row.getString(4), flag(row, 5));
                        schemas.merge(id, bases, (one, other) -> one.equals(other) ? one : lost);
                        return;
                    }
                    long schema = row.getLong(3);
                    var parent = row.wasNull() ? lost : schemas.getOrDefault(schema, lost);
                    var bases = parent.step(row.getString(4), flag(row, 5));
                    tables.computeIfAbsent(id, absent -> new LinkedHashSet<>()).add(bases.literal());
                    joined.add(Map.entry(id, bases.joined()));
                });
        // Spellings come after all that is written literally.
        joined.forEach(entry -> tables.computeIfAbsent(entry.getKey(), absent -> new LinkedHashSet<>())
                .add(entry.getValue()));
        return tables;
    }

    private static @Nullable Boolean flag(ResultSet row, int column) throws SQLException {
        boolean value = row.getBoolean(column);
        return row.wasNull() ? null : value;
    }
}
