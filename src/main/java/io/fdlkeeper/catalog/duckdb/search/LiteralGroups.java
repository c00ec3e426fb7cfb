package io.fdlkeeper.catalog.duckdb.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.catalog.duckdb.search.PredicateParser.ColumnNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The literals a predicate compares by {@code =}, {@code IN} or list membership: AND puts them together, OR and IN apart.
 *
 * <p>NOT and every other comparison give none. Nor do NULL, truth values and the empty text, which stand anywhere.
 *
 * @param whole whether every way to be true has a group
 */
record LiteralGroups(List<LiteralGroup> groups, boolean whole) {

    /** More combinations than this are not made. */
    private static final int MOST = 10_000;

    private static final Set<String> EQUAL = Set.of("COMPARE_EQUAL", "COMPARE_NOT_DISTINCT_FROM");
    private static final Set<String> ONE =
            Set.of("list_contains", "array_contains", "list_has", "array_has", "contains");
    private static final Set<String> ANY = Set.of("list_has_any", "array_has_any", "&&");
    private static final Set<String> ALL = Set.of("list_has_all", "array_has_all", "@>", "<@");
    private static final LiteralGroups NONE = new LiteralGroups(List.of(), false);

    static LiteralGroups of(JsonNode node, ColumnNames names) {
        List<JsonNode> parts = new ArrayList<>();
        node.path("children").forEach(parts::add);
        return switch (node.path("type").asText()) {
            case "CONJUNCTION_AND" ->
                and(parts.stream().map(part -> of(part, names)).toList());
            case "CONJUNCTION_OR" ->
                or(parts.stream().map(part -> of(part, names)).toList());
            case "COMPARE_IN" -> any(parts.get(0), parts.subList(1, parts.size()), names);
            case "SUBQUERY" -> membership(node, names);
            case "FUNCTION" -> function(node, names);
            default ->
                EQUAL.contains(node.path("type").asText()) ? equal(node.path("left"), node.path("right"), names) : NONE;
        };
    }

    private static LiteralGroups and(List<LiteralGroups> parts) {
        List<LiteralGroups> whole = parts.stream().filter(LiteralGroups::whole).toList();
        if (whole.isEmpty()) {
            return parts.stream()
                    .filter(part -> !part.groups.isEmpty())
                    .findFirst()
                    .orElse(NONE);
        }
        List<LiteralGroup> together = whole.get(0).groups;
        for (LiteralGroups part : whole.subList(1, whole.size())) {
            // Fewer literals find more, never less.
            if ((long) together.size() * part.groups.size() <= MOST) {
                together = crossed(together, part.groups);
            }
        }
        return new LiteralGroups(together, true);
    }

    private static List<LiteralGroup> crossed(List<LiteralGroup> left, List<LiteralGroup> right) {
        List<LiteralGroup> together = new ArrayList<>();
        for (LiteralGroup one : left) {
            for (LiteralGroup other : right) {
                Set<Literal> literals = new LinkedHashSet<>(one.literals());
                literals.addAll(other.literals());
                together.add(new LiteralGroup(List.copyOf(literals)));
            }
        }
        return together;
    }

    private static LiteralGroups or(List<LiteralGroups> parts) {
        List<LiteralGroup> groups = new ArrayList<>();
        parts.forEach(part -> groups.addAll(part.groups));
        return new LiteralGroups(groups, parts.stream().allMatch(LiteralGroups::whole));
    }

    private static LiteralGroups equal(JsonNode left, JsonNode right, ColumnNames names) {
        if (!names.within(right).isEmpty()) {
            return names.within(left).isEmpty() ? equal(right, left, names) : NONE;
        }
        return isList(right) ? all(left, arguments(right), names) : any(left, List.of(right), names);
    }

    private static LiteralGroups any(JsonNode tested, List<JsonNode> constants, ColumnNames names) {
        List<LiteralGroups> parts = new ArrayList<>();
        for (JsonNode constant : constants) {
            parts.add(literal(tested, constant, names)
                    .map(literal -> new LiteralGroups(List.of(new LiteralGroup(List.of(literal))), true))
                    .orElse(NONE));
        }
        return parts.isEmpty() ? NONE : or(parts);
    }

    private static LiteralGroups all(JsonNode tested, List<JsonNode> constants, ColumnNames names) {
        List<Literal> literals = new ArrayList<>();
        constants.forEach(constant -> literal(tested, constant, names).ifPresent(literals::add));
        return literals.isEmpty() ? NONE : new LiteralGroups(List.of(new LiteralGroup(literals)), true);
    }

    private static LiteralGroups membership(JsonNode node, ColumnNames names) {
        if (!node.path("comparison_type").asText().equals("COMPARE_EQUAL")) {
            return NONE;
        }
        JsonNode list = arguments(
                        node.path("subquery").path("node").path("select_list").path(0))
                .get(0);
        JsonNode tested = node.path("child");
        return isList(list) ? any(tested, arguments(list), names) : any(list, List.of(tested), names);
    }

    private static LiteralGroups function(JsonNode node, ColumnNames names) {
        String name = node.path("function_name").asText();
        List<JsonNode> arguments = arguments(node);
        if (arguments.size() != 2) {
            return NONE;
        }
        boolean listFirst = isList(arguments.get(0));
        JsonNode tested = arguments.get(listFirst ? 1 : 0);
        JsonNode other = arguments.get(listFirst ? 0 : 1);
        if (ONE.contains(name)) {
            return listFirst ? any(tested, arguments(other), names) : any(tested, List.of(other), names);
        }
        if (ANY.contains(name) && isList(other)) {
            return any(tested, arguments(other), names);
        }
        boolean holdsAll = ALL.contains(name) && isList(other) && listFirst == name.equals("<@");
        return holdsAll ? all(tested, arguments(other), names) : NONE;
    }

    private static boolean isList(JsonNode node) {
        return node.path("function_name").asText().equals("list_value");
    }

    static List<JsonNode> arguments(JsonNode function) {
        List<JsonNode> arguments = new ArrayList<>();
        function.path("arguments").forEach(argument -> arguments.add(argument.path("expression")));
        return arguments;
    }

    private static Optional<Literal> literal(JsonNode tested, JsonNode constant, ColumnNames names) {
        Set<String> columns = new HashSet<>(names.within(tested));
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        boolean folded = !tested.path("class").asText().equals("COLUMN_REF")
                || constant.path("class").asText().equals("COLLATE");
        return constant(constant).map(text -> new Literal(text, columns, folded));
    }

    /** Returns the text of a constant, cast or not, that may tell rows apart. */
    private static Optional<String> constant(JsonNode node) {
        return switch (node.path("class").asText()) {
            case "CAST", "COLLATE" -> constant(node.path("child"));
            case "CONSTANT" ->
                switch (node.path("literal").path("kind").asText()) {
                    case "STRING", "INTEGER", "NUMERIC" ->
                        Optional.of(node.path("literal").path("text").asText()).filter(text -> !text.isEmpty());
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }
}
