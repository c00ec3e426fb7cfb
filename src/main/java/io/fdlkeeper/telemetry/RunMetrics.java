package io.fdlkeeper.telemetry;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.RunObserver;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts what it hears of runs. */
final class RunMetrics implements RunObserver {

    private static final double MILLIS = 1_000;

    /** What the statistics of a collection are called, and the class of objects they count. */
    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("listed", "listed"),
            Map.entry("live", "live"),
            Map.entry("heldByHistoryOnly", "history-only"),
            Map.entry("young", "young"),
            Map.entry("firstSeen", "first-seen"),
            Map.entry("foreign", "foreign"),
            Map.entry("held", "held"),
            Map.entry("recentlyReleased", "recently-released"),
            Map.entry("viewNamed", "view-named"),
            Map.entry("abandoned", "abandoned"));

    private final Instruments instruments;
    private final RepositoryNames names;

    /** Runs that this process began and has not ended. */
    private final Set<String> active = ConcurrentHashMap.newKeySet();

    RunMetrics(Instruments instruments, RepositoryNames names) {
        this.instruments = instruments;
        this.names = names;
    }

    /** Shows a repository's counters from the start, since an alert cannot see the first step of one that was absent. */
    void expect(String repository) {
        for (JobKind job : JobKind.values()) {
            for (RunOutcome outcome : RunOutcome.values()) {
                instruments.counter(Metric.RUNS).initLabelValues(job.id(), outcome.id(), repository);
            }
            instruments.gauge(Metric.RUNS_ACTIVE).initLabelValues(job.id(), repository);
            instruments.counter(Metric.RUNS_BLOCKED).initLabelValues(job.id(), repository);
        }
        instruments.counter(Metric.LEASE_LOST).initLabelValues(repository);
        instruments.counter(Metric.DELETED_OBJECTS).initLabelValues(repository);
        instruments.counter(Metric.DELETED_BYTES).initLabelValues(repository);
        instruments.counter(Metric.DELETE_FAILURES).initLabelValues(repository);
    }

    /** Takes from the records of earlier runs what must not be forgotten at a restart. */
    void remember(Stream<RunRecord> newestFirst) {
        Set<String> known = new HashSet<>();
        newestFirst.forEach(run -> {
            String repository = names.of(run.repository());
            String kind = run.job().id();
            String place = kind + " " + repository;
            if (known.add("attempt " + place)) {
                attempted(run);
            }
            if (run.outcome().filter(RunOutcome.SUCCEEDED::equals).isPresent() && known.add("success " + place)) {
                succeeded(run);
            }
            if (run.job() == JobKind.GC
                    && run.statistics().containsKey("listed.objects")
                    && known.add("figures " + place)) {
                figures(repository, run.statistics());
            }
        });
    }

    @Override
    public void began(RunRecord run) {
        active.add(run.id());
        instruments
                .gauge(Metric.RUNS_ACTIVE)
                .labelValues(run.job().id(), names.of(run.repository()))
                .inc();
        attempted(run);
    }

    @Override
    public void ended(RunRecord run, Optional<JobReport> report) {
        String repository = names.of(run.repository());
        String kind = run.job().id();
        RunOutcome outcome = run.outcome().orElseThrow();
        instruments
                .counter(Metric.RUNS)
                .labelValues(kind, outcome.id(), repository)
                .inc();
        if (active.remove(run.id())) {
            instruments.gauge(Metric.RUNS_ACTIVE).labelValues(kind, repository).dec();
        }
        if (report.isPresent()) {
            Duration took = Duration.between(run.startedAt(), run.endedAt().orElseThrow());
            instruments
                    .histogram(Metric.RUN_DURATION)
                    .labelValues(kind, repository)
                    .observe(took.toMillis() / MILLIS);
            stops(repository, report.get());
        }
        if (outcome == RunOutcome.SUCCEEDED) {
            succeeded(run);
        }
        if (run.job() == JobKind.GC) {
            figures(repository, run.statistics());
            collected(repository, run.statistics());
        } else if (run.job() == JobKind.RETENTION) {
            retained(repository, run.statistics());
        }
    }

    @Override
    public void busy(String location, JobKind job) {
        instruments
                .counter(Metric.RUNS_BLOCKED)
                .labelValues(job.id(), names.of(location))
                .inc();
    }

    @Override
    public void leaseLost(RunRecord run) {
        instruments
                .counter(Metric.LEASE_LOST)
                .labelValues(names.of(run.repository()))
                .inc();
    }

    @Override
    public void looked(RepositoryView view) {
        String repository = names.of(view.location());
        for (VersionState state : VersionState.values()) {
            instruments
                    .gauge(Metric.VERSIONS)
                    .labelValues(repository, state.name().toLowerCase(Locale.ROOT))
                    .set(view.in(state).count());
        }
        LongSummaryStatistics made = view.in(VersionState.LIVE)
                .map(version -> version.createdAt(GcSafety.DEFAULT.skewLimit()))
                .mapToLong(Instant::toEpochMilli)
                .summaryStatistics();
        if (made.getCount() > 0) {
            instruments.gauge(Metric.OLDEST_VERSION).labelValues(repository).set(made.getMin() / MILLIS);
            instruments.gauge(Metric.NEWEST_VERSION).labelValues(repository).set(made.getMax() / MILLIS);
        }
    }

    @Override
    public void skew(String location, Duration ahead) {
        instruments.gauge(Metric.SKEW).labelValues(names.of(location)).set(ahead.toMillis() / MILLIS);
    }

    private void attempted(RunRecord run) {
        instruments
                .gauge(Metric.LAST_ATTEMPT)
                .labelValues(run.job().id(), names.of(run.repository()))
                .set(run.startedAt().toEpochMilli() / MILLIS);
    }

    private void succeeded(RunRecord run) {
        instruments
                .gauge(Metric.LAST_SUCCESS)
                .labelValues(run.job().id(), names.of(run.repository()))
                .set(run.endedAt().orElse(run.startedAt()).toEpochMilli() / MILLIS);
    }

    private void stops(String repository, JobReport report) {
        Stops.of(report)
                .forEach(guard -> instruments
                        .counter(Metric.SAFETY_STOPS)
                        .labelValues(guard, repository)
                        .inc());
    }

    private void figures(String repository, Map<String, Long> statistics) {
        CLASSES.forEach((name, label) -> {
            set(Metric.STORAGE_OBJECTS, statistics.get(name + ".objects"), label, repository);
            set(Metric.STORAGE_BYTES, statistics.get(name + ".bytes"), label, repository);
        });
        set(Metric.CANDIDATE_OBJECTS, statistics.get("candidate.objects"), repository);
        set(Metric.CANDIDATE_BYTES, statistics.get("candidate.bytes"), repository);
    }

    private void set(Metric metric, @Nullable Long value, String... labels) {
        if (value != null) {
            instruments.gauge(metric).labelValues(labels).set(value);
        }
    }

    private void collected(String repository, Map<String, Long> statistics) {
        for (ItemOutcome outcome : ItemOutcome.values()) {
            long objects = count(statistics, outcome, "objects");
            switch (outcome) {
                case DELETED -> {
                    instruments
                            .counter(Metric.DELETED_OBJECTS)
                            .labelValues(repository)
                            .inc(objects);
                    instruments
                            .counter(Metric.DELETED_BYTES)
                            .labelValues(repository)
                            .inc(count(statistics, outcome, "bytes"));
                }
                case FAILED ->
                    instruments
                            .counter(Metric.DELETE_FAILURES)
                            .labelValues(repository)
                            .inc(objects);
                default -> add(Metric.SKIPPED, objects, outcome.id(), repository);
            }
        }
    }

    private void retained(String repository, Map<String, Long> statistics) {
        for (ItemOutcome outcome : ItemOutcome.values()) {
            add(Metric.RETENTION_ITEMS, count(statistics, outcome, "objects"), outcome.id(), repository);
        }
    }

    private void add(Metric metric, long count, String... labels) {
        if (count > 0) {
            instruments.counter(metric).labelValues(labels).inc(count);
        }
    }

    private static long count(Map<String, Long> statistics, ItemOutcome outcome, String unit) {
        return statistics.getOrDefault("outcome." + outcome.id() + "." + unit, 0L);
    }
}
