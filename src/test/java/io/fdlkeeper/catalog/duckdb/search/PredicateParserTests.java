package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.duckdb.CatalogReader;
import io.fdlkeeper.catalog.duckdb.EngineSettings;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Comparison;
import io.fdlkeeper.catalog.duckdb.search.Predicate.Operator;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is taken from a predicate: its columns, its literals, and what must hold of every row. */
class PredicateParserTests {

    private final CatalogReader engines;

    PredicateParserTests(@TempDir Path folder) {
        engines = new CatalogReader(new EngineSettings(folder, folder, "128MB", 1), () -> {});
    }

    @AfterEach
    void close() {
        engines.close();
    }

    private Condition parsed(String predicate) {
        return new PredicateParser(engines.engine())
                .parse(new Selector(Selector.Kind.WHERE, Optional.of("main.people"), predicate));
    }

    /** Groups apart by a bar, their literals by a plus. */
    private static String text(Condition condition) {
        return String.join(
                "|",
                condition.groups().stream()
                        .map(group -> String.join(
                                "+",
                                group.literals().stream().map(Literal::text).toList()))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "mail = 'a'; a; true",
                "'a' = mail; a; true",
                "mail = 'a' AND tenant = 7; a+7; true",
                "mail = 'a' OR tenant = 7; a|7; true",
                "mail IN ('a', 'b'); a|b; true",
                "mail = 'a' OR MAIL = 'b'; a|b; true",
                "mail IN ('a', 'b') AND tenant = 7; a+7|b+7; true",
                "mail IN ('a') AND tenant IN (7, 8); a+7|a+8; true",
                "(mail = 'a' OR mail LIKE 'b%') AND tenant = 7; 7; true",
                "mail = 'a' OR mail LIKE 'b%'; a; false",
                "mail LIKE 'b%'; \"\"; false",
                "NOT (mail = 'a'); \"\"; false",
                "mail <> 'a' AND mail NOT IN ('b'); \"\"; false",
                "mail = 'a' AND id > 5; a; true",
                "mail = 'a' AND active = true AND gone IS NULL; a; true",
                "mail = ''; \"\"; false",
                "mail = NULL; \"\"; false",
                "mail IS NOT DISTINCT FROM 'a'; a; true",
                "lower(mail) = 'a'; a; true",
                "born = DATE '1990-01-02'; 1990-01-02; true",
                "amount = -1.50; -1.50; true",
                "list_contains(tags, 'a'); a; true",
                "array_has(tags, 'a'); a; true",
                "'a' = ANY(tags); a; true",
                "'a' IN tags; a; true",
                "mail = ANY(['a', 'b']); a|b; true",
                "list_contains(['a', 'b'], mail); a|b; true",
                "list_has_any(tags, ['a', 'b']); a|b; true",
                "list_has_all(tags, ['a', 'b']); a+b; true",
                "tags @> ['a', 'b']; a+b; true",
                "tags = ['a', 'b']; a+b; true",
                "mail = other; \"\"; false",
                "'a' = 'a'; \"\"; false"
            })
    void literalsStandTogetherAndApartAsThePredicateSays(String predicate, String groups, boolean whole) {
        var condition = parsed(predicate);
        assertThat(text(condition)).isEqualTo(groups);
        assertThat(condition.whole()).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "mail = 'a'; mail",
                "people.mail = 'a' AND Tenant = 7; Tenant,mail",
                "mail = 'a' OR MAIL = 'b'; mail",
                "home.city.name = 'a'; home",
                "people.home.city = 'a'; home",
                "list_filter(tags, lambda t: t = mail) = []; mail,tags",
                "data->>'mail' = 'a'; data",
                "true; \"\""
            })
    void columnsAreTheTablesOwn(String predicate, String columns) {
        assertThat(String.join(
                        ",",
                        parsed(predicate).predicate().columns().stream()
                                .sorted()
                                .toList()))
                .isEqualTo(columns);
    }

    @Test
    void comparisonsOfWholeColumnsHoldForEveryRow() {
        assertThat(parsed("mail = 'it''s' AND 7 < people.tenant AND born >= DATE '1990-01-02' AND id IN (1, 2)"
                                + " AND id BETWEEN 3 AND 4 AND home.city = 'b' AND lower(mail) = 'c' AND (x = 1 OR y = 2)"
                                + " AND NOT (z = 3) AND mail = other AND mail = NULL")
                        .predicate()
                        .conjuncts())
                .containsExactly(
                        new Comparison("mail", Operator.EQUAL, List.of("'it''s'")),
                        new Comparison("tenant", Operator.GREATER, List.of("7")),
                        new Comparison("born", Operator.GREATER_OR_EQUAL, List.of("CAST('1990-01-02' AS DATE)")),
                        new Comparison("id", Operator.EQUAL, List.of("1", "2")),
                        new Comparison("id", Operator.GREATER_OR_EQUAL, List.of("3")),
                        new Comparison("id", Operator.LESS_OR_EQUAL, List.of("4")));
    }

    @Test
    void tableMayBeQuotedAndWithoutASchema() {
        var condition = new PredicateParser(engines.engine())
                .parse(new Selector(Selector.Kind.WHERE, Optional.of("\"To.wns\""), "mail = 'a'"));
        assertThat(condition.predicate().schema()).isEqualTo("main");
        assertThat(condition.predicate().table()).isEqualTo("To.wns");
        assertThat(condition.toString()).doesNotContain("'a'");
    }
}
