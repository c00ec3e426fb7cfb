package io.fdlkeeper.catalog.duckdb;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the query that says what a lake's rows name, row by row.
 *
 * <p>Concatenation only, as DuckLake itself does: no joiner, no decoding, no filter on snapshots, since readers reach rows that no kept
 * snapshot shows. LEFT joins only, so that a row never disappears for want of its table. Source: the DuckLake extension's own path
 * resolution, which is the same in all versions.
 *
 * <p>The columns are {@code kind}, {@code sort}, {@code id}, the number of a plain row whose name is known, {@code text}, which is NULL
 * for those, {@code main}, the main spelling's text where it is another, and {@code main_absolute}.
 */
final class LakeQuery {

    /** A key: relative to the data path, and spelled in one way only. */
    static final int PLAIN = 0;
    /** Relative to the data path, with a spelling others may write differently; the text begins with the data folder. */
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

    private static final List<String> ODD_PARTS = List.of("//", "./", "%", "?", "\\");
    private static final String ODD_PATH = "(starts_with(path, '/') OR contains(path, '//') OR contains(path, './')"
            + " OR contains(path, '%') OR contains(path, '?') OR contains(path, '\\'))";

    private final LakeLayout layout;
    private final String dataDir;
    private final int plain;

    /**
     * @param dataDir the data folder as a key prefix
     * @param oddBase whether the data path itself may be spelled in several ways, so that no row is plain
     */
    LakeQuery(LakeLayout layout, String dataDir, boolean oddBase) {
        this.layout = layout;
        this.dataDir = Sql.literal(dataDir);
        this.plain = oddBase ? ODD : PLAIN;
    }

    /** Tells whether a base, or a path, can be spelled in several ways. */
    static boolean isOdd(@Nullable String text) {
        return text != null && (text.startsWith("/") || ODD_PARTS.stream().anyMatch(text::contains));
    }

    /** Reads every row; {@link TableBases} come first. */
    String rows() {
        return "SELECT r.kind, r.sort, n.id, CASE WHEN n.id IS NULL THEN r.text END, r.main, r.main_absolute"
                + " FROM (SELECT *, CASE WHEN sort = " + PLAIN + " THEN text END AS name FROM (" + files()
                + " UNION ALL "
                + scheduled() + ")) r LEFT JOIN (SELECT id, key FROM " + NameTable.NAMES
                + " WHERE ref IS NULL) n ON n.key = r.name";
    }

    private String files() {
        return "SELECT CASE WHEN end_snapshot IS NULL THEN " + CURRENT + " ELSE " + ENDED + " END AS kind,"
                + " CASE WHEN path IS NULL OR relative IS NULL OR (relative AND lookup IS NULL) THEN " + UNRESOLVED
                + " WHEN readable IS NOT TRUE THEN " + UNKNOWN_FORMAT
                + " WHEN NOT relative THEN " + ABSOLUTE
                + " WHEN b.base_of IS NULL THEN " + LOOSE
                + " WHEN b.base IS NULL THEN " + UNRESOLVED
                + " WHEN b.absolute THEN " + ABSOLUTE
                + " WHEN b.odd OR " + ODD_PATH + " THEN " + ODD
                + " ELSE " + plain + " END AS sort,"
                + " CASE WHEN b.base_of IS NULL THEN path ELSE b.base || path END AS text,"
                + " b.main || path AS main, b.main_absolute FROM ("
                + filesOf(LakeLayout.DATA_FILE, "(file_format = 'parquet' OR lower(file_format) = 'parquet')")
                + " UNION ALL "
                + filesOf(LakeLayout.DELETE_FILE, "lower(format) IN ('parquet', 'puffin')")
                + ") f LEFT JOIN " + TableBases.BASES + " b ON b.base_of = f.lookup";
    }

    private String filesOf(String table, String readable) {
        String relative = layout.relative(table);
        return "SELECT path, " + relative + " AS relative, CASE WHEN " + relative
                + " THEN table_id::BIGINT END AS lookup, " + readable + " AS readable, end_snapshot FROM "
                + layout.table(table);
    }

    /** A scheduled row without a path names nothing; it is relative to the data path, never to the table. */
    private String scheduled() {
        return "SELECT " + SCHEDULED + ", CASE WHEN NOT relative THEN " + ABSOLUTE + " WHEN " + ODD_PATH + " THEN "
                + ODD
                + " ELSE " + plain + " END, CASE WHEN relative THEN " + dataDir
                + " || path ELSE path END, NULL::VARCHAR, NULL::BOOLEAN FROM (SELECT path, "
                + layout.relative(LakeLayout.SCHEDULED) + " AS relative FROM " + layout.table(LakeLayout.SCHEDULED)
                + ") WHERE path IS NOT NULL AND relative IS NOT NULL";
    }
}
