package io.fdlkeeper.telemetry;

import io.fdlkeeper.store.StoreRequests;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Counts requests to stores. What a store calls its errors is its own business, so only so many different words are kept. */
final class StoreMetrics implements StoreRequests {

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");
    private static final int MOST_WORDS = 100;
    private static final String OTHER = "other";
    private static final double NANOS = 1e9;

    private final Instruments instruments;
    private final Set<String> words = ConcurrentHashMap.newKeySet();

    StoreMetrics(Instruments instruments) {
        this.instruments = instruments;
    }

    @Override
    public void answered(String operation, String code, Duration took) {
        String op = word(operation);
        instruments.counter(Metric.STORE_REQUESTS).labelValues(op, word(code)).inc();
        instruments.histogram(Metric.STORE_DURATION).labelValues(op).observe(took.toNanos() / NANOS);
    }

    @Override
    public void throttled(String operation) {
        instruments.counter(Metric.STORE_THROTTLED).labelValues(word(operation)).inc();
    }

    private String word(String text) {
        if (words.contains(text)) {
            return text;
        }
        if (words.size() >= MOST_WORDS || !WORD.matcher(text).matches()) {
            return OTHER;
        }
        words.add(text);
        return text;
    }
}
