package io.fdlkeeper.histories;

import io.fdlkeeper.audit.AuditLog;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.hold.HoldStore;
import io.fdlkeeper.hold.LossStore;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.RootSetStore;
import io.fdlkeeper.retention.UnreachableSightings;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.Leases;
import io.fdlkeeper.run.RunStore;
import java.util.List;

/** The keeper's state, with a step before and after each line of a journal at which the process may end, and word of each intention. */
record WatchedState(InMemoryState state, Runnable between, Runnable intends) implements StatePorts {

    @Override
    public Journals journals() {
        Journals journals = state.journals();
        return new Journals() {
            @Override
            public Journal open(String run) {
                return watched(journals.open(run));
            }

            @Override
            public List<JournalEntry> results(String run) {
                return journals.results(run);
            }

            @Override
            public List<JournalEntry> unresolved(String run) {
                return journals.unresolved(run);
            }

            @Override
            public void forget(String run) {
                journals.forget(run);
            }
        };
    }

    private Journal watched(Journal journal) {
        return new Journal() {
            @Override
            public void intend(List<JournalEntry> steps) {
                between.run();
                intends.run();
                journal.intend(steps);
                between.run();
            }

            @Override
            public void record(List<JournalEntry> results) {
                between.run();
                journal.record(results);
                between.run();
            }

            @Override
            public void close() {
                journal.close();
            }
        };
    }

    @Override
    public RunStore runs() {
        return state.runs();
    }

    @Override
    public Leases leases() {
        return state.leases();
    }

    @Override
    public HoldStore holds() {
        return state.holds();
    }

    @Override
    public LossStore losses() {
        return state.losses();
    }

    @Override
    public AuditLog audit() {
        return state.audit();
    }

    @Override
    public PlanStore plans() {
        return state.plans();
    }

    @Override
    public Ledger ledger() {
        return state.ledger();
    }

    @Override
    public RootSetStore rootSets() {
        return state.rootSets();
    }

    @Override
    public UnreachableSightings sightings() {
        return state.sightings();
    }

    @Override
    public DocumentCache documents(String repository) {
        return state.documents(repository);
    }

    @Override
    public String keyHash(String key) {
        return state.keyHash(key);
    }
}
