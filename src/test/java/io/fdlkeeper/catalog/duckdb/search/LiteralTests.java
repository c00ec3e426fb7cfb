package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a literal stands in a text, and when a value is one. */
class LiteralTests {

    private static Literal literal(String text) {
        return new Literal(text, Set.of("c"), false);
    }

    @ParameterizedTest
    @CsvSource({
        "x@example.org, mail of mx@example.org.uk, true",
        "x@example.org, X@example.org, false",
        "7, tenant 7, true",
        "7, 7, true",
        "7, tenant=7/, true",
        "7, 17, false",
        "7, 2017-07, false",
        "7, 7.5, false",
        "7, at 7., true",
        "7, a7, false",
        "7, tenant_7, false",
        "4711001, 'ids 4711000,4711001', true",
        "4711001, 14711001, false",
        "DE, 'country: DE', true",
        "DE, SIDE DEAL, false"
    })
    void shortTextsAndNumbersCountAsWholeWordsOnly(String text, String where, boolean found) {
        assertThat(literal(text).isIn(where)).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource({
        "x@example.org, x@example.org, true",
        "x@example.org, mx@example.org, false",
        "5.50, 5.5, true",
        "5, 05, true",
        "5, 55, false",
        "five, 5, false"
    })
    void valueIsEqual(String text, String value, boolean equal) {
        assertThat(literal(text).isValue(value)).isEqualTo(equal);
    }

    @Test
    void valueThatIsComparedInAnotherCaseIsFoundInAnyCase() {
        Literal folded = new Literal("x@Example.org", Set.of("mail"), true);
        assertThat(folded.isIn("to X@EXAMPLE.ORG")).isTrue();
        assertThat(folded.isValue("X@EXAMPLE.ORG")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"7, false", "12345, false", "123456, true", "DE, false", "abc, false", "abcd, true", "日本東京, true"})
    void onlyWhatIsLongEnoughSaysAnythingInTexts(String text, boolean distinctive) {
        assertThat(literal(text).isDistinctive()).isEqualTo(distinctive);
    }

    @Test
    void neverShowsItsText() {
        assertThat(literal("x@example.org").toString()).doesNotContain("example");
    }
}
