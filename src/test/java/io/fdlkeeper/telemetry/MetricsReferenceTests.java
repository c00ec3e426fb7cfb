package io.fdlkeeper.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keeps the page of metrics equal to their definitions; {@code -Ddocs.write=true} renews it. */
class MetricsReferenceTests {

    private static final Path PAGE = Path.of("docs/metrics.md");

    @Test
    void thePageSaysWhatTheDefinitionsSay() throws IOException {
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, markdown());
        }
        assertThat(PAGE).as("renew it with -Ddocs.write=true").hasContent(markdown());
    }

    @ParameterizedTest
    @EnumSource(Metric.class)
    void namesFollowTheCustomsOfPrometheus(Metric metric) {
        assertThat(metric.text()).matches("fdl_[a-z_]+");
        assertThat(metric.text().endsWith("_total")).isEqualTo(metric.kind() == Metric.Kind.COUNTER);
        assertThat(metric.help()).endsWith(".").doesNotContain("|", "\n");
        assertThat(metric.labels())
                .hasSizeLessThanOrEqualTo(3)
                .isSubsetOf(
                        "kind",
                        "outcome",
                        "repository",
                        "guard",
                        "class",
                        "reason",
                        "state",
                        "op",
                        "code",
                        "channel",
                        "version",
                        "case",
                        "clock");
    }

    private static String markdown() {
        List<String> lines = new ArrayList<>(List.of(
                "# Metrics",
                "",
                "<!-- Made from the metrics' definitions by MetricsReferenceTests; run it with -Ddocs.write=true to renew it. -->",
                "",
                "A service shows them at `/metrics` of its admin port, in the text format of Prometheus or in OpenMetrics, whichever the",
                "scraper asks for. Those of the Java machine (`jvm_…`, `process_…`) stand beside them.",
                "",
                "- `repository` is the name in the configuration. `other` is a repository that a command kept by `--location` on the",
                "  service's state.",
                "- No label holds a key, a folder or a person.",
                "- Counters begin at 0 with each start. Last attempt, last success and the figures of the last collection are read from",
                "  the runs in the state, so a restart does not look like a keeper that never worked.",
                "- `kind` and `outcome` are those of [runs](guards.md), `guard` is a [guard](guards.md) or the reason for an approval.",
                "",
                "| Metric | Type | Labels | Meaning |",
                "|---|---|---|---|"));
        for (Metric metric : Metric.values()) {
            lines.add("| `" + metric.text() + "` | " + metric.kind().name().toLowerCase(Locale.ROOT) + " | "
                    + metric.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "))
                    + " | " + metric.help() + " |");
        }
        lines.addAll(List.of(
                "",
                "## Questions to ask",
                "",
                "```",
                "# No collection succeeded for two days.",
                "time() - fdl_run_last_success_timestamp_seconds{kind=\"gc\"} > 2 * 86400",
                "",
                "# A guard refused, or a plan waits for a person.",
                "increase(fdl_run_total{outcome=\"refused\"}[1h]) > 0",
                "",
                "# How much of the data folder no live version names.",
                "1 - fdl_storage_bytes{class=\"live\"} / ignoring(class) fdl_storage_bytes{class=\"listed\"}",
                "",
                "# The store asks to go slower, or does not answer.",
                "rate(fdl_objectstore_throttled_total[5m]) > 0",
                "rate(fdl_objectstore_requests_total{code=\"no-answer\"}[5m]) > 0",
                "```",
                "",
                "A repository that never succeeded has no `fdl_run_last_success_timestamp_seconds`; its",
                "`fdl_run_total{outcome=\"succeeded\"}` is 0."));
        return String.join("\n", lines) + "\n";
    }
}
