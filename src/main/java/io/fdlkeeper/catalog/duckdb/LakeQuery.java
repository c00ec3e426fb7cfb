package io.fdlkeeper.catalog.duckdb;

/**
 * Writes the one query that says what a lake's rows name.
 *
 * <p>Concatenation only, as DuckLake itself does: no joiner, no decoding, no filter on snapshots, since readers reach rows that no kept
 * snapshot shows. LEFT joins only, so that a row never disappears for want of its table. Source: the DuckLake extension's own path
 * resolution, which is the same in all versions.
 */
final class LakeQuery {

    /** Where the rows go: one per row and base, with what became of it. */
    static final String STAGE = "stage";

    /** Relative to the data path, and spelled in one way only. */
    static final int PLAIN = 0;
    /** Relative to the data path, with a spelling others may write differently. */
    static final int ODD = 1;
    /** Not relative to the data path. */
    static final int ABSOLUTE = 2;
    /** Relative to a table whose row is gone. */
    static final int LOOSE = 3;
    /** Without a path, or without saying what it is relative to. */
    static final int UNRESOLVED = 4;
    /** Neither Parquet nor Puffin. */
    static final int UNKNOWN_FORMAT = 5;

    /** A data or delete row that no snapshot has ended. */
    static final int CURRENT = 2;
    /** A data or delete row held by history only. */
    static final int ENDED = 1;
    /** A row that schedules a file for deletion. */
    static final int SCHEDULED = 0;

    private static final String ODD_TEXT =
            "(%1$s[1] = '/' OR contains(%1$s, '//') OR contains(%1$s, './') OR contains(%1$s, '%%')"
                    + " OR contains(%1$s, '?') OR contains(%1$s, '\\'))";

    private final LakeLayout layout;
    private final int plain;

    /** @param oddBase whether the data path itself may be spelled in several ways, so that no row is plain */
    LakeQuery(LakeLayout layout, boolean oddBase) {
        this.layout = layout;
        this.plain = oddBase ? ODD : PLAIN;
    }

    static String createStage() {
        return "CREATE OR REPLACE TABLE " + STAGE
                + " (sort UTINYINT, text VARCHAR, main VARCHAR, main_absolute BOOLEAN, kind UTINYINT)";
    }

    /** Puts data and delete rows on the stage. */
    String stageFiles() {
        return "INSERT INTO " + STAGE + " WITH f AS ("
                + files(LakeLayout.DATA_FILE, "lower(file_format) = 'parquet'")
                + " UNION ALL "
                + files(LakeLayout.DELETE_FILE, "lower(format) IN ('parquet', 'puffin')")
                + "), " + (layout.hasFolders() ? folders() : noFolders())
                + ", r AS (SELECT f.*, b.table_id IS NOT NULL AS found, b.unresolved, b.absolute,"
                + " CASE WHEN NOT f.relative OR b.table_id IS NULL THEN f.path ELSE b.base || f.path END AS text,"
                + " CASE WHEN b.rank > 0 THEN b.main || f.path END AS main, b.main_absolute"
                + " FROM f LEFT JOIN b ON f.relative AND b.table_id = f.table_id)"
                + " SELECT CASE WHEN path IS NULL OR relative IS NULL OR (relative AND table_id IS NULL) THEN "
                + UNRESOLVED
                + " WHEN readable IS NOT TRUE THEN " + UNKNOWN_FORMAT
                + " WHEN NOT relative THEN " + ABSOLUTE
                + " WHEN NOT found THEN " + LOOSE
                + " WHEN unresolved THEN " + UNRESOLVED
                + " WHEN absolute THEN " + ABSOLUTE
                + " WHEN main IS NOT NULL OR " + ODD_TEXT.formatted("text") + " THEN " + ODD
                + " ELSE " + plain + " END, text, main, main_absolute,"
                + " CASE WHEN end_snapshot IS NULL THEN " + CURRENT + " ELSE " + ENDED + " END FROM r";
    }

    /** Puts rows that schedule a file on the stage; one without a path names nothing. */
    String stageScheduled() {
        return "INSERT INTO " + STAGE + " SELECT CASE WHEN NOT relative THEN " + ABSOLUTE + " WHEN "
                + ODD_TEXT.formatted("path") + " THEN " + ODD + " ELSE " + plain + " END, path, NULL, NULL, "
                + SCHEDULED
                + " FROM (SELECT path, " + layout.relative(LakeLayout.SCHEDULED) + " AS relative FROM "
                + layout.table(LakeLayout.SCHEDULED) + ") WHERE path IS NOT NULL AND relative IS NOT NULL";
    }

    private String files(String table, String readable) {
        return "SELECT table_id, path, " + layout.relative(table) + " AS relative, " + readable
                + " AS readable, end_snapshot FROM " + layout.table(table);
    }

    private static String noFolders() {
        // Every table there could be has the data path itself as its base.
        return "b AS (SELECT DISTINCT table_id, false AS absolute, '' AS base, 0 AS rank, '' AS main,"
                + " false AS main_absolute, false AS unresolved FROM f)";
    }

    /**
     * The bases of each table, below the data path or absolute. A renamed table has several rows, and other writers leave out the slash
     * behind a folder: then a table has several bases, of which the first is the main one.
     */
    private String folders() {
        return "s AS (SELECT schema_id, " + step("false", "''", "''") + " FROM "
                + source(LakeLayout.SCHEMA, "schema_id")
                + "), t AS (SELECT table_id, " + step("s.absolute", "s.base", "s.joined") + " FROM "
                + source(LakeLayout.TABLE, "table_id, schema_id")
                + " LEFT JOIN s USING (schema_id)), d AS ("
                + "SELECT DISTINCT table_id, absolute, base, 0 AS spelled FROM t UNION ALL"
                + " SELECT DISTINCT table_id, absolute, joined, 1 FROM t WHERE joined IS DISTINCT FROM base),"
                + " b AS (SELECT table_id, absolute, base, row_number() OVER w - 1 AS rank, first_value(base) OVER w AS main,"
                + " first_value(absolute) OVER w AS main_absolute,"
                + " bool_or(base IS NULL OR absolute IS NULL) OVER (PARTITION BY table_id) AS unresolved"
                + " FROM d WINDOW w AS (PARTITION BY table_id ORDER BY spelled, absolute, base))";
    }

    private String source(String table, String ids) {
        return "(SELECT " + ids + ", path AS p, " + layout.relative(table) + " AS r FROM " + layout.table(table) + ")";
    }

    private static String step(String absolute, String base, String joined) {
        String slash = "CASE WHEN p = '' OR right(p, 1) IN ('/', '\\') THEN p ELSE p || '/' END";
        return "CASE WHEN p IS NULL OR r THEN " + absolute
                + " WHEN NOT r THEN true END AS absolute, CASE WHEN p IS NULL THEN "
                + base + " WHEN r THEN " + base + " || p WHEN NOT r THEN p END AS base, CASE WHEN p IS NULL THEN "
                + joined
                + " WHEN r THEN " + joined + " || " + slash + " WHEN NOT r THEN " + slash + " END AS joined";
    }
}
