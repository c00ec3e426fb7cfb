package io.fdlkeeper.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.Space;
import io.fdlkeeper.run.Blackout;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.PauseStore;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.StopToken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a service does around a job: it writes down first, stops what may not go on, and remembers what is owed. */
class SchedulesTests {

    private static final String LAKE = "/srv/lake";
    private static final Instant DUE = Instant.parse("2026-06-02T02:30:00Z");
    private static final Blackout FROM_THREE_TO_FOUR =
            new Blackout(Set.of(), LocalTime.of(3, 0), LocalTime.of(4, 0), ZoneOffset.UTC);

    private final InMemoryState state = new InMemoryState();
    private final HandAlarms alarms = new HandAlarms();
    private final List<Instant> begun = new ArrayList<>();
    private List<ScheduledJob> jobs = List.of(job(MisfirePolicy.RUN_ONCE));
    private Function<StopToken, JobOutcome> work = stop -> JobOutcome.SUCCEEDED;
    private boolean broken;
    private Instant now = DUE.minusSeconds(60);
    private final Schedules schedules = new Schedules(new TestKeeping(), String::hashCode, clock(), 1, alarms);

    @Test
    void firingIsWrittenDownBeforeItsJobBegins() {
        work = stop -> {
            assertThat(kept().lastStarted()).contains(DUE);
            assertThat(kept().nextDue().orElseThrow()).isAfter(DUE);
            return JobOutcome.SUCCEEDED;
        };
        live(DUE);
        assertThat(begun).containsExactly(DUE);
    }

    @Test
    void blackoutThatBeginsStopsARunningJobAndItGoesOnAfterwards() {
        work = stop -> {
            assertThat(stop.requested()).isFalse();
            now = Instant.parse("2026-06-02T03:00:00Z");
            assertThat(stop.requested()).isTrue();
            return JobOutcome.STOPPED;
        };
        live(DUE);
        work = stop -> JobOutcome.SUCCEEDED;
        live(Instant.parse("2026-06-02T03:59:59Z"));
        assertThat(begun).containsExactly(DUE);
        live(Instant.parse("2026-06-02T04:00:00Z"));
        assertThat(begun).containsExactly(DUE, Instant.parse("2026-06-02T04:00:00Z"));
        assertThat(kept().owed()).isFalse();
    }

    @Test
    void whatCannotBeReadAnewLeavesTheSchedulesThatWere() {
        schedules.renew();
        broken = true;
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(schedules::renew);
        broken = false;
        live(schedules, DUE.plus(Duration.ofDays(1)));
        assertThat(begun).isNotEmpty();
    }

    @Test
    void pauseThatBeginsStopsARunningJob() {
        work = stop -> {
            assertThat(stop.requested()).isFalse();
            state.pauses()
                    .put(new Pause(Optional.of(LAKE), Optional.empty(), "trouble", "tester", now, Optional.empty()));
            assertThat(stop.requested()).isTrue();
            return JobOutcome.STOPPED;
        };
        live(DUE);
        work = stop -> JobOutcome.SUCCEEDED;
        live(Instant.parse("2026-06-02T06:00:00Z"));
        assertThat(begun).hasSize(1);
        state.pauses().remove(Optional.of(LAKE), Optional.empty());
        live(Instant.parse("2026-06-02T06:01:00Z"));
        assertThat(begun).as("within a minute of its end").hasSize(2);
    }

    @Test
    void endOfTheServiceStopsARunningJobThatTheNextServiceGoesOnWith() {
        work = stop -> {
            schedules.stop();
            assertThat(stop.requested()).isTrue();
            return JobOutcome.STOPPED;
        };
        live(DUE);
        live(DUE.plusSeconds(600));
        assertThat(begun).hasSize(1);
        assertThat(kept().owed()).isTrue();

        work = stop -> JobOutcome.SUCCEEDED;
        var next = new Schedules(new TestKeeping(), String::hashCode, clock(), 1, alarms);
        next.renew();
        live(next, now);
        assertThat(begun).hasSize(2);
    }

    @Test
    void stoppedJobThatSkipsWaitsForItsNextTime() {
        jobs = List.of(job(MisfirePolicy.SKIP));
        work = stop -> JobOutcome.STOPPED;
        live(DUE.plus(Duration.ofHours(20)));
        assertThat(begun).containsExactly(DUE);
        assertThat(kept().owed()).isFalse();
    }

    @Test
    void commandThatHoldsTheLeaseIsWaitedForByTheMinute() {
        work = stop -> begun.size() < 3 ? JobOutcome.BUSY : JobOutcome.SUCCEEDED;
        live(DUE.plusSeconds(600));
        assertThat(begun).containsExactly(DUE, DUE.plusSeconds(60), DUE.plusSeconds(120));
    }

    @Test
    void jobThatFailsOrIsRefusedWaitsForItsNextTime() {
        work = stop -> {
            throw new IllegalStateException("the store does not answer");
        };
        live(DUE.plus(Duration.ofHours(1)));
        work = stop -> JobOutcome.REFUSED;
        live(DUE.plus(Duration.ofHours(30)));
        assertThat(begun).containsExactly(DUE, DUE.plus(Duration.ofDays(1)));
        assertThat(schedules.running()).isZero();
    }

    @Test
    void scheduleThatIsSwitchedOffIsForgotten() {
        live(DUE);
        jobs = List.of();
        schedules.renew();
        assertThat(state.fireTimes().find(LAKE, JobKind.GC)).isEmpty();
        live(DUE.plus(Duration.ofDays(3)));
        assertThat(begun).hasSize(1);
    }

    private void live(Instant end) {
        if (begun.isEmpty() && state.fireTimes().find(LAKE, JobKind.GC).isEmpty()) {
            schedules.renew();
        }
        live(schedules, end);
    }

    private void live(Schedules service, Instant end) {
        while (alarms.next().map(next -> !next.isAfter(end)).orElse(false)) {
            Instant next = alarms.next().orElseThrow();
            now = next.isAfter(now) ? next : now;
            alarms.due(now).ifPresent(service::look);
        }
        now = end.isAfter(now) ? end : now;
    }

    private FireTime kept() {
        return state.fireTimes().find(LAKE, JobKind.GC).orElseThrow();
    }

    private static ScheduledJob job(MisfirePolicy misfire) {
        return new ScheduledJob(
                "lake",
                LAKE,
                new JobSchedule(
                        JobKind.GC, "30 2 * * *", ZoneOffset.UTC, Duration.ZERO, misfire, List.of(FROM_THREE_TO_FOUR)));
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private final class TestKeeping implements Keeping {

        @Override
        public List<ScheduledJob> scheduled() {
            if (broken) {
                throw new IllegalStateException("the state is out of order");
            }
            return jobs;
        }

        @Override
        public FireTimes fireTimes() {
            return state.fireTimes();
        }

        @Override
        public PauseStore pauses() {
            return state.pauses();
        }

        @Override
        public JobReport run(ScheduledJob job, StopToken stop) {
            begun.add(now);
            return new JobReport(
                    job.job(),
                    job.location(),
                    work.apply(stop),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    Space.NONE,
                    List.of(),
                    "done");
        }

        @Override
        public boolean everyMinute() {
            return false;
        }
    }
}
