package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.duckdb.NameSegments.Segment;
import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Every name of a run once, numbered, in a table of the engine that spills to disk.
 *
 * <p>A name is a key with its reference; the reference is NULL where it is the key itself. What is known of a name is kept as bits by
 * its number, so a run costs a few bits of memory for each. The same name may have two numbers when two runs recorded it at once.
 */
final class NameTable {

    static final String NAMES = "names";

    private static final String MATCHED = "matched";
    private static final String FRESH = "fresh";
    private static final String ASKED = "asked";

    private final NameSegments segments;
    private final Map<Segment, Integer> bases = new LinkedHashMap<>();
    private final List<Segment> pending = new ArrayList<>();
    private int size;

    NameTable(NameSegments segments) {
        this.segments = segments;
    }

    /** Puts all names into a new engine. */
    void moveTo(Engine engine) throws SQLException {
        engine.run("CREATE TABLE " + NAMES + " (id INTEGER, key VARCHAR, ref VARCHAR)");
        pending.clear();
        pending.addAll(bases.keySet());
    }

    /** Returns the number of the first name of a list, which is loaded when it is needed. */
    int baseOf(Segment segment) {
        var known = bases.get(segment);
        if (known != null) {
            return known;
        }
        int base = size;
        bases.put(segment, base);
        pending.add(segment);
        size = Math.addExact(size, segment.rows());
        return base;
    }

    /** Returns the lists known so far with the numbers of their first names, in the order of those. */
    Map<Segment, Integer> bases() {
        return bases;
    }

    /** Loads the lists that were only numbered so far. */
    void load(Engine engine) throws SQLException {
        for (var segment : pending) {
            long loaded = engine.run("INSERT INTO " + NAMES + " SELECT (n + " + bases.get(segment)
                    + ")::INTEGER, key, ref FROM read_parquet("
                    + Sql.literal(segments.file(segment).toString()) + ")");
            if (loaded != segment.rows()) {
                throw new IllegalStateException("the list of names " + segments.file(segment) + " holds " + loaded
                        + " names instead of " + segment.rows() + "; remove the folder, it is made again");
            }
        }
        pending.clear();
    }

    /** Numbers what the {@link LakeReader} named, writing names that are new to a list of their own. */
    CatalogNames number(Engine engine) throws SQLException, IOException {
        load(engine);
        engine.run("CREATE OR REPLACE TABLE " + MATCHED
                + " AS SELECT n.id, c.kind, CASE WHEN n.id IS NULL THEN c.key END AS key, c.ref FROM "
                + LakeReader.NAMED
                + " c LEFT JOIN " + NAMES + " n ON n.key = c.key AND n.ref IS NOT DISTINCT FROM c.ref");
        var names = new CatalogNames();
        if (engine.number("SELECT count(*) FROM " + MATCHED + " WHERE id IS NULL") > 0) {
            numberFresh(engine, names);
        }
        collect(engine, "SELECT id, kind FROM " + MATCHED + " WHERE id IS NOT NULL", names);
        engine.run("DROP TABLE " + MATCHED);
        return names;
    }

    private void numberFresh(Engine engine, CatalogNames names) throws SQLException, IOException {
        engine.run("CREATE OR REPLACE TABLE " + FRESH
                + " AS SELECT (row_number() OVER () - 1)::INTEGER AS n, key, ref, bits FROM (SELECT key, ref,"
                + " bit_or(1 << kind::INTEGER) AS bits FROM " + MATCHED + " WHERE id IS NULL GROUP BY key, ref)");
        int rows = Math.toIntExact(engine.number("SELECT count(*) FROM " + FRESH));
        var segment = segments.write(engine, "(SELECT n, key, ref FROM " + FRESH + ")", rows);
        boolean isNew = !bases.containsKey(segment);
        int base = baseOf(segment);
        if (isNew) {
            engine.run("INSERT INTO " + NAMES + " SELECT (n + " + base + ")::INTEGER, key, ref FROM " + FRESH);
            pending.remove(segment);
        }
        for (int kind = LakeQuery.SCHEDULED; kind <= LakeQuery.CURRENT; kind++) {
            collect(
                    engine,
                    "SELECT n + " + base + ", " + kind + " FROM " + FRESH + " WHERE bits & " + (1 << kind) + " <> 0",
                    names);
        }
        engine.run("DROP TABLE " + FRESH);
    }

    /** Finds the numbers of all names whose key is among these. */
    void find(Engine engine, Collection<ObjectKey> keys, BiConsumer<Integer, ObjectKey> found) throws SQLException {
        load(engine);
        engine.run("CREATE OR REPLACE TABLE " + ASKED + " (key VARCHAR)");
        try (var appender = engine.connection().createAppender("main", ASKED)) {
            for (var key : keys) {
                appender.beginRow().append(key.text()).endRow();
            }
        }
        engine.each(
                "SELECT n.id, n.key FROM " + NAMES + " n SEMI JOIN " + ASKED + " a USING (key)",
                row -> found.accept(row.getInt(1), new ObjectKey(row.getString(2))));
        engine.run("DROP TABLE " + ASKED);
    }

    private static void collect(Engine engine, String sql, CatalogNames names) throws SQLException {
        BitSet[] ofKind = {names.scheduled(), names.ended(), names.current()};
        engine.each(sql, row -> ofKind[row.getInt(2)].set(row.getInt(1)));
    }
}
