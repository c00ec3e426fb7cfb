package io.fdlkeeper;

import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.cli.ExitCode;
import io.fdlkeeper.cli.KeeperOptions;
import io.fdlkeeper.cli.KeeperSource;
import io.fdlkeeper.cli.OpenKeeper;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.RunLimits;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.run.Upcoming;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.withdrawal.Signing;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** A keeper of one repository in memory, whose store can misbehave. */
final class FakeKeeper implements KeeperSource, OpenKeeper {

    private final FakeStore store;
    private final Workplace workplace;

    FakeKeeper(FakeStore store, Path scratch) {
        this.store = store;
        var clock = Clock.fixed(store.now(), ZoneOffset.UTC);
        var sets = new DuckDbReferenceSets(scratch.resolve("cache"), scratch.resolve("temp"), "128MB", 1, false);
        this.workplace = new Workplace(
                new InMemoryState(),
                (location, reader, address) -> sets.open(reader, address),
                scratch,
                clock,
                new RunIds(clock));
    }

    @Override
    public OpenKeeper open(KeeperOptions options) {
        return this;
    }

    @Override
    public Checked check(KeeperOptions options) {
        return new Checked("memory", List.of(), names());
    }

    @Override
    public ExitCode serve(KeeperOptions options) {
        throw new UnsupportedOperationException("nothing is served in memory");
    }

    @Override
    public Sample sample(Path folder) {
        throw new UnsupportedOperationException("no sample is made in memory");
    }

    @Override
    public Signing checking() {
        throw new UnsupportedOperationException("nothing is checked in memory");
    }

    @Override
    public AuditAccount auditIn(Path folder) {
        throw new UnsupportedOperationException("nothing is checked in memory");
    }

    @Override
    public KeeperOptions recall(KeeperOptions options, Optional<String> caseId) {
        return options;
    }

    @Override
    public void remember(KeeperOptions options, OpenKeeper keeper, String caseId) {
        // There is one place only.
    }

    @Override
    public CaseDesk desk() {
        throw new UnsupportedOperationException("nothing is withdrawn in memory");
    }

    @Override
    public Workplace workplace() {
        return workplace;
    }

    @Override
    public List<String> names() {
        return List.of("fake");
    }

    @Override
    public int jobsAtOnce() {
        return 2;
    }

    @Override
    public List<Upcoming> upcoming(int firings) {
        return List.of();
    }

    @Override
    public ManagedRepository repository(String name) {
        return new ManagedRepository(
                name,
                store.ports(),
                List.of(),
                List.of(),
                RetentionPolicy.exactly(30),
                GcSafety.DEFAULT,
                RunLimits.DEFAULT);
    }

    @Override
    public void close() {}
}
