package io.fdlkeeper.fakes;

import io.fdlkeeper.audit.AuditEvent;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The keeper's state in memory, with the accessors of the real one. Not for use by several threads at once. */
public final class InMemoryState implements StatePorts {

    private final InMemoryRuns runs;
    private final InMemoryLeases leases = new InMemoryLeases();
    private final InMemoryJournals journals;
    private final InMemoryHolds holds;
    private final InMemoryLosses losses;
    private final InMemoryAudit audit;
    private final InMemoryPlans plans;
    private final InMemoryLedger ledger;
    private final InMemoryUploads uploads;
    private final InMemoryDeletions deletions;
    private final InMemoryRoots rootSets;
    private final InMemorySightings sightings;
    private final InMemoryConformances conformances;
    private final InMemoryFireTimes fireTimes;
    private final InMemoryPauses pauses;
    private final InMemoryCases cases;
    private final Map<String, InMemoryDocuments> documents = new TreeMap<>();

    public InMemoryState() {
        runs = new InMemoryRuns();
        journals = new InMemoryJournals();
        holds = new InMemoryHolds();
        losses = new InMemoryLosses();
        audit = new InMemoryAudit();
        plans = new InMemoryPlans();
        ledger = new InMemoryLedger();
        uploads = new InMemoryUploads();
        deletions = new InMemoryDeletions();
        rootSets = new InMemoryRoots();
        sightings = new InMemorySightings();
        conformances = new InMemoryConformances();
        fireTimes = new InMemoryFireTimes();
        pauses = new InMemoryPauses();
        cases = new InMemoryCases();
    }

    private InMemoryState(InMemoryState other) {
        runs = new InMemoryRuns(other.runs);
        journals = new InMemoryJournals(other.journals);
        holds = new InMemoryHolds(other.holds);
        losses = new InMemoryLosses(other.losses);
        audit = new InMemoryAudit(other.audit);
        plans = new InMemoryPlans(other.plans);
        ledger = new InMemoryLedger(other.ledger);
        uploads = new InMemoryUploads(other.uploads);
        deletions = new InMemoryDeletions(other.deletions);
        rootSets = new InMemoryRoots(other.rootSets);
        sightings = new InMemorySightings(other.sightings);
        conformances = new InMemoryConformances(other.conformances);
        fireTimes = new InMemoryFireTimes(other.fireTimes);
        pauses = new InMemoryPauses(other.pauses);
        cases = new InMemoryCases(other.cases);
        other.documents.forEach((repository, kept) -> documents.put(repository, new InMemoryDocuments(kept)));
    }

    /** Copies what the next process finds when this one is killed now: all that was written, no draft, no lease. */
    public InMemoryState afterCrash() {
        return new InMemoryState(this);
    }

    @Override
    public RunStore runs() {
        return runs;
    }

    @Override
    public Leases leases() {
        return leases;
    }

    /** Takes the lease on a repository away from whoever holds it. */
    public void loseLease(String repository) {
        leases.lose(repository);
    }

    @Override
    public Journals journals() {
        return journals;
    }

    @Override
    public HoldStore holds() {
        return holds;
    }

    @Override
    public LossStore losses() {
        return losses;
    }

    @Override
    public AuditLog audit() {
        return audit;
    }

    /** Returns every event so far, oldest first. */
    public List<AuditEvent> auditEvents() {
        return audit.events();
    }

    @Override
    public PlanStore plans() {
        return plans;
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    /** Makes the ledger of a repository unreadable until it is committed anew. */
    public void damageLedger(String repository) {
        ledger.damage(repository);
    }

    @Override
    public UploadLedger uploads() {
        return uploads;
    }

    @Override
    public PastDeletions deletions() {
        return deletions;
    }

    @Override
    public RootSetStore rootSets() {
        return rootSets;
    }

    @Override
    public UnreachableSightings sightings() {
        return sightings;
    }

    @Override
    public Conformances conformances() {
        return conformances;
    }

    @Override
    public FireTimes fireTimes() {
        return fireTimes;
    }

    /** Memory leaves nothing behind. */
    @Override
    public List<String> forget(String repository, Predicate<String> shows) {
        return List.of();
    }

    @Override
    public CaseStore cases() {
        return cases;
    }

    @Override
    public PauseStore pauses() {
        return pauses;
    }

    @Override
    public DocumentCache documents(String repository) {
        return documents.computeIfAbsent(repository, name -> new InMemoryDocuments());
    }

    /** Stands in for the keyed hash under which a key may be written down. */
    @Override
    public String keyHash(String key) {
        return HexFormat.of().toHexDigits(key.hashCode() * 0x9E3779B97F4A7C15L);
    }
}
