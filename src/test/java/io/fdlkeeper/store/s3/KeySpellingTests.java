package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.s3.S3Compat.Choice;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an encoded key means, on stores that do not agree. */
class KeySpellingTests {

    @Test
    void encodedKeyIsReadByteForByte() {
        var spelling = new KeySpelling(Choice.ON);
        assertThat(spelling.decode("data/a+b%2Bc%2541%0A%F0%9F%98%80/x")).contains("data/a b+c%41\n\ud83d\ude00/x");
        assertThat(spelling.decode("data/plain.parquet")).contains("data/plain.parquet");
    }

    @Test
    void whatIsNoEncodingIsNoKey() {
        var spelling = new KeySpelling(Choice.ON);
        assertThat(spelling.decode("data/100%")).isEmpty();
        assertThat(spelling.decode("data/%4")).isEmpty();
        assertThat(spelling.decode("data/%zz")).isEmpty();
        assertThat(spelling.decode("data/%ff%fe")).isEmpty();
    }

    @Test
    void onlyAPlusSignWhereNothingWasSaidIsOpen() {
        assertThat(new KeySpelling(Choice.AUTO).isOpen(List.of("a%2Bb", "a%20b")))
                .isFalse();
        assertThat(new KeySpelling(Choice.AUTO).isOpen(List.of("x", "a+b"))).isTrue();
        assertThat(new KeySpelling(Choice.ON).isOpen(List.of("a+b"))).isFalse();
    }

    @Test
    void pageWithoutEncodingAgreesWhereOnlyThePlusSignDiffers() {
        var spelling = new KeySpelling(Choice.AUTO);
        assertThat(spelling.agree(List.of("a+b", "c+d", "e%2Bf"), List.of("a b", "c+d", "e+f")))
                .isTrue();
        assertThat(spelling.agree(List.of("a+b"), List.of("a_b"))).isFalse();
        assertThat(spelling.agree(List.of("a+b"), List.of("a b", "c"))).isFalse();
        assertThat(spelling.agree(List.of("line%0Dbreak+"), List.of("line\nbreak+")))
                .isFalse();
    }
}
