package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.store.s3.S3Store;
import io.fdlkeeper.store.s3.S3UnderTest;
import io.fdlkeeper.store.s3.fake.FakeBucket;
import io.fdlkeeper.store.s3.fake.FakeS3;
import io.fdlkeeper.store.s3.fake.HandClock;
import io.fdlkeeper.store.s3.fake.S3Faults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A fixture repository in a bucket, kept through the real adapter over HTTP, with the real catalog reader.
 *
 * <p>Beside the fixture's own orphans there are {@link #ORPHANS} more, so that a collection has several batches to get wrong.
 */
final class BucketKeeper implements AutoCloseable {

    static final String BUCKET = "lakes";
    static final String PREFIX = "towns/";
    static final int ORPHANS = 12;

    final Fixture fixture;
    final HandClock clock;
    final FakeS3 server;
    final FakeBucket bucket;
    final InMemoryState state = new InMemoryState();
    final NavigableSet<String> orphans = new TreeSet<>();
    private final NavigableSet<String> before = new TreeSet<>();
    private final Path scratch;
    private final Clock ours;
    private final Workplace workplace;
    private S3Store store;
    private int runs;

    BucketKeeper(String name, Path scratch) {
        this(name, scratch, Optional.empty());
    }

    /** Keeps with another clock than the server's. */
    BucketKeeper(String name, Path scratch, Optional<Clock> ours) {
        fixture = Fixture.named(name);
        clock = new HandClock(fixture.now());
        server = new FakeS3(clock);
        bucket = server.bucket(BUCKET);
        fixture.forEachObject((key, content, lastModified) -> bucket.load(PREFIX + key, content, lastModified));
        // What lies beside the repository is nobody's business here.
        bucket.put("towns2/data/a.parquet", "x");
        var folder = texts("live").get(0).replaceAll("[^/]*$", "");
        IntStream.range(0, ORPHANS).forEach(i -> addOrphan(folder + "ducklake-0000%02d.parquet".formatted(i)));
        orphans.addAll(texts("orphans"));
        this.scratch = scratch;
        this.ours = ours.orElse(clock);
        store = opened();
        workplace = new Workplace(
                state,
                (location, reader, address) -> new DuckDbReferenceSets(
                                scratch.resolve("cache"), scratch.resolve("temp"), "128MB", 2, false)
                        .open(reader, address),
                scratch,
                this.ours,
                () -> "run-%04d".formatted(++runs));
    }

    private S3Store opened() {
        return S3UnderTest.openWithoutWaiting(S3UnderTest.settings(server.endpoint(), BUCKET, PREFIX), scratch, ours);
    }

    /** Ends every fault, and begins anew as the next process would. */
    void recover() {
        server.faults().clear();
        server.beforeRequest(request -> {});
        server.afterRequest(request -> {});
        store.close();
        store = opened();
    }

    void addOrphan(String key) {
        bucket.load(
                PREFIX + key,
                key.getBytes(StandardCharsets.UTF_8),
                clock.instant().minus(Duration.ofDays(60)));
        orphans.add(key);
        before.addAll(bucket.keys());
    }

    S3Faults faults() {
        return server.faults();
    }

    /** Collects as a one-shot command, and approves the plan where it needs that. */
    JobReport collect() {
        return collect(Order.by("tester").trustingAge());
    }

    JobReport collect(Order order) {
        var report = new CollectGarbage(workplace).run(repository(30), order);
        return report.outcome() == JobOutcome.NEEDS_APPROVAL
                ? new CollectGarbage(workplace)
                        .run(
                                repository(30),
                                order.withPlan(
                                        report.plan().orElseThrow().header().digest()))
                : report;
    }

    JobReport retain(int keep) {
        return new ApplyRetention(workplace).run(repository(keep), Order.by("tester"));
    }

    JobReport verify() {
        return new VerifyRepository(workplace).run(repository(30), Order.by("tester"));
    }

    private ManagedRepository repository(int keep) {
        return new ManagedRepository(
                fixture.name(),
                store.store(),
                List.of(fixture.repositoryUrl()),
                List.of(),
                RetentionPolicy.exactly(keep),
                GcSafety.DEFAULT.withGrace(Duration.ofDays(7)),
                RunLimits.DEFAULT);
    }

    private List<String> texts(String group) {
        return FixtureKeeper.texts(fixture.expected().path("gc").path(group));
    }

    /** Returns the keys that were there at first and are gone, relative to the repository. */
    NavigableSet<String> gone() {
        var gone = new TreeSet<>(before);
        gone.removeAll(bucket.keys());
        var relative = new TreeSet<String>();
        gone.forEach(key -> relative.add(key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : "beside: " + key));
        return relative;
    }

    /** Tells how many objects ended so. */
    static long count(JobReport report, ItemOutcome outcome) {
        return report.outcomes().containsKey(outcome)
                ? report.outcomes().get(outcome).objects()
                : 0;
    }

    @Override
    public void close() {
        store.close();
        server.close();
    }
}
