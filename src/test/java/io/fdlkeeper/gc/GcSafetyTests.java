package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GcSafetyTests {

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.0001, Double.NaN, Double.POSITIVE_INFINITY})
    void aShareThatIsNoneIsRefused(double share) {
        assertThatThrownBy(() -> safety(7, 30, share, Set.of(".parquet")))
                .hasMessage("max-share is above 0 and at most 1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0001, 0.5, 1})
    void anyOtherShareIsTaken(double share) {
        assertThat(safety(7, 30, share, Set.of(".parquet")).maxShare()).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"-1, 7", "7, 6"})
    void graceIsNotNegativeAndNotLongerThanTheOther(long grace, long uncommitted) {
        assertThatThrownBy(() -> safety(grace, uncommitted, 0.5, Set.of(".parquet")))
                .hasMessage("grace-uncommitted is not below grace, and neither is negative");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7"})
    void bothMayBeEqual(long grace, long uncommitted) {
        assertThatCode(() -> safety(grace, uncommitted, 0.5, Set.of(".parquet")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "parquet"})
    void aSuffixThatWouldFitEverythingIsRefused(String suffix) {
        assertThatThrownBy(() -> safety(7, 30, 0.5, Set.of(".puffin", suffix)))
                .hasMessageStartingWith("a suffix is a dot and a name");
    }

    @Test
    void aShortSuffixIsOne() {
        assertThat(safety(7, 30, 0.5, Set.of(".x")).collects("data/a.x")).isTrue();
    }

    @Test
    void theGraceDependsOnWhetherACatalogEverNamedTheFile() {
        GcSafety safety = safety(7, 30, 0.5, Set.of(".parquet"));
        assertThat(safety.graceOf(true)).isEqualTo(Duration.ofDays(7));
        assertThat(safety.graceOf(false)).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void anotherGraceIsTakenForBoth() {
        GcSafety safety = safety(7, 30, 0.25, Set.of(".x")).withGrace(Duration.ofDays(3));
        assertThat(safety).isEqualTo(safety(3, 3, 0.25, Set.of(".x")));
    }

    @Test
    void onlyKnownSuffixesAreCollected() {
        assertThat(GcSafety.DEFAULT.collects("data/a.parquet")).isTrue();
        assertThat(GcSafety.DEFAULT.collects("data/a.puffin")).isTrue();
        assertThat(GcSafety.DEFAULT.collects("data/a.parquet.tmp")).isFalse();
        assertThat(GcSafety.DEFAULT.collects("data/a.PARQUET")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "-1, 1"})
    void aRunTakesAtLeastOneObjectAndOneByte(long objects, long bytes) {
        assertThatThrownBy(() -> new RunCap(objects, bytes))
                .hasMessage("a run may take at least one object and one byte");
    }

    @Test
    void theSmallestCapIsOne() {
        assertThat(new RunCap(1, 1).objects()).isEqualTo(1);
    }

    private static GcSafety safety(long graceDays, long uncommittedDays, double share, Set<String> suffixes) {
        return new GcSafety(
                Duration.ofDays(graceDays),
                Duration.ofDays(uncommittedDays),
                share,
                Duration.ofSeconds(60),
                Duration.ofMinutes(15),
                Duration.ofSeconds(60),
                suffixes);
    }
}
