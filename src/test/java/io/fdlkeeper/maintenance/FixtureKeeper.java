package io.fdlkeeper.maintenance;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** One fixture repository in memory, kept as a one-shot command would keep it, with the real catalog reader. */
final class FixtureKeeper {

    final Fixture fixture;
    final FakeStore store;
    final InMemoryState state = new InMemoryState();
    private final Workplace workplace;
    private final List<Neighbour> neighbours = new ArrayList<>();
    private int runs;

    FixtureKeeper(String name, Path scratch) {
        fixture = Fixture.named(name);
        store = fixture.load();
        workplace = new Workplace(
                state,
                (location, reader, address) -> new DuckDbReferenceSets(
                                scratch.resolve("cache"), scratch.resolve("temp"), "128MB", 2, false)
                        .open(reader, address),
                scratch,
                new StoreTime(store),
                () -> "run-%04d".formatted(++runs));
    }

    /** Keeps another fixture's repository beside this one. */
    void addNeighbour(FixtureKeeper other) {
        neighbours.add(new Neighbour("memory:" + other.fixture.name(), () -> other.repository(30)));
    }

    JobReport planGc() {
        return new CollectGarbage(workplace)
                .plan(repository(30), Order.by("tester").trustingAge());
    }

    /** Runs a collection, and approves its plan where it needs that. */
    JobReport runGc() {
        JobReport report = new CollectGarbage(workplace)
                .run(repository(30), Order.by("tester").trustingAge());
        return report.outcome() == JobOutcome.NEEDS_APPROVAL
                ? new CollectGarbage(workplace)
                        .run(repository(30), Order.by("tester").trustingAge().withPlan(digest(report)))
                : report;
    }

    JobReport planRetention(int keep) {
        return new ApplyRetention(workplace).plan(repository(keep), Order.by("tester"));
    }

    JobReport runRetention(int keep) {
        return new ApplyRetention(workplace).run(repository(keep), Order.by("tester"));
    }

    JobReport verify() {
        return new VerifyRepository(workplace).run(repository(30), Order.by("tester"));
    }

    /** Makes the marks put by a run look older than the grace period, as if time had gone by for them alone. */
    void ageNewMarks() {
        Instant old = fixture.now().minus(Duration.ofDays(8));
        for (String key : List.copyOf(store.keys())) {
            if (key.endsWith("/expired.json") && !fixture.keys().containsKey(key)) {
                store.load(key, store.text(key).orElseThrow(), old);
            }
        }
    }

    private ManagedRepository repository(int keep) {
        return new ManagedRepository(
                fixture.name(),
                store.ports(),
                List.of(fixture.repositoryUrl()),
                neighbours,
                RetentionPolicy.exactly(keep),
                GcSafety.DEFAULT.withGrace(Duration.ofDays(7)),
                RunLimits.DEFAULT);
    }

    private static String digest(JobReport report) {
        return report.plan().orElseThrow().header().digest();
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }

    /** Groups what a plan says by reason: items of the data folder as {@code orphan}, the spared by their words. */
    Map<String, TreeSet<String>> groups(Plan plan) {
        Map<String, TreeSet<String>> groups = new TreeMap<>();
        plan.forEachItem(item -> groups.computeIfAbsent(item.reasons().get(0), reason -> new TreeSet<>())
                .add(item.subject()));
        plan.forEachSpared(spared -> groups.computeIfAbsent(spared.reason(), reason -> new TreeSet<>())
                .add(spared.subject()));
        return groups;
    }

    /** The store's clock as ours too, so that both move together. */
    private static final class StoreTime extends Clock {

        private final FakeStore store;

        StoreTime(FakeStore store) {
            this.store = store;
        }

        @Override
        public Instant instant() {
            return store.now();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
