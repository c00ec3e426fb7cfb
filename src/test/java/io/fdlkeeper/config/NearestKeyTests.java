package io.fdlkeeper.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestKeyTests {

    private static final List<String> KNOWN = List.of("grace", "grace-uncommitted", "batch", "suffixes");

    @Test
    void aSlipOfTheFingerFindsItsKey() {
        assertThat(NearestKey.suggest("grase", KNOWN)).isEqualTo("did you mean 'grace'?");
        assertThat(NearestKey.suggest("graceUncommitted", KNOWN)).isEqualTo("did you mean 'grace-uncommitted'?");
        assertThat(NearestKey.suggest("suffix", KNOWN)).isEqualTo("did you mean 'suffixes'?");
    }

    @Test
    void aKeyThatIsLikeNoneGetsThemAll() {
        assertThat(NearestKey.suggest("colour", KNOWN))
                .isEqualTo("known here: batch, grace, grace-uncommitted, suffixes");
    }
}
