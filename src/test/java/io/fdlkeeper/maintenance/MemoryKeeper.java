package io.fdlkeeper.maintenance;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanBuilder;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.store.ETag;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workplace over one repository in memory whose catalogs nobody reads. */
final class MemoryKeeper {

    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final Instant OLD = NOW.minus(Duration.ofDays(30));
    static final String LOCATION = "memory://fake/";

    final FakeRepository repository = new FakeRepository(NOW);
    final InMemoryState state = new InMemoryState();
    private Instant ours = NOW;
    private int ids;

    /** Sets our own clock, apart from the store's. */
    void ourClock(Instant time) {
        ours = time;
    }

    Clock clock() {
        return Clock.fixed(ours, ZoneOffset.UTC);
    }

    Workplace workplace() {
        return new Workplace(
                state,
                (location, reader, address) -> {
                    throw new AssertionError("no catalog is read here: " + location);
                },
                Path.of("no-scratch"),
                clock(),
                () -> "id-" + ++ids);
    }

    ManagedRepository managed() {
        return managed(RunLimits.DEFAULT);
    }

    ManagedRepository managed(RunLimits limits) {
        return new ManagedRepository(
                "fake",
                repository.store.ports(),
                List.of(),
                List.of(),
                RetentionPolicy.exactly(1),
                GcSafety.DEFAULT,
                limits);
    }

    /** Freezes a plan of deletions, observed at a time. */
    Plan plan(
            JobKind job,
            String location,
            Instant observedAt,
            Map<String, String> settings,
            List<Approval> approvals,
            PlanItem... items) {
        try (PlanBuilder builder = new PlanBuilder(state.plans(), job, location, observedAt, settings)) {
            List.of(items).forEach(builder::item);
            return builder.freeze(approvals);
        }
    }

    Plan plan(PlanItem... items) {
        return plan(JobKind.GC, LOCATION, NOW, Map.of("grace", "P7D"), List.of(), items);
    }

    static PlanItem item(String key, String etag) {
        return new PlanItem(
                PlanAction.DELETE, key, List.of("orphan"), 1, Optional.of(OLD), Optional.of(new ETag(etag)));
    }

    /** Makes the record of a run that never ends, at another place. */
    RunRecord crashedAt(String id, String location) {
        return new RunRecord(
                id,
                location,
                JobKind.GC,
                "who",
                OLD,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                "",
                List.of());
    }

    /** Begins a run that never ends, as a process leaves it that is killed. */
    RunRecord crashed(String id) {
        RunRecord run = crashedAt(id, LOCATION);
        state.runs().begin(run);
        return run;
    }
}
