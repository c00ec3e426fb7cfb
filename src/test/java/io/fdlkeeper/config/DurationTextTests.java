package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTests {

    @ParameterizedTest
    @CsvSource({
        "7 days,     P7D",
        "7d,         P7D",
        "1 day,      P1D",
        "2 weeks,    P14D",
        "24 Hours,   P1D",
        "15min,      PT15M",
        "15 m,       PT15M",
        "60s,        PT1M",
        "500ms,      PT0.5S",
        "0s,         PT0S",
        "P7D,        P7D",
        "pt1h,       PT1H",
        "P1DT12H,    PT36H",
        "P2W,        P14D"
    })
    void bothFormsAreRead(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7",
                "days",
                "1.5 days",
                "P1M",
                "P",
                "",
                "P1Y",
                "7 days 3 hours",
                "99999999999999999999 s",
                "9223372036854775807 weeks"
            })
    void aTextThatIsNoDurationIsRefused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("is not a duration with a unit, such as 7 days, 15m or P7D");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3 fortnights", "2 months", "5 us"})
    void anUnknownUnitIsRefused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).hasMessageStartingWith("has an unknown unit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1 day", "-P1D", "P-1D", "PT-1S"})
    void aNegativeDurationIsRefused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).hasMessage("must not be negative");
    }

    @ParameterizedTest
    @CsvSource({
        "P7D, 7 days",
        "P1D, 1 day",
        "PT36H, 36 hours",
        "PT90S, 90 seconds",
        "PT1M, 1 minute",
        "PT0.5S, 500 milliseconds",
        "PT0S, 0 seconds"
    })
    void itIsWrittenInTheLargestWholeUnitAndReadBack(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
        assertThat(DurationText.parse(text)).isEqualTo(duration);
    }
}
