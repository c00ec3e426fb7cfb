package io.fdlkeeper.catalog.duckdb.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fdlkeeper.catalog.duckdb.Engine;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import io.fdlkeeper.withdrawal.find.Selector;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Takes predicates apart, by the tree that DuckDB itself makes of them. What it says of a bad one never shows the value. */
final class PredicateParser {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> CLAUSES =
            Set.of("type", "cte_map", "select_list", "from_table", "where_clause", "aggregate_handling");
    private static final Set<String> TABLE =
            Set.of("type", "query_location", "query_location_length", "schema_name", "table_name", "qualified_name");
    private static final String COMPLAINT =
            "a predicate is a condition over the columns of one table, such as" + " main.people: email = '…'";

    private final Engine engine;

    PredicateParser(Engine engine) {
        this.engine = engine;
    }

    /** @throws BadSelectorException when it is no condition over one table */
    Condition parse(Selector selector) {
        String table = selector.table()
                .filter(named -> !named.isBlank())
                .orElseThrow(() -> new BadSelectorException("a predicate names no table: " + COMPLAINT));
        String query = "SELECT * FROM " + table + " WHERE (" + selector.text() + "\n)";
        JsonNode answer = serialized(query);
        if (answer.path("error").asBoolean()) {
            int position = answer.path("position").asInt() - query.indexOf(" WHERE (") - " WHERE (".length();
            throw new BadSelectorException("a predicate is no SQL"
                    + (position >= 0 ? ": look near its character " + (position + 1) : ", or its table's name is none")
                    + "; " + COMPLAINT);
        }
        JsonNode node = answer.path("statements").path(0).path("node");
        if (answer.path("statements").size() != 1
                || !node.path("type").asText().equals("SELECT_NODE")
                || !hasOnly(node, CLAUSES)
                || node.path("cte_map").size() > 0
                || !node.has("where_clause")
                // What is empty, but for a comment, is taken for a row without columns.
                || node.path("where_clause").path("function_name").asText().equals("row")
                || !node.path("from_table").path("type").asText().equals("BASE_TABLE")
                || !hasOnly(node.path("from_table"), TABLE)) {
            throw new BadSelectorException("a predicate is more than a condition, or its table is none: " + COMPLAINT);
        }
        return condition(selector, node);
    }

    private static boolean hasOnly(JsonNode node, Set<String> names) {
        return node.properties().stream().allMatch(member -> names.contains(member.getKey()));
    }

    private JsonNode serialized(String query) {
        List<String> json = new ArrayList<>();
        try {
            engine.each(
                    "SELECT json_serialize_sql(" + Quoted.text(query) + ", skip_null := true, skip_empty := true)",
                    row -> json.add(row.getString(1)));
            return JSON.readTree(json.get(0));
        } catch (SQLException | JsonProcessingException e) {
            // The message would show the value.
            throw new BadSelectorException("a predicate cannot be read as SQL: " + COMPLAINT);
        }
    }

    private static Condition condition(Selector selector, JsonNode node) {
        JsonNode from = node.path("from_table");
        String schema = from.path("schema_name").asText("main");
        String table = from.path("table_name").asText();
        JsonNode where = node.path("where_clause");
        ColumnNames names = new ColumnNames(schema, table);
        names.visit(where);
        LiteralGroups groups = LiteralGroups.of(where, names);
        Set<String> constants = new HashSet<>();
        collect(where, constants);
        return new Condition(
                selector,
                new Predicate(schema, table, selector.text(), names.names(), Conjuncts.of(where, names)),
                groups.groups(),
                groups.whole(),
                constants);
    }

    private static void collect(JsonNode node, Set<String> constants) {
        if (node.path("class").asText().equals("CONSTANT")) {
            // What stands between wildcards of LIKE is part of the value.
            for (String part : node.path("literal").path("text").asText().split("[%_]+")) {
                constants.add(part);
            }
            constants.add(node.path("literal").path("text").asText());
        }
        node.forEach(part -> collect(part, constants));
    }

    /** Which names of a predicate are columns of its table. */
    static final class ColumnNames {

        private static final Set<String> REFUSED =
                Set.of("STAR", "WINDOW", "PARAMETER", "POSITIONAL_REFERENCE", "DEFAULT");

        private final String schema;
        private final String table;
        /** One name however it is written. */
        private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

        private final List<String> parameters = new ArrayList<>();

        ColumnNames(String schema, String table) {
            this.schema = schema;
            this.table = table;
        }

        Set<String> names() {
            return names;
        }

        void visit(JsonNode node) {
            String kind = node.path("class").asText();
            if (REFUSED.contains(kind) || kind.equals("SUBQUERY") && !isMembership(node)) {
                throw new BadSelectorException("a predicate uses what cannot be asked of a single row, such as a"
                        + " subquery, a star or a parameter: " + COMPLAINT);
            }
            if (kind.equals("COLUMN_REF")) {
                names.addAll(columnOf(node));
            } else if (kind.equals("LAMBDA")
                    && node.path("syntax_type").asText().equals("LAMBDA_KEYWORD")) {
                int before = parameters.size();
                node.path("lhs")
                        .findValues("column_names")
                        .forEach(name -> parameters.add(name.path(0).asText().toLowerCase(Locale.ROOT)));
                visit(node.path("expr"));
                parameters.subList(before, parameters.size()).clear();
            } else {
                node.forEach(this::visit);
            }
        }

        /** Tells whether it is {@code = ANY (list)}, which DuckDB writes as a subquery. */
        static boolean isMembership(JsonNode node) {
            JsonNode inner = node.path("subquery").path("node");
            return node.path("subquery_type").asText().equals("ANY")
                    && inner.path("from_table").path("type").asText().equals("EMPTY")
                    && !inner.has("where_clause")
                    && inner.path("select_list").size() == 1
                    && inner.path("select_list")
                            .path(0)
                            .path("function_name")
                            .asText()
                            .equals("unnest");
        }

        /** Returns the table's column that a reference begins with; none for a parameter of a function within. */
        Set<String> columnOf(JsonNode reference) {
            JsonNode path = reference.path("column_names");
            String first = path.path(0).asText();
            if (parameters.contains(first.toLowerCase(Locale.ROOT))) {
                return Set.of();
            }
            if (path.size() > 2
                    && first.equalsIgnoreCase(schema)
                    && path.path(1).asText().equalsIgnoreCase(table)) {
                throw new BadSelectorException(
                        "a predicate names columns with their schema: write only the column, or table and column");
            }
            return Set.of(
                    path.size() > 1 && first.equalsIgnoreCase(table)
                            ? path.path(1).asText()
                            : first);
        }

        /** Returns the column that a reference is; empty for a field of one. */
        Optional<String> wholeColumn(JsonNode reference) {
            int parts = reference.path("column_names").size();
            boolean qualified = reference.path("column_names").path(0).asText().equalsIgnoreCase(table);
            return parts == (parts > 1 && qualified ? 2 : 1)
                    ? columnOf(reference).stream().findFirst()
                    : Optional.empty();
        }

        /** Returns every column of the table that an expression uses, in lower case. */
        Set<String> within(JsonNode expression) {
            Set<String> within = new HashSet<>();
            gather(expression, within);
            return within;
        }

        private void gather(JsonNode node, Set<String> within) {
            if (node.path("class").asText().equals("COLUMN_REF")) {
                columnOf(node).stream()
                        .filter(names::contains)
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .forEach(within::add);
            }
            node.forEach(part -> gather(part, within));
        }
    }
}
