package io.fdlkeeper.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.repository.RefName;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RetentionPolicyTests {

    private static final Duration NONE = Duration.ZERO;

    static Stream<Arguments> rulesWithOneOn() {
        return Stream.of(
                Arguments.of(new RetentionRules(1, NONE, 0, 0, 0, 0)),
                Arguments.of(new RetentionRules(0, Duration.ofNanos(1), 0, 0, 0, 0)),
                Arguments.of(new RetentionRules(0, NONE, 1, 0, 0, 0)),
                Arguments.of(new RetentionRules(0, NONE, 0, 1, 0, 0)),
                Arguments.of(new RetentionRules(0, NONE, 0, 0, 1, 0)),
                Arguments.of(new RetentionRules(0, NONE, 0, 0, 0, 1)));
    }

    @ParameterizedTest
    @MethodSource("rulesWithOneOn")
    void oneRuleIsEnoughToKeepSomething(RetentionRules rules) {
        assertThat(rules.keepNothing()).isFalse();
    }

    @Test
    void rulesThatAreAllOffKeepNothing() {
        assertThat(RetentionRules.newest(0).keepNothing()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-1,0,0,0,0,0", "0,-1,0,0,0,0", "0,0,-1,0,0,0", "0,0,0,-1,0,0", "0,0,0,0,-1,0", "0,0,0,0,0,-1"})
    void noRuleIsNegative(int last, int within, int daily, int weekly, int monthly, int yearly) {
        assertThatThrownBy(() -> new RetentionRules(last, Duration.ofDays(within), daily, weekly, monthly, yearly))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a retention rule is not negative");
    }

    @Test
    void anOverrideThatKeepsNothingMakesThePolicyKeepNothing() {
        RetentionPolicy.Override good = new RetentionPolicy.Override("refs/heads/a", RetentionRules.newest(1));
        RetentionPolicy.Override bad = new RetentionPolicy.Override("refs/heads/b", RetentionRules.newest(0));
        assertThat(policy(RetentionRules.newest(1), List.of(good)).keepsNothing())
                .isFalse();
        assertThat(policy(RetentionRules.newest(1), List.of(good, bad)).keepsNothing())
                .isTrue();
        assertThat(policy(RetentionRules.newest(0), List.of(good)).keepsNothing())
                .isTrue();
    }

    @Test
    void anExactOrderHasNoOtherProtection() {
        assertThat(RetentionPolicy.exactly(3)).isEqualTo(policy(RetentionRules.newest(3), List.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "refs/heads/main, refs/heads/main, true",
        "refs/heads/main, refs/heads/main2, false",
        "refs/heads/main, refs/heads/mai, false",
        "refs/heads/*, refs/heads/main, true",
        "refs/heads/*, refs/heads/a/b/c, true",
        "refs/heads/*, refs/tags/main, false",
        "*, refs/tags/v1, true",
        "*/main, refs/heads/main, true",
        "*/main, refs/heads/main/x, false",
        "refs/heads/a*z, refs/heads/az, true",
        "refs/heads/a*z, refs/heads/a-z-z, true",
        "refs/heads/a*z, refs/heads/a-zy, false",
        "refs/*/rel-*.x, refs/heads/rel-1.x, true",
        "refs/*/rel-*.x, refs/heads/rel-1.y, false",
        "refs/heads/**, refs/heads/x, true",
        "refs/heads/x*, refs/heads/x, true",
        "refs/heads/[a], refs/heads/a, false",
        "refs/heads/?, refs/heads/a, false"
    })
    void aStarStandsForAnyTextAndNothingElseIsSpecial(String pattern, String ref, boolean matches) {
        RetentionRules special = RetentionRules.newest(7);
        RetentionPolicy policy =
                policy(RetentionRules.newest(1), List.of(new RetentionPolicy.Override(pattern, special)));
        assertThat(policy.rulesFor(new RefName(ref)).equals(special)).isEqualTo(matches);
    }

    private static RetentionPolicy policy(RetentionRules rules, List<RetentionPolicy.Override> overrides) {
        return new RetentionPolicy(
                rules, overrides, ZoneOffset.UTC, NONE, NONE, Optional.empty(), OptionalDouble.empty());
    }
}
