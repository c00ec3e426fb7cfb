package io.fdlkeeper.state;

import io.fdlkeeper.audit.AuditLog;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.PastDeletions;
import io.fdlkeeper.gc.UploadLedger;
import io.fdlkeeper.hold.HoldStore;
import io.fdlkeeper.hold.LossStore;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.RootSetStore;
import io.fdlkeeper.retention.UnreachableSightings;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.Leases;
import io.fdlkeeper.run.PauseStore;
import io.fdlkeeper.run.RunStore;
import io.fdlkeeper.withdrawal.CaseStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

/** A state, real or fake, that can be left and found again by another process. */
interface StateUnderTest extends AutoCloseable {

    Instant NOW = Instant.parse("2026-06-01T12:00:00.123456789Z");
    Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    RunStore runs();

    Leases leases();

    Journals journals();

    HoldStore holds();

    LossStore losses();

    AuditLog audit();

    PlanStore plans();

    Ledger ledger();

    RootSetStore rootSets();

    UnreachableSightings sightings();

    UploadLedger uploads();

    PastDeletions deletions();

    FireTimes fireTimes();

    PauseStore pauses();

    CaseStore cases();

    DocumentCache documents(String repository);

    /** Ends this process and returns the state as the next one finds it. */
    StateUnderTest reopened();

    @Override
    void close();

    /** Opens the real one in a directory. */
    static StateUnderTest in(Path directory) {
        return new Kept(directory, KeeperState.open(directory, CLOCK));
    }

    /** Begins a fake one. */
    static StateUnderTest inMemory() {
        return new Remembered(new InMemoryState());
    }

    /** The real one. */
    record Kept(Path directory, KeeperState state) implements StateUnderTest {

        @Override
        public RunStore runs() {
            return state.runs();
        }

        @Override
        public Leases leases() {
            return state.leases();
        }

        @Override
        public Journals journals() {
            return state.journals();
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
        public UploadLedger uploads() {
            return state.uploads();
        }

        @Override
        public PastDeletions deletions() {
            return state.deletions();
        }

        @Override
        public FireTimes fireTimes() {
            return state.fireTimes();
        }

        @Override
        public PauseStore pauses() {
            return state.pauses();
        }

        @Override
        public CaseStore cases() {
            return state.cases();
        }

        @Override
        public DocumentCache documents(String repository) {
            return state.documents(repository);
        }

        @Override
        public StateUnderTest reopened() {
            state.close();
            return in(directory);
        }

        @Override
        public void close() {
            state.close();
        }
    }

    /** The fake one. */
    record Remembered(InMemoryState state) implements StateUnderTest {

        @Override
        public RunStore runs() {
            return state.runs();
        }

        @Override
        public Leases leases() {
            return state.leases();
        }

        @Override
        public Journals journals() {
            return state.journals();
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
        public UploadLedger uploads() {
            return state.uploads();
        }

        @Override
        public PastDeletions deletions() {
            return state.deletions();
        }

        @Override
        public FireTimes fireTimes() {
            return state.fireTimes();
        }

        @Override
        public PauseStore pauses() {
            return state.pauses();
        }

        @Override
        public CaseStore cases() {
            return state.cases();
        }

        @Override
        public DocumentCache documents(String repository) {
            return state.documents(repository);
        }

        @Override
        public StateUnderTest reopened() {
            return new Remembered(state.afterCrash());
        }

        @Override
        public void close() {}
    }
}
