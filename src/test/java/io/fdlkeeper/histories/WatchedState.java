package io.fdlkeeper.histories;

import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import java.util.List;

/** The keeper's state, with a step before and after each line of a journal at which the process may end, and word of each intention. */
final class WatchedState extends ForwardingState {

    private final Runnable between;
    private final Runnable intends;

    WatchedState(StatePorts state, Runnable between, Runnable intends) {
        super(state);
        this.between = between;
        this.intends = intends;
    }

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
}
