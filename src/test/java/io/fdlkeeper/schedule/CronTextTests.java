package io.fdlkeeper.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronTextTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "99 * * * *",
                "30 99 * * *",
                "30 2 99 * *",
                "30 2 * 99 *",
                "30 2 * * 99",
                "60 * * * *",
                "0 24 * * *",
                "0 2 0 * *",
                "0 2 * 13 *",
                "0-99 2 * * *",
                "0,99 2 * * *",
                "99/5 * * * *",
                "*/0 * * * *",
                "0 0/0 * * *",
                "99 0 2 * * ?",
                "0 99 2 * * ?",
                "0 0 2 * * ? 99"
            })
    void aNumberThatIsNoneOfItsFieldIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CronText.parse(text, ZoneOffset.UTC))
                .withMessageContaining("write minute hour day month weekday");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 0 1 1 *",
                "59 23 31 12 *",
                "*/15 * * * *",
                "0-30/10 1,2 * * 1-5",
                "30 2 * * SUN",
                "0 0 2 L * ?",
                "0 0 2 ? * MON#1",
                "0 0 2 * * ? 2099"
            })
    void whatACrontabHasIsTaken(String text) {
        assertThat(CronText.parse(text, ZoneOffset.UTC).after(Instant.parse("2026-06-01T00:00:00Z")))
                .isPresent();
    }

    @Test
    void sundayIsZeroAndSeven() {
        var monday = Instant.parse("2026-06-01T00:00:00Z");
        var sunday = Instant.parse("2026-06-07T02:30:00Z");
        assertThat(CronText.parse("30 2 * * 0", ZoneOffset.UTC).after(monday)).contains(sunday);
        assertThat(CronText.parse("30 2 * * 7", ZoneOffset.UTC).after(monday)).contains(sunday);
    }
}
