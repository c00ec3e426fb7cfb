package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.duckdb.NameSegments.Segment;
import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiConsumer;

/**
 * Every name of a run once, numbered, in a table of the engine that spills to disk.
 *
 * <p>A name is a key with its reference; the reference is NULL where it is the key itself. What is known of a name is kept as bits by
 * its number, so a run costs a few bits of memory for each. The same name may have two numbers when two runs recorded it at once.
 */
final class NameTable {

    static final String NAMES = "names";

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
        if (pending.isEmpty()) {
            return;
        }
        var files = new StringJoiner(", ", "[", "]");
        var numbers = new StringJoiner(", ");
        long rows = 0;
        for (var segment : pending) {
            var file = Sql.literal(segments.file(segment).toString());
            files.add(file);
            numbers.add("(" + file + ", " + bases.get(segment) + ")");
            rows += segment.rows();
        }
        long loaded = engine.run(
                "INSERT INTO " + NAMES + " SELECT (l.n + b.base)::INTEGER, l.key, l.ref FROM read_parquet(" + files
                        + ", filename = true) l JOIN (VALUES " + numbers + ") b(file, base) ON l.filename = b.file");
        if (loaded != rows) {
            throw new IllegalStateException("the lists of names in " + segments.folder() + " hold " + loaded
                    + " names instead of " + rows + "; remove the folder, it is made again");
        }
        pending.clear();
    }

    /**
     * Numbers what the {@link LakeReader} left without one, writing names that are new to a list of their own.
     *
     * @param spelled whether any of them has several spellings: the reader looks up plain ones itself
     */
    void number(Engine engine, CatalogNames names, boolean spelled) throws SQLException, IOException {
        var unnumbered = LakeReader.UNNUMBERED;
        var same = " ON n.key = u.key AND n.ref IS NOT DISTINCT FROM u.ref";
        if (spelled) {
            engine.each(
                    "SELECT n.id, 1 << u.kind::INTEGER FROM " + unnumbered + " u JOIN " + NAMES + " n" + same,
                    row -> names.set(row.getInt(1), row.getInt(2)));
        }
        engine.run("CREATE OR REPLACE TABLE " + FRESH
                + " AS SELECT (row_number() OVER () - 1)::INTEGER AS n, key, ref, kinds FROM (SELECT key, ref,"
                + " bit_or(1 << kind::INTEGER) AS kinds FROM " + unnumbered + " u"
                + (spelled ? " ANTI JOIN " + NAMES + " n" + same : "") + " GROUP BY key, ref)");
        int rows = Math.toIntExact(engine.number("SELECT count(*) FROM " + FRESH));
        if (rows > 0) {
            int base = keepFresh(engine, rows);
            engine.each("SELECT n, kinds FROM " + FRESH, row -> names.set(base + row.getInt(1), row.getInt(2)));
        }
        engine.run("DROP TABLE " + FRESH);
    }

    private int keepFresh(Engine engine, int rows) throws SQLException, IOException {
        var segment = segments.write(engine, "(SELECT n, key, ref FROM " + FRESH + ")", rows);
        boolean isNew = !bases.containsKey(segment);
        int base = baseOf(segment);
        if (isNew) {
            engine.run("INSERT INTO " + NAMES + " SELECT (n + " + base + ")::INTEGER, key, ref FROM " + FRESH);
            pending.remove(segment);
        }
        return base;
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
}
