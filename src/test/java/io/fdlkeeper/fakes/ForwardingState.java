package io.fdlkeeper.fakes;

import io.fdlkeeper.audit.AuditLog;
import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.PastDeletions;
import io.fdlkeeper.gc.UploadLedger;
import io.fdlkeeper.hold.HoldStore;
import io.fdlkeeper.hold.LossStore;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.RootSetStore;
import io.fdlkeeper.retention.UnreachableSightings;
import io.fdlkeeper.run.FireTimes;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.run.Leases;
import io.fdlkeeper.run.PauseStore;
import io.fdlkeeper.run.RunStore;
import io.fdlkeeper.store.Conformances;
import io.fdlkeeper.withdrawal.CaseStore;
import java.util.List;
import java.util.function.Predicate;

/** A state that hands everything on. */
public abstract class ForwardingState implements StatePorts {

    protected final StatePorts state;

    protected ForwardingState(StatePorts state) {
        this.state = state;
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
    public UploadLedger uploads() {
        return state.uploads();
    }

    @Override
    public PastDeletions deletions() {
        return state.deletions();
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
    public Conformances conformances() {
        return state.conformances();
    }

    @Override
    public FireTimes fireTimes() {
        return state.fireTimes();
    }

    @Override
    public List<String> forget(String repository, Predicate<String> shows) {
        return state.forget(repository, shows);
    }

    @Override
    public CaseStore cases() {
        return state.cases();
    }

    @Override
    public PauseStore pauses() {
        return state.pauses();
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
