package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class HoldStoreContract extends StateContract {

    HoldStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void holdsOfEveryKindAreListedInTheOrderTheyWereAdded() {
        var onRef = hold("h2", HoldTarget.parse("refs/heads/main"));
        var onVersion = hold("h1", HoldTarget.parse("01890000-0000-7000-8000-000000000001"));
        var onFolder = hold("h3", HoldTarget.parse("data/customer=\"Zoë\"/"));
        var onKeyThatLooksLikeARef = hold("h4", new HoldTarget.OfKey("refs/heads/main"));
        for (var hold : new Hold[] {onRef, onVersion, onFolder, onKeyThatLooksLikeARef}) {
            state.holds().add(LAKE, hold);
        }
        nextProcess();
        assertThat(state.holds().list(LAKE)).containsExactly(onRef, onVersion, onFolder, onKeyThatLooksLikeARef);
        assertThat(state.holds().list(OTHER_LAKE)).isEmpty();
    }

    @Test
    void releasedHoldIsGoneAndOthersStay() {
        var kept = hold("h2", HoldTarget.parse("data/b"));
        state.holds().add(LAKE, hold("h1", HoldTarget.parse("data/a")));
        state.holds().add(LAKE, kept);
        assertThat(state.holds().release(LAKE, "h1")).isTrue();
        assertThat(state.holds().release(LAKE, "h1")).isFalse();
        assertThat(state.holds().release(OTHER_LAKE, "h2")).isFalse();
        nextProcess();
        assertThat(state.holds().list(LAKE)).containsExactly(kept);
    }

    @Test
    void idNamesOneHoldOnly() {
        state.holds().add(LAKE, hold("h1", HoldTarget.parse("data/a")));
        var second = hold("h1", HoldTarget.parse("data/b"));
        assertThatIllegalStateException().isThrownBy(() -> state.holds().add(LAKE, second));
        assertThat(state.holds().list(LAKE)).hasSize(1);
    }

    private static Hold hold(String id, HoldTarget target) {
        var until = id.equals("h1") ? Optional.of(StateUnderTest.NOW.plusSeconds(60)) : Optional.<Instant>empty();
        return new Hold(id, target, "an audit, \"until June\"", "tester", StateUnderTest.NOW, until);
    }
}
