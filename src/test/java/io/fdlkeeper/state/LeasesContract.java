package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.run.LeaseLostException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class LeasesContract extends StateContract {

    LeasesContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void oneRunAtATimeHoldsTheLease() {
        var lease = state.leases().tryTake(LAKE, "r1").orElseThrow();
        assertThat(lease.isHeld()).isTrue();
        assertThatCode(lease.permit()::requireHeld).doesNotThrowAnyException();
        assertThat(state.leases().tryTake(LAKE, "r2")).isEmpty();
        assertThat(state.leases().tryTake(LAKE, "r1")).isEmpty();
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void repositoriesDoNotShareALease() {
        var one = state.leases().tryTake(LAKE, "r1").orElseThrow();
        var other = state.leases().tryTake(OTHER_LAKE, "r2").orElseThrow();
        assertThat(one.isHeld()).isTrue();
        assertThat(other.isHeld()).isTrue();
    }

    @Test
    void leaseGivenBackIsFreeAndPermitsNothing() {
        var lease = state.leases().tryTake(LAKE, "r1").orElseThrow();
        lease.close();
        assertThat(lease.isHeld()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease.permit()::requireHeld);
        assertThat(state.leases().tryTake(LAKE, "r2")).isPresent();
    }

    @Test
    void leaseGivenBackTwiceDoesNotTakeTheNextHoldersAway() {
        var first = state.leases().tryTake(LAKE, "r1").orElseThrow();
        first.close();
        var second = state.leases().tryTake(LAKE, "r1").orElseThrow();
        first.close();
        assertThat(first.isHeld()).isFalse();
        assertThat(second.isHeld()).isTrue();
    }

    @Test
    void leaseOfAProcessThatIsGoneIsTakenOver() {
        state.leases().tryTake(LAKE, "r1").orElseThrow().permit().requireHeld();
        nextProcess();
        assertThat(state.leases().tryTake(LAKE, "r2").orElseThrow().isHeld()).isTrue();
    }
}
