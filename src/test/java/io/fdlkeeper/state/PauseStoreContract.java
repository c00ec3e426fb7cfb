package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Pause;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class PauseStoreContract extends StateContract {

    private static final Pause OF_ALL = pause(Optional.empty(), Optional.empty(), Optional.empty());
    private static final Pause OF_LAKE = pause(Optional.of(LAKE), Optional.empty(), Optional.of(NOW.plusSeconds(60)));
    private static final Pause OF_GC = pause(Optional.empty(), Optional.of(JobKind.GC), Optional.empty());

    PauseStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void pausesOfEveryScopeAreKeptInTheOrderTheyWereMade() {
        assertThat(state.pauses().list()).isEmpty();
        state.pauses().put(OF_ALL);
        state.pauses().put(OF_LAKE);
        state.pauses().put(OF_GC);
        assertThat(state.pauses().list()).containsExactly(OF_ALL, OF_LAKE, OF_GC);
        nextProcess();
        assertThat(state.pauses().list()).containsExactly(OF_ALL, OF_LAKE, OF_GC);
    }

    @Test
    void laterPauseOfTheSameScopeTakesThePlaceOfTheEarlier() {
        var shorter = pause(Optional.empty(), Optional.empty(), Optional.of(NOW.plusSeconds(5)));
        state.pauses().put(OF_ALL);
        state.pauses().put(shorter);
        nextProcess();
        assertThat(state.pauses().list()).containsExactly(shorter);
    }

    @Test
    void pauseThatIsOverIsDroppedWithTheNextOne() {
        state.pauses().put(OF_LAKE);
        var later =
                new Pause(Optional.empty(), Optional.empty(), "later", "tester", NOW.plusSeconds(60), Optional.empty());
        state.pauses().put(later);
        nextProcess();
        assertThat(state.pauses().list()).containsExactly(later);
    }

    @Test
    void onlyThePauseOfTheScopeIsRemoved() {
        state.pauses().put(OF_ALL);
        state.pauses().put(OF_LAKE);
        assertThat(state.pauses().remove(Optional.of(LAKE), Optional.of(JobKind.GC)))
                .isFalse();
        assertThat(state.pauses().remove(Optional.empty(), Optional.empty())).isTrue();
        assertThat(state.pauses().remove(Optional.empty(), Optional.empty())).isFalse();
        nextProcess();
        assertThat(state.pauses().list()).containsExactly(OF_LAKE);
    }

    private static Pause pause(Optional<String> repository, Optional<JobKind> job, Optional<Instant> until) {
        return new Pause(repository, job, "moving disks, \"ask Zoë\"", "tester", NOW, until);
    }
}
