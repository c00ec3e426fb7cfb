package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn;
import io.fdlkeeper.catalog.duckdb.search.ColumnSql.TooManyWaysException;
import io.fdlkeeper.catalog.duckdb.search.FileUse.MappedColumn;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Binds predicates to the columns of one file: every column its names ever meant, in every way each may be read. */
final class Readings {

    private final String key;
    private final List<ParquetColumn> columns;
    private final List<Reading> readings = new ArrayList<>();
    private final Set<String> unbound = new LinkedHashSet<>();
    private int questions;

    Readings(String key, List<ParquetColumn> columns) {
        this.key = key;
        this.columns = columns;
    }

    /** One way to read a column, with what it takes from the file: nothing for a default or a value of the path. */
    private record Way(String sql, Set<ParquetColumn> columns, boolean present) {}

    List<Reading> all() {
        return List.copyOf(readings);
    }

    int questions() {
        return questions;
    }

    /** Returns why some question cannot be put to the file. */
    Set<String> unbound() {
        return unbound;
    }

    /** Puts a predicate to the file as one of a table. */
    void ask(Predicate predicate, TableShape table, Optional<List<MappedColumn>> mapping) {
        boolean byName = mapping.isEmpty()
                && columns.stream()
                        .noneMatch(column -> column.has(part -> part.fieldId().isPresent()));
        if (byName) {
            askByName(predicate, List.of(table));
            return;
        }
        List<KnownColumn> known = columns.stream()
                .map(column -> mapping.isPresent()
                        ? KnownColumn.byMapping(column, mapping.get())
                        : KnownColumn.byFieldId(column))
                .toList();
        ask(predicate, name -> {
            List<Way> ways = new ArrayList<>();
            for (Column wanted : table.named(name)) {
                ways.addAll(ways(wanted, known, mapping.orElse(List.of())));
            }
            return ways;
        });
    }

    private List<Way> ways(Column wanted, List<KnownColumn> known, List<MappedColumn> mapping)
            throws TooManyWaysException {
        Optional<HivePath.Value> inPath = mapping.stream()
                .filter(mapped -> mapped.partition() && mapped.columnId() == wanted.id())
                .findFirst()
                .flatMap(mapped -> HivePath.value(key, mapped.sourceName()));
        if (inPath.isPresent()) {
            return ways(ColumnSql.inPath(wanted, inPath.get()), Set.of(), true);
        }
        Optional<KnownColumn> there =
                known.stream().filter(column -> column.is(wanted)).findFirst();
        return there.isPresent() ? ways(wanted, there.get()) : ways(ColumnSql.absent(wanted), Set.of(), false);
    }

    private static List<Way> ways(Column wanted, KnownColumn known) throws TooManyWaysException {
        return ways(
                ColumnSql.ways(wanted, known, "f." + Quoted.name(known.column().name())), Set.of(known.column()), true);
    }

    private static List<Way> ways(List<String> sql, Set<ParquetColumn> columns, boolean present) {
        return sql.stream().map(way -> new Way(way, columns, present)).toList();
    }

    /** Puts a predicate to a file of which nobody knows whose it is: by the names its columns ever had, in any case. */
    void askByName(Predicate predicate, Collection<TableShape> tables) {
        ask(predicate, name -> {
            List<Way> ways = new ArrayList<>();
            List<Column> wanted =
                    tables.stream().flatMap(table -> table.named(name).stream()).toList();
            for (Column meant : wanted) {
                for (ParquetColumn column : columns) {
                    if (meant.isNamed(column.name())) {
                        ways.addAll(ways(meant, KnownColumn.byName(column, meant)));
                    }
                }
                for (String other : meant.names()) {
                    Optional<HivePath.Value> value = HivePath.value(key, other);
                    if (value.isPresent()) {
                        ways.addAll(ways(ColumnSql.inPath(meant, value.get()), Set.of(), true));
                    }
                }
            }
            if (ways.isEmpty()) {
                requireNowhere(wanted);
                for (Column meant : wanted) {
                    ways.addAll(ways(ColumnSql.absent(meant), Set.of(), false));
                }
            }
            return ways;
        });
    }

    /** A column of the name inside of another one may be it, moved. */
    private void requireNowhere(List<Column> wanted) {
        boolean inside = columns.stream()
                .anyMatch(column -> column.has(part -> wanted.stream().anyMatch(meant -> meant.isNamed(part.name()))));
        if (inside) {
            unbound.add("no catalog says whose it is, and a column of the predicate's name lies inside of another one");
        }
    }

    /** What a name of the predicate may mean in the file. */
    private interface Meaning {
        List<Way> of(String name) throws TooManyWaysException;
    }

    private void ask(Predicate predicate, Meaning meaning) {
        try {
            List<List<Way>> together = List.of(List.of());
            List<String> names = predicate.columns().stream().sorted().toList();
            for (String name : names) {
                List<Way> ways = new ArrayList<>(new LinkedHashSet<>(meaning.of(name)));
                if (ways.isEmpty()) {
                    unbound.add("no catalog knows a column of a name that the predicate uses in its table");
                }
                together = crossed(together, ways);
            }
            int question = questions++;
            for (List<Way> ways : together) {
                // Without any column of the predicate, the file holds nothing of what it is about.
                if (ways.stream().anyMatch(Way::present) || names.isEmpty()) {
                    readings.add(reading(question, predicate, names, ways));
                }
            }
        } catch (TooManyWaysException e) {
            unbound.add("the predicate's columns had too many names and types to try them all");
        }
    }

    private static List<List<Way>> crossed(List<List<Way>> before, List<Way> ways) throws TooManyWaysException {
        List<List<Way>> together = new ArrayList<>();
        for (List<Way> chosen : before) {
            for (Way way : ways) {
                List<Way> more = new ArrayList<>(chosen);
                more.add(way);
                together.add(more);
            }
        }
        if (together.size() > ColumnSql.MOST) {
            throw new TooManyWaysException();
        }
        return together;
    }

    private static Reading reading(int question, Predicate predicate, List<String> names, List<Way> ways) {
        List<String> projected = new ArrayList<>();
        projected.add("f.file_row_number AS __row");
        Set<ParquetColumn> read = new LinkedHashSet<>();
        for (int i = 0; i < names.size(); i++) {
            projected.add(ways.get(i).sql() + " AS " + Quoted.name(names.get(i).toLowerCase(Locale.ROOT)));
            read.addAll(ways.get(i).columns());
        }
        return new Reading(
                question, String.join(", ", projected), Quoted.name(predicate.table()), predicate.sql(), read);
    }

    /** Asks where a text stands, in whichever column. */
    void askForText(String text) {
        int question = questions++;
        TextCondition condition = new TextCondition(text);
        List<String> conditions = new ArrayList<>();
        Set<ParquetColumn> read = new LinkedHashSet<>();
        for (ParquetColumn column : columns) {
            condition.in(column, "f." + Quoted.name(column.name())).ifPresent(where -> {
                conditions.add(where);
                read.add(column);
            });
        }
        if (!conditions.isEmpty()) {
            readings.add(new Reading(
                    question, "f.*, f.file_row_number AS __row", "f", String.join(" OR ", conditions), read));
        }
    }
}
