package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.Guard;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads every lake of an attached catalog to its end.
 *
 * <p>Names that are known by a number are given back as such; all others are left in the engine's own table {@link #UNNUMBERED}.
 */
final class LakeReader {

    /** Versions the DuckLake extension knows, but 1.1-dev1. */
    private static final Set<String> FORMATS = Set.of("0.1", "0.2", "0.3-dev1", "0.3", "0.4-dev1", "0.4", "1.0");

    static final String DEVELOPMENT_FORMAT = "1.1-dev1";

    /** Keys, their references where these are others, and the kinds of the rows that name them. */
    static final String UNNUMBERED = "unnumbered";

    private final Engine engine;
    private final RepositoryAddress address;
    private final boolean developmentFormat;

    LakeReader(Engine engine, RepositoryAddress address, boolean developmentFormat) {
        this.engine = engine;
        this.address = address;
        this.developmentFormat = developmentFormat;
    }

    /**
     * One catalog.
     *
     * @param facts      what it says
     * @param known      its names that have numbers already
     * @param unnumbered whether others are left
     * @param spelled    whether any of those is one of several spellings of a row
     */
    record Reading(CatalogFacts facts, CatalogNames known, boolean unnumbered, boolean spelled) {}

    Reading read(String database) throws SQLException, UnusableLakeException {
        var facts = new FactsGathered();
        var known = new CatalogNames();
        boolean unnumbered = false;
        boolean spelled = false;
        engine.run("CREATE OR REPLACE TABLE " + UNNUMBERED + " (key VARCHAR, ref VARCHAR, kind UTINYINT)");
        for (var layout : LakeLayout.of(engine, database)) {
            var rows = readLake(layout, facts, known);
            unnumbered |= !rows.allNumbered();
            spelled |= rows.spelled();
        }
        return new Reading(facts.facts(), known, unnumbered, spelled);
    }

    private LakeRows readLake(LakeLayout layout, FactsGathered facts, CatalogNames known)
            throws SQLException, UnusableLakeException {
        var settings = settings(engine, layout, developmentFormat);
        var format = settings.version();
        var rules = new AddressRules(address, settings.dataPath());
        var query = new LakeQuery(layout, address.dataDir(), rules.hasOddBase());
        new TableBases(engine, layout, address.dataDir()).write();
        facts.lake(format, settings.dataPath());
        count(layout, facts);
        engine.each(String.join(" UNION ", sqlColumns(layout)), row -> facts.sqlText(row.getString(1)));
        try (var writing = engine.connection().duplicate();
                var unnumbered = writing.createAppender("main", UNNUMBERED)) {
            var rows = new LakeRows(rules, address.dataDir(), facts, known, unnumbered);
            engine.each(query.rows(), rows::take);
            rows.finish();
            return rows;
        }
    }

    /** The global settings a lake cannot be read without. */
    record Settings(String version, String dataPath) {}

    static Settings settings(Engine engine, LakeLayout layout, boolean developmentFormat)
            throws SQLException, UnusableLakeException {
        Map<String, List<@Nullable String>> values = new HashMap<>();
        engine.each(
                "SELECT key, value FROM " + layout.table(LakeLayout.METADATA) + " WHERE key IN ('version', 'data_path')"
                        + (layout.has(LakeLayout.METADATA, "scope") ? " AND scope IS NULL" : ""),
                row -> values.computeIfAbsent(row.getString(1), absent -> new ArrayList<>())
                        .add(row.getString(2)));
        var versions = values.getOrDefault("version", List.of());
        @Nullable String version = versions.size() == 1 ? versions.get(0) : null;
        if (version == null || !isKnown(version, developmentFormat)) {
            throw new UnusableLakeException(
                    Guard.UNKNOWN_DUCKLAKE_VERSION,
                    "tells its DuckLake version as " + versions + "; known are 0.1 to 1.0, each once");
        }
        var dataPaths = values.getOrDefault("data_path", List.of());
        @Nullable String dataPath = dataPaths.size() == 1 ? dataPaths.get(0) : null;
        if (dataPath == null || dataPath.isEmpty()) {
            throw new UnusableLakeException(
                    Guard.NO_DATA_PATH,
                    "tells its data path as " + dataPaths + ", not once; publish the version again");
        }
        if (!layout.hasFolders() && !version.equals("0.1")) {
            throw new UnusableLakeException(
                    Guard.CATALOG_SHAPE,
                    "tells DuckLake version " + version + " but has no paths of schemas and tables");
        }
        return new Settings(version, dataPath);
    }

    private static boolean isKnown(String version, boolean developmentFormat) {
        return FORMATS.contains(version) || (developmentFormat && version.equals(DEVELOPMENT_FORMAT));
    }

    private void count(LakeLayout layout, FactsGathered facts) throws SQLException {
        var inlined = layout.inlinedDataTables().stream()
                .map(table -> rows(layout, table))
                .toList();
        engine.each(
                "SELECT " + rows(layout, LakeLayout.DATA_FILE) + " + " + rows(layout, LakeLayout.DELETE_FILE) + ", "
                        + rows(layout, LakeLayout.SCHEDULED) + ", "
                        + (inlined.isEmpty() ? "0" : String.join(" + ", inlined)),
                row -> facts.count(row.getLong(1), row.getLong(2), row.getLong(3)));
    }

    private static String rows(LakeLayout layout, String table) {
        return "(SELECT count(*) FROM " + layout.table(table) + ")";
    }

    /** Every place where a lake keeps SQL of its users. */
    private static List<String> sqlColumns(LakeLayout layout) {
        var queries = new ArrayList<String>();
        for (var column : List.of(
                new String[] {LakeLayout.VIEW, "sql"},
                new String[] {LakeLayout.MACRO, "sql"},
                new String[] {LakeLayout.SORT, "expression"},
                new String[] {LakeLayout.COLUMN, "default_value"},
                new String[] {LakeLayout.MACRO_PARAMETER, "default_value"})) {
            if (layout.has(column[0], column[1])) {
                // A default that calls nothing is a value, of which there may be many.
                var calls = column[1].equals("default_value") ? " AND contains(default_value, '(')" : "";
                queries.add("SELECT " + Sql.name(column[1]) + "::VARCHAR FROM " + layout.table(column[0]) + " WHERE "
                        + Sql.name(column[1]) + " IS NOT NULL" + calls);
            }
        }
        return queries;
    }
}
