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
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/**
 * Reads every lake of an attached catalog to its end, into the engine's own tables.
 *
 * <p>Afterwards {@link #NAMED} gives every key with its reference, which is NULL where it is the key itself, and the kind of row that
 * names it.
 */
final class LakeReader {

    /** Versions the DuckLake extension knows, but 1.1-dev1. */
    private static final Set<String> FORMATS = Set.of("0.1", "0.2", "0.3-dev1", "0.3", "0.4-dev1", "0.4", "1.0");

    static final String DEVELOPMENT_FORMAT = "1.1-dev1";

    /** A view of the engine's own: all keys the catalog names. */
    static final String NAMED = "named";

    private static final String SPELLED = "spelled";

    private final Engine engine;
    private final RepositoryAddress address;
    private final boolean developmentFormat;

    LakeReader(Engine engine, RepositoryAddress address, boolean developmentFormat) {
        this.engine = engine;
        this.address = address;
        this.developmentFormat = developmentFormat;
    }

    CatalogFacts read(String database) throws SQLException, UnusableLakeException {
        var facts = new FactsGathered();
        engine.run(LakeQuery.createStage());
        engine.run("CREATE OR REPLACE TABLE " + SPELLED + " (key VARCHAR, ref VARCHAR, kind UTINYINT)");
        engine.run("CREATE OR REPLACE VIEW " + NAMED + " AS SELECT " + Sql.literal(address.dataDir())
                + " || text AS key, NULL::VARCHAR AS ref, kind FROM " + LakeQuery.STAGE + " WHERE sort = "
                + LakeQuery.PLAIN
                + " UNION ALL SELECT key, ref, kind FROM " + SPELLED);
        for (var layout : LakeLayout.of(engine, database)) {
            readLake(layout, facts);
        }
        return facts.facts();
    }

    private void readLake(LakeLayout layout, FactsGathered facts) throws SQLException, UnusableLakeException {
        var settings = settings(layout);
        var format = settings.version();
        if (!layout.hasFolders() && !format.equals("0.1")) {
            throw new UnusableLakeException(
                    Guard.CATALOG_SHAPE,
                    "tells DuckLake version " + format + " but has no paths of schemas and tables");
        }
        var rules = new AddressRules(address, settings.dataPath());
        var query = new LakeQuery(layout, rules.hasOddBase());
        engine.run(query.stageFiles());
        refuseFaults();
        engine.run(query.stageScheduled());
        resolve(rules, facts);
        facts.lake(format, settings.dataPath());
        count(layout, facts);
        for (var sql : sqlColumns(layout)) {
            engine.each(sql, row -> facts.sqlText(row.getString(1)));
        }
    }

    /** The global settings a lake cannot be read without. */
    private record Settings(String version, String dataPath) {}

    private Settings settings(LakeLayout layout) throws SQLException, UnusableLakeException {
        Map<String, List<@Nullable String>> values = new HashMap<>();
        engine.each(
                "SELECT key, value FROM " + layout.table(LakeLayout.METADATA) + " WHERE key IN ('version', 'data_path')"
                        + (layout.has(LakeLayout.METADATA, "scope") ? " AND scope IS NULL" : ""),
                row -> values.computeIfAbsent(row.getString(1), absent -> new ArrayList<>())
                        .add(row.getString(2)));
        var versions = values.getOrDefault("version", List.of());
        @Nullable String version = versions.size() == 1 ? versions.get(0) : null;
        if (version == null || !isKnown(version)) {
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
        return new Settings(version, dataPath);
    }

    private boolean isKnown(String version) {
        return FORMATS.contains(version) || (developmentFormat && version.equals(DEVELOPMENT_FORMAT));
    }

    private void refuseFaults() throws SQLException, UnusableLakeException {
        var findings = new ArrayList<UnusableLakeException.Finding>();
        engine.each(
                "SELECT sort, count(*) FROM " + LakeQuery.STAGE + " WHERE sort IN (" + LakeQuery.UNRESOLVED + ", "
                        + LakeQuery.UNKNOWN_FORMAT + ") GROUP BY sort ORDER BY sort",
                row -> findings.add(fault(row.getInt(1), row.getLong(2))));
        if (!findings.isEmpty()) {
            throw new UnusableLakeException(findings);
        }
    }

    private static UnusableLakeException.Finding fault(int sort, long rows) {
        return sort == LakeQuery.UNRESOLVED
                ? new UnusableLakeException.Finding(
                        Guard.NULL_PATH,
                        "has " + rows
                                + " data or delete rows without a path, or without the table or schema it is relative to")
                : new UnusableLakeException.Finding(
                        Guard.UNKNOWN_FILE_FORMAT,
                        "has " + rows + " data or delete rows whose file is neither Parquet nor Puffin");
    }

    /** Spells out what the query left: rows with several spellings, absolute rows, rows without a table. */
    private void resolve(AddressRules rules, FactsGathered facts) throws SQLException {
        long left = engine.number("SELECT count(*) FROM " + LakeQuery.STAGE + " WHERE sort <> " + LakeQuery.PLAIN);
        if (left == 0) {
            return;
        }
        try (var writing = engine.connection().duplicate();
                var spelled = writing.createAppender("main", SPELLED)) {
            engine.each(
                    "SELECT DISTINCT sort, text, main, main_absolute, kind FROM " + LakeQuery.STAGE + " WHERE sort <> "
                            + LakeQuery.PLAIN,
                    row -> {
                        int sort = row.getInt(1);
                        var text = row.getString(2);
                        if (sort == LakeQuery.LOOSE) {
                            facts.looseTail(text);
                            return;
                        }
                        var address = sort == LakeQuery.ODD ? rules.below(text) : rules.judge(text);
                        @Nullable String main = row.getString(3);
                        var mainAddress =
                                main == null ? address : row.getBoolean(4) ? rules.judge(main) : rules.below(main);
                        keep(address, mainAddress, row.getInt(5), facts, spelled);
                    });
        }
        engine.run("DELETE FROM " + LakeQuery.STAGE + " WHERE sort <> " + LakeQuery.PLAIN);
    }

    private static void keep(Address address, Address main, int kind, FactsGathered facts, DuckDBAppender spelled)
            throws SQLException {
        if (address instanceof Address.Here here) {
            var reference = main instanceof Address.Here named
                    ? named.keys().get(0)
                    : here.keys().get(0);
            for (var key : here.keys()) {
                spelled.beginRow().append(key);
                if (key.equals(reference)) {
                    spelled.appendNull();
                } else {
                    spelled.append(reference);
                }
                spelled.append((byte) kind).endRow();
            }
        } else if (kind == LakeQuery.SCHEDULED) {
            // Nobody reads it, and it is not here.
            return;
        } else if (address instanceof Address.Elsewhere elsewhere) {
            facts.elsewhere(elsewhere);
        } else if (address instanceof Address.OnSomeHost onSomeHost) {
            facts.onSomeHost(onSomeHost);
        } else if (address instanceof Address.Unanchored unanchored) {
            facts.looseTail(unanchored.tail());
        }
    }

    private void count(LakeLayout layout, FactsGathered facts) throws SQLException {
        var inlined = layout.inlinedDataTables();
        long inlinedRows = 0;
        if (!inlined.isEmpty()) {
            inlinedRows = engine.number(inlined.stream()
                    .map(table -> "SELECT count(*) AS n FROM " + layout.table(table))
                    .collect(Collectors.joining(" UNION ALL ", "SELECT sum(n)::BIGINT FROM (", ")")));
        }
        facts.count(
                rows(layout, LakeLayout.DATA_FILE) + rows(layout, LakeLayout.DELETE_FILE),
                rows(layout, LakeLayout.SCHEDULED),
                inlinedRows);
    }

    private long rows(LakeLayout layout, String table) throws SQLException {
        return engine.number("SELECT count(*) FROM " + layout.table(table));
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
                queries.add("SELECT DISTINCT " + Sql.name(column[1]) + "::VARCHAR FROM " + layout.table(column[0])
                        + " WHERE " + Sql.name(column[1]) + " IS NOT NULL" + calls);
            }
        }
        return queries;
    }
}
