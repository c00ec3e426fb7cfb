package io.fdlkeeper.telemetry;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The metrics in a registry, each made once. */
final class Instruments {

    /** From a look at an empty folder to a collection of many hours. */
    private static final double[] RUN_SECONDS = {1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200};

    /** From a call on a local disk to the longest wait for a store. */
    private static final double[] REQUEST_SECONDS = {0.001, 0.005, 0.025, 0.1, 0.25, 1, 5, 30};

    private final PrometheusRegistry registry;
    private final Map<Metric, Counter> counters = new EnumMap<>(Metric.class);
    private final Map<Metric, Gauge> gauges = new EnumMap<>(Metric.class);
    private final Map<Metric, Histogram> histograms = new EnumMap<>(Metric.class);

    Instruments(PrometheusRegistry registry) {
        this.registry = registry;
    }

    synchronized Counter counter(Metric metric) {
        return counters.computeIfAbsent(
                metric,
                made -> Counter.builder()
                        .name(made.text())
                        .help(made.help())
                        .labelNames(labels(made))
                        .withoutExemplars()
                        .register(registry));
    }

    synchronized Gauge gauge(Metric metric) {
        return gauges.computeIfAbsent(
                metric,
                made -> Gauge.builder()
                        .name(made.text())
                        .help(made.help())
                        .labelNames(labels(made))
                        .withoutExemplars()
                        .register(registry));
    }

    synchronized Histogram histogram(Metric metric) {
        return histograms.computeIfAbsent(
                metric,
                made -> Histogram.builder()
                        .name(made.text())
                        .help(made.help())
                        .labelNames(labels(made))
                        .classicOnly()
                        .classicUpperBounds(made == Metric.RUN_DURATION ? RUN_SECONDS : REQUEST_SECONDS)
                        .withoutExemplars()
                        .register(registry));
    }

    /** Asks for a metric's values at each scrape. */
    void ask(Metric metric, Consumer<GaugeWithCallback.Callback> values) {
        Objects.requireNonNull(GaugeWithCallback.builder()
                .name(metric.text())
                .help(metric.help())
                .labelNames(labels(metric))
                .callback(values)
                .register(registry));
    }

    /** Asks for the values of a counter that somebody else keeps. */
    void askCount(Metric metric, Consumer<CounterWithCallback.Callback> values) {
        Objects.requireNonNull(CounterWithCallback.builder()
                .name(metric.text())
                .help(metric.help())
                .labelNames(labels(metric))
                .callback(values)
                .register(registry));
    }

    private static String[] labels(Metric metric) {
        return metric.labels().toArray(String[]::new);
    }
}
