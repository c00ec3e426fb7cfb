package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ObjectKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which way each kind of key takes to the store. */
class KeyRouteTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data/t/x.parquet",
                "data/a b+c%41&amp;<>\"'",
                "data/\ud83d\ude00",
                "data/...",
                "data/x/",
                "data/caf\u00e9"
            })
    void ordinaryKeyTakesAnyWay(String key) {
        assertThat(KeyRoute.of(new ObjectKey(key))).isEqualTo(KeyRoute.ANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/\u0001", "data/line\nbreak", "data/tab\t", "data/cr\r", "data/\u007f", "data/\ufffe"})
    void whatXmlCannotCarryNeverEntersABatch(String key) {
        assertThat(KeyRoute.of(new ObjectKey(key))).isEqualTo(KeyRoute.PATH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data//x", "/data/x", "data///"})
    void emptySegmentNeverStandsInAPath(String key) {
        assertThat(KeyRoute.of(new ObjectKey(key))).isEqualTo(KeyRoute.BATCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/../x", "./x", "..", "data//\u0001", "data/\ud83d"})
    void keyThatEitherWayWouldChangeIsNeverNamed(String key) {
        assertThat(KeyRoute.of(new ObjectKey(key))).isEqualTo(KeyRoute.NONE);
    }
}
