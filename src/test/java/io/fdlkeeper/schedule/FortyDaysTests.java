package io.fdlkeeper.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.fake.FakeCatalogs;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.VerifyRepository;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.retention.RetentionRules;
import io.fdlkeeper.run.Blackout;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.Pause;
import io.fdlkeeper.run.PauseStore;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.telemetry.KeeperMetrics;
import io.fdlkeeper.telemetry.Scrape;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service over forty days, by a clock that is moved by hand: a version every noon, three schedules, Saturdays with a blackout, an
 * autumn night with an hour twice, two days without the service, and a pause.
 */
class FortyDaysTests {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LocalDate FIRST = LocalDate.of(2026, 10, 1);
    private static final int DAYS = 40;
    private static final LocalDate OUTAGE = FIRST.plusDays(12);
    private static final LocalDate PAUSED = FIRST.plusDays(28);
    private static final int PAUSED_DAYS = 3;
    private static final int KEPT_VERSIONS = 3;
    private static final Duration JITTER = Duration.ofMinutes(10);

    @TempDir
    Path scratch;

    private final FakeStore store = new FakeStore(at(FIRST, LocalTime.MIDNIGHT));
    private final DailyWriter writer = new DailyWriter(store);
    private final FakeCatalogs catalogs = new FakeCatalogs();
    private final List<Long> sizes = new ArrayList<>();
    private InMemoryState state = new InMemoryState();
    private KeeperMetrics metrics = new KeeperMetrics("1");
    private Instant startedAt = Instant.MIN;
    private Optional<HandAlarms> alarms = Optional.empty();
    private Optional<Schedules> service = Optional.empty();
    private int runs;

    @Test
    void jobsRunAsTheirSchedulesSayAndTheRepositoryStaysBounded() {
        startService();
        for (int day = 0; day < DAYS; day++) {
            LocalDate date = FIRST.plusDays(day);
            if (date.equals(PAUSED)) {
                pauseGc(date);
            }
            liveUntil(at(date, LocalTime.NOON));
            if (date.equals(OUTAGE)) {
                killService();
            } else if (date.equals(OUTAGE.plusDays(2))) {
                startService();
                liveUntil(store.now());
            }
            writer.publish();
            liveUntil(at(date.plusDays(1), LocalTime.MIDNIGHT));
            assertThat(store.keys()).as("needed on %s", date).containsAll(writer.neededBy(KEPT_VERSIONS));
            sizes.add(
                    store.keys().stream().filter(key -> key.startsWith("data/")).count());
        }

        assertThat(began(JobKind.RETENTION)).containsExactlyElementsOf(expected(LocalTime.of(2, 30), false));
        assertThat(withoutJitter(began(JobKind.GC))).containsExactlyElementsOf(expected(LocalTime.of(3, 30), true));
        assertThat(began(JobKind.VERIFY))
                .allMatch(time -> time.getDayOfWeek() == DayOfWeek.SUNDAY
                        && time.toLocalTime().equals(LocalTime.of(13, 0)))
                .hasSize(6);
        assertThat(records()).allMatch(run -> run.outcome().equals(Optional.of(RunOutcome.SUCCEEDED)));
        assertThat(sizes).as("files by day").allMatch(size -> size <= 14);
        assertThat(sizes.subList(DAYS - 5, DAYS)).allMatch(size -> size <= 12);
        assertThat(deleted(JobKind.GC)).isEqualTo(48 - lastSize());
        theTimesThatAreKeptTellTheTruth();
        theMetricsTellTheTruth();
    }

    private void theTimesThatAreKeptTellTheTruth() {
        for (JobKind job : List.of(JobKind.RETENTION, JobKind.GC, JobKind.VERIFY)) {
            FireTime kept = state.fireTimes().find(location(), job).orElseThrow();
            assertThat(kept.lastStarted())
                    .as("%s began last", job)
                    .contains(lastOf(job).startedAt());
            assertThat(kept.nextAt().orElseThrow()).isAfter(store.now());
            assertThat(kept.owed()).isFalse();
        }
        // Six Saturdays in a blackout, and two nights without the service; those of the pause for collections alone.
        assertThat(misfires(JobKind.RETENTION)).isEqualTo(6 + 2);
        assertThat(misfires(JobKind.GC)).isEqualTo(6 + 2 + PAUSED_DAYS - 1);
    }

    /** Counters count since the service was started last; times outlive that. */
    private void theMetricsTellTheTruth() {
        for (JobKind job : List.of(JobKind.RETENTION, JobKind.GC, JobKind.VERIFY)) {
            String labels = "kind=\"" + job.id() + "\",repository=\"lake\"}";
            assertThat(Scrape.value(metrics, "fdl_run_last_success_timestamp_seconds{" + labels))
                    .as("last success of %s", job)
                    .isEqualTo(lastOf(job).endedAt().orElseThrow().toEpochMilli() / 1000.0);
            assertThat(Scrape.value(
                            metrics,
                            "fdl_run_total{kind=\"" + job.id() + "\",outcome=\"succeeded\",repository=\"lake\"}"))
                    .as("runs of %s", job)
                    .isEqualTo(sinceStart().filter(run -> run.job() == job).count());
            assertThat(Scrape.value(metrics, "fdl_run_active{" + labels)).isZero();
        }
        assertThat(Scrape.value(metrics, "fdl_gc_deleted_objects_total{repository=\"lake\"}"))
                .isEqualTo(sinceStart()
                        .filter(run -> run.job() == JobKind.GC)
                        .mapToLong(run -> run.statistics().getOrDefault("outcome.deleted.objects", 0L))
                        .sum());
        assertThat(Scrape.value(metrics, "fdl_storage_objects{class=\"listed\",repository=\"lake\"}"))
                .isEqualTo(lastOf(JobKind.GC).statistics().get("listed.objects").doubleValue());
    }

    private Stream<RunRecord> sinceStart() {
        return records().stream().filter(run -> !run.startedAt().isBefore(startedAt));
    }

    /** Every night at this time, on Saturdays when the blackout ends, and once when whatever kept the job is over. */
    private static List<LocalDateTime> expected(LocalTime time, boolean isPaused) {
        List<LocalDateTime> times = new ArrayList<>();
        for (int day = 0; day < DAYS; day++) {
            LocalDate date = FIRST.plusDays(day);
            boolean down = date.isAfter(OUTAGE) && !date.isAfter(OUTAGE.plusDays(2));
            boolean paused = isPaused && !date.isBefore(PAUSED) && date.isBefore(PAUSED.plusDays(PAUSED_DAYS));
            if (down && date.equals(OUTAGE.plusDays(2))) {
                times.add(date.atTime(LocalTime.NOON));
            } else if (!down && !paused) {
                boolean blackout = date.getDayOfWeek() == DayOfWeek.SATURDAY;
                if (isPaused && date.equals(PAUSED.plusDays(PAUSED_DAYS))) {
                    times.add(date.atTime(LocalTime.MIDNIGHT));
                }
                times.add(date.atTime(blackout ? LocalTime.of(8, 0) : time));
            }
        }
        return times;
    }

    private void startService() {
        var fresh = new HandAlarms();
        var schedules = new Schedules(new TestKeeping(), String::hashCode, clock(), 1, fresh);
        schedules.renew();
        metrics = new KeeperMetrics("1");
        metrics.repositories(Map.of(location(), "lake"));
        metrics.remember(state.runs().list(Optional.empty(), 1000).stream());
        startedAt = store.now();
        alarms = Optional.of(fresh);
        service = Optional.of(schedules);
    }

    /** What was not written down is gone. */
    private void killService() {
        state = state.afterCrash();
        alarms = Optional.empty();
        service = Optional.empty();
    }

    private void pauseGc(LocalDate date) {
        state.pauses()
                .put(new Pause(
                        Optional.of(location()),
                        Optional.of(JobKind.GC),
                        "an audit",
                        "tester",
                        store.now(),
                        Optional.of(at(date.plusDays(PAUSED_DAYS), LocalTime.MIDNIGHT))));
    }

    /** Lets alarms ring, one after the other, each at its time. */
    private void liveUntil(Instant end) {
        while (alarms.flatMap(HandAlarms::next).map(next -> !next.isAfter(end)).orElse(false)) {
            Instant next = alarms.orElseThrow().next().orElseThrow();
            if (next.isAfter(store.now())) {
                store.setClock(next);
            }
            alarms.orElseThrow().due(store.now()).ifPresent(service.orElseThrow()::look);
        }
        if (end.isAfter(store.now())) {
            store.setClock(end);
        }
    }

    private List<LocalDateTime> began(JobKind job) {
        return records().stream()
                .filter(run -> run.job() == job)
                .map(run -> LocalDateTime.ofInstant(run.startedAt(), BERLIN))
                .toList();
    }

    /** A start of the schedule is within the jitter; one that is made up for is not moved. */
    private static List<LocalDateTime> withoutJitter(List<LocalDateTime> times) {
        LocalTime due = LocalTime.of(3, 30);
        List<LocalDateTime> plain = new ArrayList<>();
        for (LocalDateTime time : times) {
            Duration late = Duration.between(due, time.toLocalTime());
            boolean jittered = !late.isNegative() && late.compareTo(JITTER) <= 0;
            plain.add(jittered ? time.toLocalDate().atTime(due) : time);
        }
        assertThat(times).as("some are moved").isNotEqualTo(plain);
        return plain;
    }

    private List<RunRecord> records() {
        List<RunRecord> newestFirst = new ArrayList<>(state.runs().list(Optional.of(location()), 1000));
        java.util.Collections.reverse(newestFirst);
        return newestFirst;
    }

    private RunRecord lastOf(JobKind job) {
        return state.runs().list(Optional.of(location()), 1000).stream()
                .filter(run -> run.job() == job)
                .findFirst()
                .orElseThrow();
    }

    private long deleted(JobKind job) {
        return records().stream()
                .filter(run -> run.job() == job)
                .mapToLong(run -> run.statistics().getOrDefault("outcome.deleted.objects", 0L))
                .sum();
    }

    private long lastSize() {
        return sizes.get(sizes.size() - 1);
    }

    private long misfires(JobKind job) {
        return state.fireTimes().find(location(), job).orElseThrow().misfires();
    }

    private String location() {
        return store.ports().location();
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
                return store.now();
            }
        };
    }

    private static Instant at(LocalDate date, LocalTime time) {
        return date.atTime(time).atZone(BERLIN).toInstant();
    }

    /** A keeper whose jobs are the product's own, in memory. */
    private final class TestKeeping implements Keeping {

        @Override
        public List<ScheduledJob> scheduled() {
            return List.of(
                    job(JobKind.RETENTION, "30 2 * * *", Duration.ZERO),
                    job(JobKind.GC, "30 3 * * *", JITTER),
                    job(JobKind.VERIFY, "0 13 * * 0", Duration.ZERO));
        }

        private ScheduledJob job(JobKind kind, String cron, Duration jitter) {
            var saturdays = new Blackout(Set.of(DayOfWeek.SATURDAY), LocalTime.MIDNIGHT, LocalTime.of(8, 0), BERLIN);
            return new ScheduledJob(
                    "lake",
                    location(),
                    new JobSchedule(kind, cron, BERLIN, jitter, MisfirePolicy.RUN_ONCE, List.of(saturdays)));
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
            var workplace = new Workplace(
                            state, catalogs, scratch, clock(), () -> String.format(Locale.ROOT, "run-%04d", runs++))
                    .observedBy(metrics.runs());
            var repository = new ManagedRepository(
                    "lake",
                    store.ports(),
                    List.of(),
                    List.of(),
                    new RetentionPolicy(
                            RetentionRules.newest(KEPT_VERSIONS),
                            List.of(),
                            BERLIN,
                            Duration.ZERO,
                            Duration.ofHours(1),
                            Optional.empty(),
                            OptionalDouble.of(0.9)),
                    GcSafety.DEFAULT.withGrace(Duration.ofDays(2)),
                    RunLimits.DEFAULT);
            var order = new Order("schedule", Optional.empty(), false, Progress.SILENT, stop);
            return switch (job.job()) {
                case RETENTION -> new ApplyRetention(workplace).run(repository, order);
                case GC -> new CollectGarbage(workplace).run(repository, order);
                case VERIFY -> new VerifyRepository(workplace).run(repository, order);
                case RESTORE, WITHDRAWAL -> throw new AssertionError("nobody restores here");
            };
        }

        @Override
        public boolean everyMinute() {
            return false;
        }
    }
}
