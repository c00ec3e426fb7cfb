package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTextTests {

    @ParameterizedTest
    @CsvSource({"128 MB, 128000000", "128MB, 128000000", "10 GiB, 10737418240", "1 KiB, 1024", "5, 5"})
    void decimalAndBinaryUnitsAreRead(String text, long bytes) {
        assertThat(SizeText.parse(text).toBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GiB", "1.5 GiB", "-1 MB", "10 parsecs"})
    void aTextThatIsNoSizeIsRefused(String text) {
        assertThatThrownBy(() -> SizeText.parse(text))
                .hasMessage("is not a size, a whole number with a unit such as 128 MB or 2 GiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999999999 TiB", "9223372036854775807 KB"})
    void aSizeThatWouldWrapAroundIsRefused(String text) {
        assertThatThrownBy(() -> SizeText.parse(text)).hasMessage("is too large");
    }
}
