package io.fdlkeeper.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActingIdentityTests {

    private final ActingIdentity session = new ActingIdentity(
            "ASIAKEY",
            Optional.of("arn:aws:sts::123456789012:assumed-role/keeper/node-7"),
            Optional.of("123456789012"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ASIAKEY",
                "123456789012",
                "arn:aws:sts::123456789012:assumed-role/keeper/node-7",
                "arn:aws:iam::123456789012:role/keeper"
            })
    void isItsKeyItsAccountItsNameAndItsRole(String expected) {
        assertThat(session.is(expected)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ASIA",
                "123456789013",
                "12345678901",
                "arn:aws:sts::123456789012:assumed-role/keeper/node-8",
                "arn:aws:iam::123456789012:role/keep",
                "arn:aws:iam::999999999999:role/keeper"
            })
    void isNothingElse(String expected) {
        assertThat(session.is(expected)).isFalse();
    }

    @Test
    void whereNobodyTellsMoreOnlyTheKeyCounts() {
        var known = new ActingIdentity("AKIAKEY", Optional.empty(), Optional.empty());
        assertThat(known.is("AKIAKEY")).isTrue();
        assertThat(known.is("123456789012")).isFalse();
    }
}
