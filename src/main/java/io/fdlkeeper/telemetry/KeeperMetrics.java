package io.fdlkeeper.telemetry;

import io.fdlkeeper.maintenance.RunObserver;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.store.StoreRequests;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import jakarta.servlet.http.HttpServlet;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keeper's metrics, for Prometheus to scrape. */
public final class KeeperMetrics {

    private static final double MILLIS = 1_000;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Instruments instruments = new Instruments(registry);
    private final RepositoryNames names = new RepositoryNames();
    private final RunMetrics runs = new RunMetrics(instruments, names);
    private final StoreMetrics stores = new StoreMetrics(instruments);

    /** @param version of the program */
    public KeeperMetrics(String version) {
        instruments.gauge(Metric.BUILD).labelValues(version).set(1);
    }

    /** Says which repositories there are: their names by their locations. Called again when the configuration was read again. */
    public void repositories(Map<String, String> byLocation) {
        names.use(byLocation);
        byLocation.values().forEach(runs::expect);
    }

    /** Takes from earlier runs what a restart must not forget, once the repositories are known. */
    public void remember(Stream<RunRecord> newestFirst) {
        runs.remember(newestFirst);
    }

    /** Returns who is to hear of runs. */
    public RunObserver runs() {
        return runs;
    }

    /** Returns who is to hear of requests to stores. */
    public StoreRequests stores() {
        return stores;
    }

    /** Asks at each scrape how schedules stand. */
    public void schedules(Supplier<List<Upcoming>> schedules) {
        instruments.ask(
                Metric.NEXT_FIRE,
                values -> schedules
                        .get()
                        .forEach(schedule -> schedule.next().stream()
                                .findFirst()
                                .ifPresent(next -> values.call(next.at().toEpochMilli() / MILLIS, labels(schedule)))));
        instruments.ask(
                Metric.SCHEDULE_PAUSED,
                values -> schedules
                        .get()
                        .forEach(schedule -> values.call(schedule.pause().isPresent() ? 1 : 0, labels(schedule))));
        instruments.askCount(
                Metric.MISFIRES,
                values -> schedules
                        .get()
                        .forEach(schedule -> values.call(
                                schedule.kept().map(FireTime::misfires).orElse(0L), labels(schedule))));
    }

    /** Asks at each scrape how withdrawals stand. */
    public void withdrawals(Supplier<List<WithdrawalCase>> cases, Supplier<Instant> now) {
        instruments.ask(Metric.CASES, values -> {
            Map<CaseState, Long> byState =
                    cases.get().stream().collect(Collectors.groupingBy(WithdrawalCase::state, Collectors.counting()));
            for (CaseState state : CaseState.values()) {
                values.call(byState.getOrDefault(state, 0L), state.name());
            }
        });
        instruments.ask(
                Metric.CASE_DEADLINE,
                values -> cases.get().stream()
                        .filter(one -> one.state().isOpen())
                        .forEach(one -> {
                            if (one.clocks().notifiedAt().isEmpty()) {
                                values.call(seconds(one.clocks().notifyBy()), one.id(), "notify");
                            }
                            values.call(seconds(one.clocks().answerBy()), one.id(), "answer");
                        }));
        residue(Metric.RESIDUE_OPEN, cases, ResidueItem::isOpen);
        residue(Metric.RESIDUE_OVERDUE, cases, item -> item.isOverdue(now.get()));
    }

    private void residue(Metric metric, Supplier<List<WithdrawalCase>> cases, Predicate<ResidueItem> counts) {
        instruments.ask(metric, values -> {
            Map<ResidueItem.Kind, Long> byKind = cases.get().stream()
                    .flatMap(one -> one.residue().stream())
                    .filter(counts)
                    .collect(Collectors.groupingBy(ResidueItem::kind, Collectors.counting()));
            for (ResidueItem.Kind kind : ResidueItem.Kind.values()) {
                values.call(byKind.getOrDefault(kind, 0L), kind.id());
            }
        });
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / MILLIS;
    }

    private static String[] labels(Upcoming schedule) {
        return new String[] {schedule.job().job().id(), schedule.job().repository()};
    }

    /**
     * Asks at each scrape what DuckDB takes.
     *
     * @param memory bytes in memory
     * @param spill  bytes on disk
     */
    public void engine(LongSupplier memory, LongSupplier spill) {
        instruments.ask(Metric.ENGINE_MEMORY, values -> values.call(memory.getAsLong()));
        instruments.ask(Metric.ENGINE_SPILL, values -> values.call(spill.getAsLong()));
    }

    /** Says that the configuration was read, and now counts. */
    public void configurationRead(Instant now) {
        instruments.gauge(Metric.CONFIGURATION_GOOD).set(1);
        instruments.gauge(Metric.CONFIGURATION_READ).set(now.toEpochMilli() / MILLIS);
    }

    /** Says that the configuration has a mistake, so that the one before goes on counting. */
    public void configurationRefused() {
        instruments.gauge(Metric.CONFIGURATION_GOOD).set(0);
    }

    /** Adds what the Java machine tells of itself. */
    public void addMachine() {
        JvmMetrics.builder().register(registry);
    }

    /** Returns the page to scrape. */
    public HttpServlet servlet() {
        return new MetricsServlet(registry);
    }

    PrometheusRegistry registry() {
        return registry;
    }

    Instruments instruments() {
        return instruments;
    }

    RepositoryNames names() {
        return names;
    }
}
