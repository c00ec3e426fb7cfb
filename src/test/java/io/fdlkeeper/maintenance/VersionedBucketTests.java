package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.fake.FakeCatalogs;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.OldVersions;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.s3.S3Store;
import io.fdlkeeper.store.s3.S3UnderTest;
import io.fdlkeeper.store.s3.fake.FakeBucket;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.HandClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same over HTTP: restores, purges and aborts in a bucket of S3 that keeps old versions, in pages of every size. */
class VersionedBucketTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration GRACE = Duration.ofDays(7);
    private static final String PREFIX = "lake/";
    private static final List<String> ORPHANS =
            List.of("data/t/a b+c.parquet", "data/t/b.parquet", "data/t/c%41.parquet", "data/u/\ud83d\ude00.parquet");

    @TempDir
    Path scratch;

    private final HandClock clock = new HandClock(NOW);
    private final FakeS3 server = new FakeS3(clock);
    private final InMemoryState state = new InMemoryState();
    private final FakeCatalogs catalogs = new FakeCatalogs();
    private FakeBucket bucket = server.bucket("bucket");
    private S3Store store;
    private OldVersions versions = OldVersions.LEAVE;
    private int runs;

    @BeforeEach
    void lake() {
        bucket = server.bucket("bucket");
        bucket.enableVersioning();
        store = S3UnderTest.openWithoutWaiting(
                S3UnderTest.settings(server.endpoint(), "bucket", PREFIX), scratch, clock);
        put("fdl.json", "{\"fdl\":\"0.1\",\"id\":\"x\",\"data_dir\":\"data/\"}");
        put("HEAD", "ref: refs/heads/main\n");
        String[] live = {"data/t/1.parquet", "data/t/2.parquet", "data/u/3.parquet", "data/u/4.parquet"};
        Stream.of(live).forEach(key -> put(key, "content of a live file, ".repeat(9)));
        commit(1, List.of(), live);
        ORPHANS.forEach(key -> put(key, "content of " + key));
    }

    @AfterEach
    void close() {
        store.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1000})
    void versionsOfOneKeyComeTogether(int page) {
        for (String key : ORPHANS) {
            put(key, "again");
            bucket.remove(PREFIX + key);
        }
        server.faults().limitPages(page);
        List<String> keys = new ArrayList<>();
        KeyVersions.forEach(store.store().hidden().versions(), "data/", versionsOfKey -> {
            keys.add(versionsOfKey.key().text());
            boolean orphan = ORPHANS.contains(versionsOfKey.key().text());
            assertThat(versionsOfKey.contents()).hasSize(orphan ? 2 : 1);
            assertThat(versionsOfKey.markers()).hasSize(orphan ? 1 : 0);
            assertThat(versionsOfKey.isHidden()).isEqualTo(orphan);
        });

        assertThat(keys).doesNotHaveDuplicates().hasSize(8).containsAll(ORPHANS);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 1000})
    void whatACollectionDeletedComesBack(int page) {
        String gc = collected();
        assertThat(ORPHANS).noneMatch(key -> bucket.exists(PREFIX + key));
        server.faults().limitPages(page);

        JobReport report = new RestoreRun(workplace()).run(managed(), gc, Order.by("tester"));

        assertThat(report.outcome()).as(report.message() + report.notes()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.RESTORED);
        assertThat(ORPHANS)
                .allSatisfy(key -> assertThat(bucket.text(PREFIX + key)).contains("content of " + key));
    }

    @Test
    void versionThatRetentionTookLivesAgain() {
        clock.advance(Duration.ofMinutes(5));
        VersionId old = History.id(1);
        commit(2, List.of(old), "data/t/1.parquet", "data/t/2.parquet");
        JobReport retention = new ApplyRetention(workplace()).run(managed(), Order.by("tester"));
        assertThat(retention.outcome()).as(retention.message()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(bucket.exists(PREFIX + FakeRepository.key(old, "ducklake.duckdb")))
                .isFalse();
        clock.advance(Duration.ofMinutes(5));

        JobReport report =
                new RestoreRun(workplace()).run(managed(), retention.run().orElseThrow(), Order.by("tester"));

        assertThat(report.outcome()).as(report.message() + report.notes()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(bucket.exists(PREFIX + FakeRepository.key(old, "ducklake.duckdb")))
                .isTrue();
        assertThat(bucket.exists(PREFIX + FakeRepository.key(old, "expired.json")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 1000})
    void whatWasDeletedIsPurgedAGraceLater(int page) {
        versions = OldVersions.PURGE_OURS;
        collected();
        put("data/t/theirs.parquet", "x");
        bucket.remove(PREFIX + "data/t/theirs.parquet");
        clock.advance(GRACE.plusSeconds(1));
        server.faults().limitPages(page);

        JobReport report = gc();

        assertThat(report.outcome()).as(report.message() + report.notes()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.space().freedBytes()).isPositive();
        assertThat(ORPHANS)
                .allSatisfy(key -> assertThat(bucket.versionsOf(PREFIX + key)).isZero());
        assertThat(bucket.versionsOf(PREFIX + "data/t/theirs.parquet")).isEqualTo(2);
        assertThat(bucket.keys()).contains(PREFIX + "data/t/1.parquet", PREFIX + "data/u/4.parquet");
    }

    @Test
    void uploadsThatNobodyCompletesAreAborted() {
        bucket.remove(PREFIX + ORPHANS.get(0));
        bucket.beginUpload(PREFIX + "data/t/given-up.parquet", "x", NOW.minus(Duration.ofDays(99)));
        bucket.beginUpload("elsewhere/data/t/theirs.parquet", "x", NOW.minus(Duration.ofDays(99)));
        collected();
        clock.advance(Duration.ofDays(2));
        gc();

        assertThat(bucket.uploadsUnderWay()).isEqualTo(1);
    }

    private String collected() {
        JobReport report = gc();
        for (int i = 0; i < 4 && report.outcomes().isEmpty(); i++) {
            clock.advance(GRACE.dividedBy(3).plusSeconds(1));
            report = gc();
        }
        assertThat(report.outcome()).as(report.message() + report.notes()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.outcomes()).containsKey(ItemOutcome.DELETED);
        return report.run().orElseThrow();
    }

    private JobReport gc() {
        return new CollectGarbage(workplace()).run(managed(), Order.by("tester"));
    }

    private void put(String key, String content) {
        bucket.put(PREFIX + key, content);
    }

    private void commit(int number, List<VersionId> parents, String... keys) {
        VersionId id = History.id(number);
        put(FakeRepository.key(id, "ducklake.duckdb"), VersionedKeeper.text(keys));
        put(
                FakeRepository.key(id, "version.json"),
                FakeRepository.record(id, clock.instant(), parents.toArray(VersionId[]::new)));
        put("refs/heads/main", id + "\n");
    }

    private ManagedRepository managed() {
        return new ManagedRepository(
                "lake",
                store.store(),
                List.of(),
                List.of(),
                RetentionPolicy.exactly(1),
                GcSafety.DEFAULT.withGrace(GRACE),
                new RunLimits(RunLimits.DEFAULT.cap(), 2, RunLimits.DEFAULT.planValidity(), versions));
    }

    private Workplace workplace() {
        return new Workplace(state, catalogs, scratch, clock, () -> "run-" + ++runs);
    }
}
