package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.Loss;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class LossStoreContract extends StateContract {

    LossStoreContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void lossesAreKeptByRepository() {
        var file = loss("data/lost ü.parquet", "disk failure of 2025");
        var version = loss("01890000-0000-7000-8000-000000000001", "never complete");
        state.losses().record(LAKE, file);
        state.losses().record(LAKE, version);
        nextProcess();
        assertThat(state.losses().list(LAKE)).containsExactly(file, version);
        assertThat(state.losses().list(OTHER_LAKE)).isEmpty();
    }

    @Test
    void lossRecordedAgainHasItsLastReason() {
        state.losses().record(LAKE, loss("data/a", "unknown"));
        state.losses().record(LAKE, loss("data/b", "unknown"));
        state.losses().record(LAKE, loss("data/a", "found out"));
        nextProcess();
        assertThat(state.losses().list(LAKE)).containsExactly(loss("data/b", "unknown"), loss("data/a", "found out"));
    }

    private static Loss loss(String target, String reason) {
        return new Loss(target, reason, "tester", StateUnderTest.NOW);
    }
}
