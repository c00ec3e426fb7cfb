package io.fdlkeeper.state;

import static io.fdlkeeper.state.StateUnderTest.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.ScheduledJob;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

abstract class FireTimesContract extends StateContract {

    private static final FireTime NEVER_AGAIN =
            new FireTime("0 0 1 1 * | UTC | PT0S", Optional.empty(), Optional.empty(), false, Optional.empty(), 0);
    private static final FireTime OWED = new FireTime(
            "30 2 * * * | Europe/Berlin | PT5M",
            Optional.of(NOW.plusSeconds(60)),
            Optional.of(NOW.plusSeconds(90)),
            true,
            Optional.of(NOW),
            7);

    FireTimesContract(Supplier<StateUnderTest> fresh) {
        super(fresh);
    }

    @Test
    void timesAreKeptByRepositoryAndJob() {
        state.fireTimes().put(LAKE, JobKind.GC, OWED);
        state.fireTimes().put(LAKE, JobKind.VERIFY, NEVER_AGAIN);
        nextProcess();
        assertThat(state.fireTimes().find(LAKE, JobKind.GC)).contains(OWED);
        assertThat(state.fireTimes().find(LAKE, JobKind.VERIFY)).contains(NEVER_AGAIN);
        assertThat(state.fireTimes().find(LAKE, JobKind.RETENTION)).isEmpty();
        assertThat(state.fireTimes().find(OTHER_LAKE, JobKind.GC)).isEmpty();
    }

    @Test
    void laterTimesTakeThePlaceOfEarlierOnes() {
        state.fireTimes().put(LAKE, JobKind.GC, OWED);
        state.fireTimes().put(LAKE, JobKind.GC, OWED.startedAt(NOW.plusSeconds(5)));
        nextProcess();
        assertThat(state.fireTimes().find(LAKE, JobKind.GC)).contains(OWED.startedAt(NOW.plusSeconds(5)));
    }

    @Test
    void onlySchedulesThatAreOnAreKept() {
        state.fireTimes().put(LAKE, JobKind.GC, OWED);
        state.fireTimes().put(LAKE, JobKind.VERIFY, OWED);
        state.fireTimes().put(OTHER_LAKE, JobKind.GC, OWED);
        state.fireTimes().keepOnly(List.of(job(OTHER_LAKE, JobKind.GC), job(OTHER_LAKE, JobKind.VERIFY)));
        nextProcess();
        assertThat(state.fireTimes().find(LAKE, JobKind.GC)).isEmpty();
        assertThat(state.fireTimes().find(LAKE, JobKind.VERIFY)).isEmpty();
        assertThat(state.fireTimes().find(OTHER_LAKE, JobKind.VERIFY)).isEmpty();
        assertThat(state.fireTimes().find(OTHER_LAKE, JobKind.GC)).contains(OWED);
    }

    private static ScheduledJob job(String location, JobKind kind) {
        return new ScheduledJob(
                "lake",
                location,
                new JobSchedule(kind, "0 0 * * *", ZoneOffset.UTC, Duration.ZERO, MisfirePolicy.RUN_ONCE, List.of()));
    }
}
