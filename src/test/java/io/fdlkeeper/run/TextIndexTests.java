package io.fdlkeeper.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TextIndexTests {

    private final TextIndex index = new TextIndex();

    @Test
    void textsKeepTheirNumbersWhileTheIndexGrows() {
        for (int i = 0; i < 50_000; i++) {
            index.put("data/main/t/" + i + ".parquet", 1 + i % 127);
        }

        assertThat(index.size()).isEqualTo(50_000);
        for (int i = 0; i < 50_000; i++) {
            assertThat(index.get("data/main/t/" + i + ".parquet")).isEqualTo(1 + i % 127);
            assertThat(index.get("data/main/u/" + i + ".parquet")).isEqualTo(TextIndex.ABSENT);
        }
    }

    @Test
    void textPutAgainHasItsLastNumber() {
        index.put("delete\ndata/a.parquet", 3);
        index.put("delete\ndata/a.parquet", 5);

        assertThat(index.get("delete\ndata/a.parquet")).isEqualTo(5);
        assertThat(index.size()).isEqualTo(1);
    }

    @Test
    void numberThatWouldMeanAbsentIsRefused() {
        assertThatThrownBy(() -> index.put("data/a.parquet", TextIndex.ABSENT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
