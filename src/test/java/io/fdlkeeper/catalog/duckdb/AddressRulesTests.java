package io.fdlkeeper.catalog.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.RepositoryAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRulesTests {

    private static final RepositoryAddress TOWNS = new RepositoryAddress(
            "data/", List.of("s3://towns/lake/", "https://host.example/alice/towns/", "/srv/towns/"));

    private static AddressRules writtenAt(String dataPath) {
        return new AddressRules(TOWNS, dataPath);
    }

    private static Address here(String... keys) {
        return new Address.Here(List.of(keys));
    }

    @ParameterizedTest
    @CsvSource({
        "s3://built/data/, s3://built/data/main/a",
        "s3://built/data, s3://built/data/main/a",
        "s3://built/data/, s3a://built/data/main/a",
        "https://built.s3.amazonaws.com/data/, s3://built/data/main/a",
        "s3://built/data/, https://s3.eu-west-1.amazonaws.com/built/data/main/a",
        "C:\\lake\\data\\, C:\\lake\\data\\main/a",
        "bla.files/, bla.files/main/a",
        "./bla/, ./bla/main/a",
        "s3://built/data/, s3://towns/lake/data/main/a",
        "s3://built/data/, http://host.example/alice/towns/data/main/a",
        "s3://built/data/, file:///srv/towns/data/main/a",
        "s3://built/data/, /srv/towns/data/main/a"
    })
    void addressesOfTheLakeAndOfTheRepositoryAreHere(String dataPath, String text) {
        assertThat(writtenAt(dataPath).judge(text)).isEqualTo(here("data/main/a"));
    }

    @Test
    void aDoubledSlashBehindTheDataPathIsKeptAndLeftOut() {
        var rules = writtenAt("s3://built/data//");
        assertThat(rules.hasOddBase()).isTrue();
        assertThat(rules.below("main/a")).isEqualTo(here("data//main/a", "data/main/a"));
        assertThat(rules.judge("s3://built/data//main/a")).isEqualTo(here("data//main/a", "data/main/a"));
        assertThat(rules.judge("s3://built/data/main/a")).isEqualTo(here("data//main/a", "data/main/a"));
    }

    @Test
    void aDataPathWithOneSlashOrNoneIsNotOdd() {
        assertThat(writtenAt("s3://built/data/").hasOddBase()).isFalse();
        assertThat(writtenAt("s3://built/data").hasOddBase()).isFalse();
    }

    @Test
    void aTextBelowBothTheDataPathAndTheRepositoryMayMeanEither() {
        assertThat(writtenAt("s3://towns/").judge("s3://towns/lake/data/a"))
                .isEqualTo(here("data/lake/data/a", "data/a"));
    }

    @Test
    void aTextHereOutsideTheDataFolderIsElsewhere() {
        assertThat(writtenAt("s3://built/data/").judge("s3://towns/lake/versions/x"))
                .isEqualTo(new Address.Elsewhere("s3://towns/lake/versions/x", Set.of("x")));
    }

    @Test
    void aNeighbourWhoseNameBeginsAlikeIsElsewhere() {
        assertThat(writtenAt("s3://built/data").judge("s3://built/database/a"))
                .isEqualTo(new Address.Elsewhere("s3://built/database/a", Set.of("a")));
        assertThat(writtenAt("s3://built/data").judge("s3://towns/lakeside/data/a"))
                .isInstanceOf(Address.Elsewhere.class);
    }

    @Test
    void aWebAddressIsComparedInEachWay() {
        assertThat(writtenAt("s3://built/data/").judge("https://mirror.example/data/a%20b?x"))
                .isEqualTo(new Address.OnSomeHost(
                        Set.of(
                                "https://mirror.example/data/a%20b?x",
                                "https://mirror.example/data/a%20b",
                                "https://mirror.example/data/a b?x",
                                "https://mirror.example/data/a b"),
                        Set.of("a%20b?x", "a%20b", "a b?x", "a b")));
    }

    @ParameterizedTest
    @CsvSource({"people.parquet, people.parquet", "./a/b, a/b", "../../a, a", "a\\b, a/b"})
    void aTextThatSaysNothingOfWhereItIsNamesByItsEnd(String text, String tail) {
        assertThat(writtenAt("s3://built/data/").judge(text)).isEqualTo(new Address.Unanchored(tail));
    }

    @Test
    void theQueryOfAnAddressHereIsCut() {
        assertThat(writtenAt("s3://built/data/").judge("s3://towns/lake/data/a?s3_region=x"))
                .isEqualTo(here("data/a?s3_region=x", "data/a"));
    }
}
