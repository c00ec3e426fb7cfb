package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.Permit;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.RunStore;
import io.fdlkeeper.store.ObjectStore;
import java.time.Clock;
import java.util.function.Supplier;

/** A run under its lease, with its journal open. */
final class ActiveRun {

    private final String id;
    private final Permit permit;
    private final Journal journal;
    private final RunStore runs;
    private final Clock clock;

    ActiveRun(String id, Permit permit, Journal journal, RunStore runs, Clock clock) {
        this.id = id;
        this.permit = permit;
        this.journal = journal;
        this.runs = runs;
        this.clock = clock;
    }

    String id() {
        return id;
    }

    PlanExecutor executor(ObjectStore store) {
        return new PlanExecutor(store, permit, journal);
    }

    /** Executes under this run's lease, and writes into another journal than its own. */
    PlanExecutor executor(ObjectStore store, Journal other) {
        return new PlanExecutor(store, permit, other);
    }

    /** Does a stage and keeps when it began and ended. */
    <T> T stage(String name, Supplier<T> work) {
        var began = clock.instant();
        T result = work.get();
        runs.stage(id, new RunRecord.Stage(name, began, clock.instant()));
        return result;
    }
}
