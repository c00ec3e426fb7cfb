package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubstitutionTests {

    private final Substitution substitution =
            new Substitution(Map.of("HOME_OF_DATA", "/data", "EMPTY", "", "TRICK", "${HOME_OF_DATA}"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "plain text                      | plain text",
                "${HOME_OF_DATA}/taxi            | /data/taxi",
                "${HOME_OF_DATA}:${HOME_OF_DATA} | /data:/data",
                "${MISSING:-/else}/taxi          | /else/taxi",
                "${EMPTY:-/else}                 | /else",
                "${MISSING:-}x                   | x",
                "x${EMPTY}y                      | xy",
                "${HOME_OF_DATA:-/else}          | /data",
                "$${HOME_OF_DATA}                | ${HOME_OF_DATA}",
                "$HOME_OF_DATA costs 5$          | $HOME_OF_DATA costs 5$",
                "${TRICK}                        | ${HOME_OF_DATA}"
            })
    void placesAreFilled(String text, String expected) {
        assertThat(substitution.fill(text)).isEqualTo(expected);
    }

    @Test
    void aMissingVariableIsNamed() {
        assertThatThrownBy(() -> substitution.fill("${HOME_OF_DATA}/${MISSING}"))
                .hasMessage("environment variable MISSING is not set; set it or write ${MISSING:-default}");
    }

    @ParameterizedTest
    @CsvSource({"${}, names no", "${9TH}, names no", "${A B}, names no", "a ${OPEN, is not closed"})
    void aPlaceThatNamesNothingIsRefused(String text, String complaint) {
        assertThatThrownBy(() -> substitution.fill(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(complaint);
    }
}
