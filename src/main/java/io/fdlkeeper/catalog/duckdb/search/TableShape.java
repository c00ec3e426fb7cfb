package io.fdlkeeper.catalog.duckdb.search;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One table over all its time, as all catalogs that were read know it.
 *
 * @param uuid    tells it from another table of the same name
 * @param names   every schema and name it had
 * @param columns its columns, dropped ones included; field ids of its files are their ids
 */
record TableShape(String uuid, Set<Name> names, List<Column> columns) {

    TableShape {
        names = Set.copyOf(names);
        columns = List.copyOf(columns);
    }

    /** A table's name, in lower case as SQL compares it. */
    record Name(String schema, String table) {

        Name {
            schema = schema.toLowerCase(Locale.ROOT);
            table = table.toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A column, or a part of one, over all its time.
     *
     * @param id             stays the same whatever happens to name and type
     * @param names          every name it had
     * @param types          every type it had, as DuckLake names it, such as {@code int32} or {@code struct}
     * @param initialDefault what rows of files without it have, as text; empty for NULL
     * @param parts          fields of a struct; the element of a list; key and value of a map, in this order
     */
    record Column(long id, Set<String> names, Set<String> types, Optional<String> initialDefault, List<Column> parts) {

        Column {
            names = Set.copyOf(names);
            types = Set.copyOf(types);
            parts = List.copyOf(parts);
        }

        boolean isNamed(String name) {
            return names.stream().anyMatch(name::equalsIgnoreCase);
        }
    }

    boolean isMeantBy(Predicate predicate) {
        return names.contains(new Name(predicate.schema(), predicate.table()));
    }

    /** Returns every column that ever had the name. */
    List<Column> named(String name) {
        return columns.stream().filter(column -> column.isNamed(name)).toList();
    }

    /** Returns every name that columns ever had which were once called one of these. */
    static Set<String> otherNames(Collection<TableShape> tables, String name) {
        return tables.stream()
                .flatMap(table -> table.named(name).stream())
                .flatMap(column -> column.names().stream())
                .map(other -> other.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }
}
