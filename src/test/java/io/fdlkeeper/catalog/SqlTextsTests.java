package io.fdlkeeper.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ObjectKey;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SqlTextsTests {

    private static final RepositoryAddress TOWNS =
            new RepositoryAddress("data/", List.of("s3://towns/", "https://host.example/alice/towns"));

    private static SqlTexts holding(String... sql) {
        var texts = new SqlTexts(TOWNS);
        texts.add(new CatalogFacts(
                "1.0", "s3://built-at/lake/data", 0, 0, 0, List.of(), Set.of(), Set.of(), Set.of(), List.of(sql)));
        return texts;
    }

    private static ObjectKey key(String text) {
        return new ObjectKey(text);
    }

    @Test
    void theFinalSegmentOfAKeyIsFoundAnywhereInAText() {
        var texts = holding("SELECT * FROM read_parquet('s3://elsewhere/people-2025.parquet')", "SELECT 'p.csv'");
        assertThat(texts.mention(key("data/main/t/people-2025.parquet"))).isTrue();
        assertThat(texts.mention(key("data/p.csv"))).isTrue();
        assertThat(texts.mention(key("data/main/t/people-2024.parquet"))).isFalse();
        assertThat(texts.mention(key("data/q.csv"))).isFalse();
        assertThat(texts.mention(key("data/folder/"))).isFalse();
    }

    @Test
    void aQuoteInANameIsFoundAsSqlWritesIt() {
        var texts = holding("FROM 'data/o''brien files.parquet'");
        assertThat(texts.mention(key("data/o'brien files.parquet"))).isTrue();
    }

    @Test
    void namesThatShareTheirBeginningWithATextAreNotFound() {
        var texts = holding("FROM 'data/ducklake-0199-aaaa.parquet'");
        assertThat(IntStream.range(0, 10_000)
                        .mapToObj(i -> key("data/ducklake-0199-" + i + ".parquet"))
                        .filter(texts::mention))
                .isEmpty();
    }

    @Test
    void readingTheRepositoryByPatternIsReportedUnderEachOfItsAddresses() {
        assertThat(holding("FROM 's3a://towns/data/*'").unnamedReads()).hasSize(1);
        assertThat(holding("FROM 'https://host.example:443/alice/towns/data/*'").unnamedReads())
                .hasSize(1);
        assertThat(holding("FROM 's3://built-at/lake/data/*'").unnamedReads()).hasSize(1);
        assertThat(holding("FROM 's3://*/data/*'").unnamedReads()).hasSize(1);
        assertThat(holding("FROM 's3://tow*'").unnamedReads()).hasSize(1);
        assertThat(holding("FROM 'data/*'").unnamedReads()).containsExactly("the pattern 'data/*' in: FROM 'data/*'");
    }

    @Test
    void readingElsewhereByPatternIsNot() {
        assertThat(holding(
                                "FROM 's3://towns-too/data/*'",
                                "FROM 's3://built-at/lake/database/*'",
                                "FROM 'https://host.example/bob/*'",
                                "FROM '/srv/other/*.csv'")
                        .unnamedReads())
                .isEmpty();
    }
}
