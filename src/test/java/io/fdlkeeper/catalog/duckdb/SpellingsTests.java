package io.fdlkeeper.catalog.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingsTests {

    private static List<String> of(String... texts) {
        return Spellings.of(List.of(texts));
    }

    @Test
    void aPlainKeyHasOneSpelling() {
        assertThat(of("data/main/t/a+b é.parquet")).containsExactly("data/main/t/a+b é.parquet");
    }

    @Test
    void theTextItselfComesFirst() {
        assertThat(of("data//a//b")).containsExactly("data//a//b", "data/a/b");
        assertThat(of("data//a", "data/a")).containsExactly("data//a", "data/a");
    }

    @Test
    void dotsBackslashesAndQueriesAreSpelledOut() {
        assertThat(of("data/./a/././b")).containsExactly("data/./a/././b", "data/a/b");
        assertThat(of("data\\a\\b")).containsExactly("data\\a\\b", "data/a/b");
        assertThat(of("data/a?b=c")).containsExactly("data/a?b=c", "data/a");
        assertThat(of("data/x./a")).containsExactly("data/x./a");
        assertThat(of("data/../a")).containsExactly("data/../a");
    }

    @Test
    void percentSignsAreDecodedOnce() {
        assertThat(of("data/a%20b%2525")).containsExactly("data/a%20b%2525", "data/a b%25");
        assertThat(of("data/%C3%A9")).containsExactly("data/%C3%A9", "data/é");
    }

    @Test
    void whatIsNoUtf8OrNoCodeStaysAsItIs() {
        assertThat(of("data/%FF")).containsExactly("data/%FF");
        assertThat(of("data/100%")).containsExactly("data/100%");
        assertThat(of("data/%zz%4")).containsExactly("data/%zz%4");
    }

    @Test
    void severalOdditiesAtOnceAreAllSpelledOut() {
        assertThat(of("data//./a%2Fb\\c?d"))
                .startsWith("data//./a%2Fb\\c?d")
                .contains("data/a/b/c", "data/a%2Fb/c", "data//a%2Fb\\c?d");
    }
}
