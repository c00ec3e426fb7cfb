package io.fdlkeeper.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.run.FireTime;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JobSchedule;
import io.fdlkeeper.run.MisfirePolicy;
import io.fdlkeeper.run.RunOutcome;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.ScheduledJob;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.store.MeteredStore;
import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is scraped after known runs; {@code -Dgolden.write=true} writes the page anew. */
class KeeperMetricsTests {

    private static final Path GOLDEN = Path.of("src/test/resources/telemetry/metrics.txt");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9.+()\\[\\] _-]{1,64}");
    private static final Duration GRACE = Duration.ofDays(7);

    private final KeeperMetrics metrics = new KeeperMetrics("1.2.3");

    @TempDir
    private Path scratch;

    private ObservedKeeper keeper;

    @BeforeEach
    void keepTowns() {
        keeper = new ObservedKeeper("a-story", scratch, GRACE, metrics.runs());
        metrics.repositories(Map.of(keeper.location(), "towns"));
    }

    @Test
    void thePageAfterThreeRunsIsTheOneWrittenDown() throws IOException {
        keeper = new ObservedKeeper("b-daily", Files.createDirectory(scratch.resolve("daily")), GRACE, metrics.runs());
        assertThat(keeper.verification().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.collection().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.retention().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        metrics.stores().answered("ListObjectsV2", "ok", Duration.ofMillis(30));
        metrics.stores().answered("DeleteObjects", "SlowDown", Duration.ofMillis(300));
        metrics.stores().throttled("DeleteObjects");
        metrics.configurationRead(Instant.parse("2026-11-30T12:00:00Z"));
        metrics.engine(() -> 1_048_576, () -> 0);
        Instant next = Instant.parse("2026-12-01T03:00:00Z");
        metrics.schedules(() -> List.of(
                upcoming(JobKind.GC, List.of(new Upcoming.Firing(next, Optional.empty()))),
                upcoming(JobKind.RETENTION, List.of())));
        String page = Scrape.of(metrics);
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, page);
        }
        assertThat(page).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void everyMetricWithAValueIsDefinedOnceAndScrapedUnderItsName() throws IOException {
        keeper.verification();
        List<String> scraped = Scrape.of(metrics)
                .lines()
                .filter(line -> line.startsWith("# TYPE fdl_"))
                .map(line -> line.split(" ")[2])
                .toList();
        assertThat(scraped).hasSizeGreaterThan(8).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Metric.values()).map(Metric::text)).containsAll(scraped);
    }

    @Test
    void aRefusedRunIsCountedWithItsGuardAndIsNoSuccess() {
        keeper.store.remove(keeper.store.keys().stream()
                .filter(key -> key.endsWith("ducklake.duckdb"))
                .findFirst()
                .orElseThrow());
        assertThat(keeper.collection().outcome()).isEqualTo(JobOutcome.REFUSED);
        assertThat(Scrape.of(metrics))
                .contains("fdl_run_total{kind=\"gc\",outcome=\"refused\",repository=\"towns\"} 1.0")
                .contains("fdl_gc_safety_stops_total{guard=\"catalog-missing\",repository=\"towns\"} 1.0")
                .contains("fdl_run_last_attempt_timestamp_seconds{kind=\"gc\"")
                .contains("fdl_run_active{kind=\"gc\",repository=\"towns\"} 0.0")
                .doesNotContain("fdl_run_last_success_timestamp_seconds{kind=\"gc\"");
    }

    @Test
    void aRestartKeepsLastSuccessAndFigures() {
        keeper.collection();
        String before = Scrape.of(metrics);
        KeeperMetrics after = new KeeperMetrics("1.2.3");
        after.repositories(Map.of(keeper.location(), "towns"));
        after.remember(keeper.state.runs().list(Optional.empty(), 100).stream());
        assertThat(surviving(Scrape.of(after))).isNotEmpty().isEqualTo(surviving(before));
    }

    @Test
    void aLaterFailureDoesNotHideTheLastSuccess() {
        Instant success = Instant.parse("2026-11-01T03:00:00Z");
        Instant failure = Instant.parse("2026-11-02T03:00:00Z");
        metrics.remember(
                Stream.of(record("run-2", failure, RunOutcome.FAILED), record("run-1", success, RunOutcome.SUCCEEDED)));
        assertThat(Scrape.value(
                        metrics, "fdl_run_last_success_timestamp_seconds{kind=\"verify\",repository=\"towns\"}"))
                .isEqualTo(success.plusSeconds(60).getEpochSecond());
        assertThat(Scrape.value(
                        metrics, "fdl_run_last_attempt_timestamp_seconds{kind=\"verify\",repository=\"towns\"}"))
                .isEqualTo(failure.getEpochSecond());
    }

    @Test
    void noLabelHoldsAKeyAFolderOrAPerson() {
        keeper.verification();
        keeper.collection();
        keeper.retention();
        keeper.store.put("data/main/person=Vel\u00e6n/x.parquet", "x");
        keeper.store.faults().failWhen(call -> call.key().contains("refs"));
        metrics.stores().answered("GetObject", "no such key: data/main/person=Vel\u00e6n", Duration.ZERO);
        MeteredStore.of(keeper.store.ports(), metrics.stores()).reader().head(new ObjectKey("data/x"));
        for (int i = 0; i < 1_000; i++) {
            metrics.stores().answered("GetObject", "Word" + i, Duration.ZERO);
        }
        new RunMetrics(metrics.instruments(), metrics.names()).busy("s3://elsewhere/secret/", JobKind.GC);
        List<String> values = LABEL.matcher(Scrape.of(metrics))
                .results()
                .map(found -> found.group(2))
                .distinct()
                .toList();
        assertThat(values)
                .hasSizeBetween(20, 250)
                .allMatch(value -> VALUE.matcher(value).matches())
                .noneMatch(value -> value.contains("/") || value.contains("@") || value.contains("memory"))
                .contains("other");
    }

    @Test
    void whatAMachineTellsStandsBesideIt() {
        metrics.addMachine();
        assertThat(Scrape.of(metrics))
                .contains("jvm_memory_used_bytes")
                .contains("fdl_build_info{version=\"1.2.3\"} 1.0");
    }

    private Upcoming upcoming(JobKind job, List<Upcoming.Firing> next) {
        var schedule =
                new JobSchedule(job, "0 3 * * *", ZoneOffset.UTC, Duration.ZERO, MisfirePolicy.RUN_ONCE, List.of());
        var kept = new FireTime(
                schedule.times(), Optional.empty(), Optional.empty(), false, Optional.empty(), next.size());
        return new Upcoming(
                new ScheduledJob("towns", keeper.location(), schedule), Optional.of(kept), Optional.empty(), next);
    }

    /** The lines that must be the same before and after a restart. */
    private static List<String> surviving(String page) {
        return page.lines()
                .filter(line -> line.startsWith("fdl_run_last_")
                        || line.startsWith("fdl_storage_")
                        || line.startsWith("fdl_gc_candidate_"))
                .toList();
    }

    private RunRecord record(String id, Instant started, RunOutcome outcome) {
        return new RunRecord(
                id,
                keeper.location(),
                JobKind.VERIFY,
                ObservedKeeper.PERSON,
                started,
                Optional.of(started.plusSeconds(60)),
                Optional.of(outcome),
                Optional.empty(),
                Map.of(),
                "",
                List.of());
    }
}
