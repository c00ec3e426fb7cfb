package io.fdlkeeper.catalog.duckdb.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Comparison;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Operator;
import io.fdlkeeper.catalog.duckdb.search.PredicateParser.ColumnNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The comparisons of whole columns with literals that hold for every row for which a predicate is true. */
final class Conjuncts {

    private static final Map<String, Operator> OPERATORS = Map.of(
            "COMPARE_EQUAL", Operator.EQUAL,
            "COMPARE_LESSTHAN", Operator.LESS,
            "COMPARE_LESSTHANOREQUALTO", Operator.LESS_OR_EQUAL,
            "COMPARE_GREATERTHAN", Operator.GREATER,
            "COMPARE_GREATERTHANOREQUALTO", Operator.GREATER_OR_EQUAL);
    private static final Map<Operator, Operator> TURNED = Map.of(
            Operator.EQUAL, Operator.EQUAL,
            Operator.LESS, Operator.GREATER,
            Operator.LESS_OR_EQUAL, Operator.GREATER_OR_EQUAL,
            Operator.GREATER, Operator.LESS,
            Operator.GREATER_OR_EQUAL, Operator.LESS_OR_EQUAL);
    private static final Set<String> TYPES = Set.of("DATE", "TIMESTAMP");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private final ColumnNames names;
    private final List<Comparison> comparisons = new ArrayList<>();

    private Conjuncts(ColumnNames names) {
        this.names = names;
    }

    static List<Comparison> of(JsonNode where, ColumnNames names) {
        Conjuncts conjuncts = new Conjuncts(names);
        conjuncts.visit(where);
        return conjuncts.comparisons;
    }

    private void visit(JsonNode node) {
        String type = node.path("type").asText();
        if (type.equals("CONJUNCTION_AND")) {
            node.path("children").forEach(this::visit);
        } else if (type.equals("COMPARE_IN")) {
            List<JsonNode> constants = new ArrayList<>();
            node.path("children").forEach(constants::add);
            add(constants.remove(0), Operator.EQUAL, constants);
        } else if (type.equals("COMPARE_BETWEEN")) {
            add(node.path("input"), Operator.GREATER_OR_EQUAL, List.of(node.path("lower")));
            add(node.path("input"), Operator.LESS_OR_EQUAL, List.of(node.path("upper")));
        } else if (OPERATORS.containsKey(type)) {
            Operator operator = OPERATORS.get(type);
            add(node.path("left"), operator, List.of(node.path("right")));
            add(node.path("right"), TURNED.getOrDefault(operator, operator), List.of(node.path("left")));
        }
    }

    private void add(JsonNode column, Operator operator, List<JsonNode> constants) {
        if (!column.path("class").asText().equals("COLUMN_REF") || constants.isEmpty()) {
            return;
        }
        List<String> literals = new ArrayList<>();
        for (JsonNode constant : constants) {
            sql(constant).ifPresent(literals::add);
        }
        if (literals.size() == constants.size()) {
            names.wholeColumn(column).ifPresent(name -> comparisons.add(new Comparison(name, operator, literals)));
        }
    }

    private static Optional<String> sql(JsonNode node) {
        String text = node.path("literal").path("text").asText();
        return switch (node.path("literal").path("kind").asText()) {
            case "STRING" -> Optional.of(Quoted.text(text));
            case "INTEGER", "NUMERIC" -> NUMBER.matcher(text).matches() ? Optional.of(text) : Optional.empty();
            default -> cast(node);
        };
    }

    private static Optional<String> cast(JsonNode node) {
        String type = node.path("type_expr").path("type_name").asText();
        JsonNode literal = node.path("child").path("literal");
        return node.path("class").asText().equals("CAST")
                        && TYPES.contains(type)
                        && literal.path("kind").asText().equals("STRING")
                ? Optional.of("CAST(" + Quoted.text(literal.path("text").asText()) + " AS " + type + ")")
                : Optional.empty();
    }
}
