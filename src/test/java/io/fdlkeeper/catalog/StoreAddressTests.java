package io.fdlkeeper.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTests {

    @ParameterizedTest
    @CsvSource({
        "s3://b/data/x, s3a://b/data/x",
        "s3://b/data/x, S3N://b/data/x",
        "s3://b/data/x, https://b.s3.amazonaws.com/data/x",
        "s3://b/data/x, https://b.s3.eu-west-1.amazonaws.com/data/x",
        "s3://b/data/x, https://b.s3-eu-west-1.amazonaws.com/data/x",
        "s3://b/data/x, https://b.s3.dualstack.eu-west-1.amazonaws.com/data/x",
        "s3://b/data/x, https://s3.eu-west-1.amazonaws.com/b/data/x",
        "s3://b.c/data/x, https://b.c.s3.amazonaws.com/data/x",
        "gs://b/data/x, gcs://b/data/x",
        "gs://b/data/x, https://storage.googleapis.com/b/data/x",
        "gs://b/data/x, https://b.storage.googleapis.com/data/x",
        "r2://b/x, https://0123456789abcdef0123456789abcdef.r2.cloudflarestorage.com/b/x",
        "r2://b/x, https://b.0123456789abcdef0123456789abcdef.eu.r2.cloudflarestorage.com/x",
        "abfss://c@account.dfs.core.windows.net/x, abfss://account.dfs.core.windows.net/c/x",
        "abfss://c@account.dfs.core.windows.net/x, https://account.blob.core.windows.net/c/x",
        "http://Host.example:80/a/x, https://host.example/a/x",
        "/srv/towns/x, file:///srv/towns/x",
        "/srv/towns/x, file://localhost/srv/towns/x",
        "/srv/towns/x, file:/srv/towns/x"
    })
    void twoWaysToWriteOneAddressShareAForm(String one, String other) {
        assertThat(Collections.disjoint(StoreAddress.formsOf(one), StoreAddress.formsOf(other)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "s3://b/x, gs://b/x",
        "s3://b/x, s3://c/x",
        "s3://b/x, s3://b/X",
        "https://b.s3.example.com/x, s3://b/x",
        "https://host.example/a%20b, https://host.example/a b",
        "/srv/x, s3://srv/x"
    })
    void differentAddressesShareNone(String one, String other) {
        assertThat(StoreAddress.formsOf(one)).doesNotContainAnyElementsOf(StoreAddress.formsOf(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/a", "s3://b/x", "C:\\lake\\x", "c:/lake/x", "\\\\server\\share", "file:///a", "hf://datasets/x"
            })
    void anchoredTextsSayWhereTheyAre(String text) {
        assertThat(StoreAddress.isAnchored(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"people.parquet", "./a", "../a", "a:b", "data/x://y", ""})
    void othersDoNot(String text) {
        assertThat(StoreAddress.isAnchored(text)).isFalse();
    }

    @Test
    void theTextItselfIsTheFirstForm() {
        assertThat(StoreAddress.formsOf("S3A://b/x")).first().isEqualTo("S3A://b/x");
    }
}
