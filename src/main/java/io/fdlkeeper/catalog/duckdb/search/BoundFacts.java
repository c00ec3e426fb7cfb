package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.withdrawal.find.Place;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a catalog says of columns of one table, held against a condition's literals.
 *
 * <p>All literals of a group must be met in what is said of one file, or of the table as a whole: as its smallest or largest values, the
 * value of its partition, or a folder of its path.
 */
final class BoundFacts {

    private final List<LiteralGroup> groups;
    private final Meaning meaning;
    private final Map<Long, List<Literal>> literals;
    private final List<Literal> ofAnyColumn;

    /** Literals by the names they are compared with: there may be thousands, of few columns. */
    private final Map<Set<String>, List<Literal>> byNames;

    private final Map<String, Map<Literal, Set<Place>>> met = new HashMap<>();

    BoundFacts(Condition condition, Meaning meaning) {
        this.groups = condition.groups();
        this.meaning = meaning;
        this.literals = meaning.literals(condition);
        this.ofAnyColumn = List.of();
        this.byNames = distinct(groups).stream().collect(Collectors.groupingBy(Literal::columns));
    }

    private BoundFacts(List<LiteralGroup> groups) {
        this.groups = groups;
        this.meaning = new Meaning(Map.of());
        this.literals = Map.of();
        this.ofAnyColumn = distinct(groups);
        this.byNames = Map.of();
    }

    private static List<Literal> distinct(List<LiteralGroup> groups) {
        return groups.stream()
                .flatMap(group -> group.literals().stream())
                .distinct()
                .toList();
    }

    /** Holds a condition against what was left of tables that are gone: any of their columns may be meant, so only what says something. */
    static BoundFacts ofLost(Condition condition) {
        return new BoundFacts(
                condition.groups().stream().filter(LiteralGroup::isDistinctive).toList());
    }

    /** Returns the numbers of columns that literals are compared with. */
    Set<Long> columns() {
        return literals.keySet();
    }

    private List<Literal> literals(long columnId) {
        return literals.getOrDefault(columnId, ofAnyColumn);
    }

    /** Takes a value of a column. */
    void take(String subject, long columnId, String value, Place place) {
        for (Literal literal : literals(columnId)) {
            if (literal.isValue(value)) {
                meet(subject, literal, place);
            }
        }
    }

    /** Takes a text that is said of a column, such as statistics of another kind. */
    void takeText(String subject, long columnId, String text, Place place) {
        for (Literal literal : literals(columnId)) {
            if (literal.isIn(text)) {
                meet(subject, literal, place);
            }
        }
    }

    /** Takes the path of a file, whose folders may tell values of columns. */
    void takePath(String subject, String path, TableShape table) {
        if (path.indexOf('=') < 0) {
            return;
        }
        byNames.forEach((names, compared) -> {
            List<String> values = folders(names, path, table);
            if (!values.isEmpty()) {
                compared.stream()
                        .filter(literal -> values.stream().anyMatch(literal::isValue))
                        .forEach(literal -> meet(subject, literal, Place.KEY_NAME));
            }
        });
    }

    private static List<String> folders(Set<String> names, String path, TableShape table) {
        return names.stream()
                .flatMap(name -> table.named(name).stream())
                .flatMap(column -> column.names().stream())
                .distinct()
                .flatMap(name -> HivePath.value(path, name).stream())
                .flatMap(value -> value.text().stream())
                .toList();
    }

    private void meet(String subject, Literal literal, Place place) {
        met.computeIfAbsent(subject, absent -> new HashMap<>())
                .computeIfAbsent(literal, absent -> EnumSet.noneOf(Place.class))
                .add(place);
    }

    void judge(PlacesFound places) {
        for (Map<Literal, Set<Place>> subject : met.values()) {
            for (LiteralGroup group : groups) {
                if (subject.keySet().containsAll(group.literals())) {
                    group.literals().stream()
                            .flatMap(literal -> subject.getOrDefault(literal, Set.of()).stream())
                            .forEach(place -> places.add(place, group));
                }
            }
        }
    }

    Meaning meaning() {
        return meaning;
    }
}
