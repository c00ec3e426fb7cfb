package io.fdlkeeper.telemetry;

import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.RunObserver;
import io.fdlkeeper.maintenance.VerifyRepository;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;

/** A keeper at work on one fixture in a store in memory, whom somebody observes. */
final class ObservedKeeper {

    static final String PERSON = "vel\u00e6n@example.org";

    final Fixture fixture;
    final FakeStore store;
    final InMemoryState state = new InMemoryState();
    private final Workplace workplace;
    private final Duration grace;
    private int runs;

    ObservedKeeper(String fixture, Path scratch, Duration grace, RunObserver observer) {
        this.fixture = Fixture.named(fixture);
        this.store = this.fixture.load();
        this.grace = grace;
        this.workplace = new Workplace(
                state,
                (location, reader, address) -> new DuckDbReferenceSets(
                                scratch.resolve("cache"), scratch.resolve("temp"), "128MB", 1, false)
                        .open(reader, address),
                scratch,
                Clock.fixed(store.now(), ZoneOffset.UTC),
                () -> "run-" + ++runs,
                observer);
    }

    String location() {
        return store.ports().location();
    }

    JobReport retention() {
        return new ApplyRetention(workplace).run(repository(), Order.by(PERSON));
    }

    JobReport collection() {
        return new CollectGarbage(workplace).run(repository(), Order.by(PERSON).trustingAge());
    }

    JobReport verification() {
        return new VerifyRepository(workplace).run(repository(), Order.by(PERSON));
    }

    private ManagedRepository repository() {
        return new ManagedRepository(
                "towns",
                store.ports(),
                List.of(fixture.repositoryUrl()),
                List.of(),
                RetentionPolicy.exactly(30),
                GcSafety.DEFAULT.withGrace(grace),
                RunLimits.DEFAULT);
    }
}
