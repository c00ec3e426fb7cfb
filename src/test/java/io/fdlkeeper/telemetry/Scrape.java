package io.fdlkeeper.telemetry;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads metrics as Prometheus does. */
public final class Scrape {

    private Scrape() {}

    static String of(KeeperMetrics metrics) {
        var page = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(page, metrics.registry().scrape());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page.toString(StandardCharsets.UTF_8);
    }

    /** Returns one value, by its name with its labels as they are scraped. */
    public static double value(KeeperMetrics metrics, String name) {
        return of(metrics)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not scraped: " + name));
    }
}
