package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.catalog.duckdb.LakeLayout;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import io.fdlkeeper.withdrawal.find.Place;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of users that lie inside of a lake, whatever snapshot shows them.
 *
 * <p>A predicate is put to them as to a file's rows; and every row's texts are looked at besides.
 */
final class InlinedRows {

    private static final Pattern NAME = Pattern.compile("ducklake_inlined_data_(\\d{1,18})_\\d+");
    private static final Set<String> OWN = Set.of("row_id", "begin_snapshot", "end_snapshot");
    private static final String PREFIX = "_ducklake_";

    private final Engine engine;
    private final TableShapes tables;
    private final SoughtValues sought;
    private final PlacesFound places;
    private final List<String> unbound = new ArrayList<>();
    private final Map<String, Set<Condition>> asked;

    /** @param asked takes which conditions were put to rows of which tables */
    InlinedRows(
            Engine engine,
            TableShapes tables,
            SoughtValues sought,
            PlacesFound places,
            Map<String, Set<Condition>> asked) {
        this.engine = engine;
        this.tables = tables;
        this.sought = sought;
        this.places = places;
        this.asked = asked;
    }

    /** Reads a lake. @param uuids which table each number of it is */
    void read(LakeLayout layout, Map<Long, String> uuids) throws SQLException {
        for (String name : layout.inlinedDataTables()) {
            if (engine.number("SELECT count(*) FROM " + layout.table(name)) == 0) {
                continue;
            }
            Matcher number = NAME.matcher(name);
            Optional<TableShape> table = number.matches()
                    ? Optional.ofNullable(uuids.get(Long.parseLong(number.group(1))))
                            .flatMap(tables::of)
                    : Optional.empty();
            Map<String, String> columns = usersOwn(layout.columns(name));
            texts(layout.table(name), columns, table);
            for (Condition condition : sought.conditions()) {
                if (table.isEmpty() || table.get().isMeantBy(condition.predicate())) {
                    ask(layout.table(name), columns, condition, table);
                    table.ifPresent(of -> asked.computeIfAbsent(of.uuid(), absent -> new HashSet<>())
                            .add(condition));
                }
            }
        }
    }

    /** Returns why some predicate could not be put to some rows. */
    Optional<String> unbound() {
        return unbound.stream().findFirst();
    }

    private static Map<String, String> usersOwn(Map<String, String> all) {
        boolean prefixed = all.containsKey(PREFIX + "row_id");
        Map<String, String> columns = new TreeMap<>(all);
        columns.keySet().removeIf(name -> prefixed ? name.startsWith(PREFIX) : OWN.contains(name));
        return columns;
    }

    private void texts(String table, Map<String, String> columns, Optional<TableShape> shape) throws SQLException {
        List<LiteralGroup> groups = new ArrayList<>(sought.values());
        sought.conditions().stream()
                .filter(condition -> shape.isEmpty() || shape.get().isMeantBy(condition.predicate()))
                .flatMap(condition -> condition.groups().stream())
                .filter(LiteralGroup::isDistinctive)
                .forEach(groups::add);
        if (groups.isEmpty() || columns.isEmpty()) {
            return;
        }
        List<String> cells = new ArrayList<>();
        columns.forEach((name, type) -> cells.add(WholeCatalog.cell(Quoted.name(name), type)));
        engine.each(
                "SELECT " + String.join(", ", cells) + " FROM " + table,
                row -> places.inTexts(Place.INLINED, groups, LakeTexts.texts(row)));
    }

    private void ask(String table, Map<String, String> columns, Condition condition, Optional<TableShape> shape)
            throws SQLException {
        PhysicalColumns physical = new PhysicalColumns(engine);
        List<Reading> readings = new ArrayList<>();
        Set<String> failures = new HashSet<>();
        if (shape.isEmpty()) {
            Readings question = new Readings("", physical.of(columns));
            question.askByName(condition.predicate(), tables.meantBy(condition.predicate()));
            readings.addAll(question.all());
            failures.addAll(question.unbound());
        } else if (!knowsAll(shape.get(), condition)) {
            // Another catalog may know the name; then this one is read again.
            return;
        } else {
            int choices = columns.keySet().stream()
                    .mapToInt(name -> shape.get().named(name).size())
                    .max()
                    .orElse(1);
            for (int choice = 0; choice < Math.max(1, choices); choice++) {
                List<ParquetColumn> described = physical.of(columns, shape.get(), choice);
                Readings question = new Readings("", described);
                question.ask(condition.predicate(), shape.get(), Optional.empty());
                readings.addAll(question.all());
                failures.addAll(question.unbound());
            }
        }
        if (!answered(table, readings, condition)) {
            failures.add("a predicate cannot be asked in any way the columns of its rows in the catalog may be read");
        }
        if (!places.places().contains(Place.INLINED)) {
            unbound.addAll(failures);
        }
    }

    static boolean knowsAll(TableShape table, Condition condition) {
        return condition.predicate().columns().stream()
                .noneMatch(column -> table.named(column).isEmpty());
    }

    /** One way that can be asked is an answer; the other ways are of types the columns had at other times. */
    private boolean answered(String table, List<Reading> readings, Condition condition) throws SQLException {
        boolean answered = readings.isEmpty();
        for (Reading reading : readings) {
            try {
                long rows = engine.number(reading.count("(SELECT *, 0::BIGINT AS file_row_number FROM " + table + ")"));
                answered = true;
                if (rows > 0) {
                    places.add(Place.INLINED);
                    condition.groups().stream()
                            .filter(group -> condition.groups().size() == 1)
                            .forEach(group -> places.add(Place.INLINED, group));
                    return true;
                }
            } catch (SQLException e) {
                if (!engine.isSound()) {
                    throw e;
                }
            }
        }
        return answered;
    }
}
