package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.FakeCatalogs;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.maintenance.ApplyRetention;
import io.fdlkeeper.maintenance.CollectGarbage;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Order;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.fake.FakeStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** The keeper under test: the product's own use cases over a store and a state in memory. */
final class Keeper {

    private final FakeStore store;
    private final Rules rules;
    private final Keeping keeping;
    private final FakeCatalogs catalogs;
    private final Path scratch;
    private final Runnable between;
    private final Runnable intends;
    private InMemoryState state = new InMemoryState();
    private int runs;

    Keeper(FakeStore store, Rules rules, Keeping keeping, Path scratch, Runnable between, Runnable intends) {
        this.store = store;
        this.rules = keeping.rules(rules);
        this.keeping = keeping;
        this.catalogs = new FakeCatalogs(keeping::understood);
        this.scratch = scratch;
        this.between = between;
        this.intends = intends;
    }

    InMemoryState state() {
        return state;
    }

    /** Tells whether a catalog's names were read, now or earlier. */
    boolean knows(String version, String catalog) {
        return catalogs.knows(new VersionId(version), catalog);
    }

    /** Leaves behind what a process that ends now leaves, and begins with it anew. */
    void crash() {
        state = state.afterCrash();
    }

    JobReport run(JobKind job, Order order) {
        return job == JobKind.GC
                ? new CollectGarbage(workplace()).run(repository(), order)
                : new ApplyRetention(workplace()).run(repository(), order);
    }

    JobReport plan(JobKind job, Order order) {
        return job == JobKind.GC
                ? new CollectGarbage(workplace()).plan(repository(), order)
                : new ApplyRetention(workplace()).plan(repository(), order);
    }

    private Workplace workplace() {
        return new Workplace(
                keeping.state(new WatchedState(state, between, intends)),
                keeping.catalogs(catalogs, store.ports()),
                scratch,
                clock(),
                () -> String.format(Locale.ROOT, "run-%04d", runs++));
    }

    private ManagedRepository repository() {
        ObjectStore seen = keeping.store(store.ports(), rules);
        return new ManagedRepository(
                "lake",
                seen,
                List.of(Commit.WEB),
                List.of(),
                rules.policy(),
                rules.safety(),
                new RunLimits(RunCap.NONE, rules.batch(), Duration.ofHours(24)));
    }

    private Clock clock() {
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
}
