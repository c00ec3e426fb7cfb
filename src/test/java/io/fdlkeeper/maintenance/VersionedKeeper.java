package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.catalog.fake.FakeCatalogs;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A keeper over one repository in a store that keeps old versions, with a writer that commits by hand and days that pass at once. */
final class VersionedKeeper {

    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final Duration GRACE = Duration.ofDays(7);
    static final String MAIN = "refs/heads/main";

    final FakeRepository repository = new FakeRepository(NOW);
    final FakeStore store = repository.store;
    final FakeCatalogs catalogs = new FakeCatalogs();
    InMemoryState state = new InMemoryState();

    /** What a process sees of the state; the state itself where nothing stands between. */
    @Nullable
    StatePorts ports;

    GcSafety safety = GcSafety.DEFAULT.withGrace(GRACE);
    RunLimits limits = RunLimits.DEFAULT;
    int keep = 1;
    Duration linger = Duration.ZERO;
    private final Path scratch;
    private int runs;

    VersionedKeeper(Path scratch) {
        this.scratch = scratch;
        store.versioning(Versioning.ENABLED);
    }

    /** Puts files that a version names, then its catalog, its record, and the ref to it. */
    VersionId commit(int number, List<VersionId> parents, String... keys) {
        for (String key : keys) {
            if (!store.exists(key)) {
                store.put(key, "content of " + key);
            }
        }
        VersionId id = History.id(number);
        store.put(FakeRepository.key(id, "ducklake.duckdb"), text(keys));
        store.put(
                FakeRepository.key(id, "version.json"),
                FakeRepository.record(id, store.now(), parents.toArray(VersionId[]::new)));
        repository.ref(MAIN, id);
        return id;
    }

    static String text(String... keys) {
        List<CatalogText.Row> rows = Stream.of(keys)
                .map(key -> new CatalogText.Row(CatalogText.Kind.DATA, true, key))
                .toList();
        return new String(new CatalogText(rows).bytes(), StandardCharsets.UTF_8);
    }

    void pass(Duration time) {
        store.advanceClock(time);
    }

    JobReport gc() {
        return new CollectGarbage(workplace()).run(managed(), order());
    }

    JobReport planGc() {
        return new CollectGarbage(workplace()).plan(managed(), order());
    }

    /** Lets days pass and collections look on until nothing unreferenced has to wait any more. */
    JobReport gcAfterGrace() {
        planGc();
        for (int i = 0; i < 4; i++) {
            pass(GRACE.dividedBy(3));
            JobReport report = gc();
            if (!report.outcomes().isEmpty()) {
                return report;
            }
        }
        throw new AssertionError("nothing was collected");
    }

    JobReport retention() {
        return new ApplyRetention(workplace()).run(managed(), order());
    }

    JobReport restore(String run) {
        return new RestoreRun(workplace()).run(managed(), run, order());
    }

    JobReport restore(String run, Order order) {
        return new RestoreRun(workplace()).run(managed(), run, order);
    }

    JobReport planRestore(String run) {
        return new RestoreRun(workplace()).plan(managed(), run, order());
    }

    JobReport verify() {
        return new VerifyRepository(workplace()).run(managed(), order());
    }

    Order order() {
        return Order.by("tester");
    }

    ManagedRepository managed() {
        return new ManagedRepository("lake", store.ports(), List.of(), List.of(), policy(), safety, limits);
    }

    private RetentionPolicy policy() {
        RetentionPolicy exact = RetentionPolicy.exactly(keep);
        return new RetentionPolicy(
                exact.rules(),
                exact.overrides(),
                exact.zone(),
                exact.minAge(),
                linger,
                exact.unreachableAfter(),
                exact.maxShare());
    }

    Workplace workplace() {
        return new Workplace(ports == null ? state : ports, catalogs, scratch, clock(), () -> "run-" + ++runs);
    }

    Clock clock() {
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

    /** Returns the items as people see them: action, subject and all reasons. */
    static List<String> items(Plan plan) {
        List<String> items = new ArrayList<>();
        plan.forEachItem(item ->
                items.add(item.action().id() + " " + item.subject() + " (" + String.join(", ", item.reasons()) + ")"));
        return items;
    }

    static List<String> spared(Plan plan) {
        List<String> spared = new ArrayList<>();
        plan.forEachSpared(entry -> spared.add(entry.reason() + " " + entry.subject()));
        return spared;
    }

    static String run(JobReport report) {
        return report.run().orElseThrow();
    }
}
