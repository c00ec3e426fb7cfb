package io.fdlkeeper.state;

import io.fdlkeeper.audit.AuditAccount;
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
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The keeper's state in one directory, opened by one process at a time.
 *
 * <p>Losing it loses no safety: the repository is the only truth about data, and waiting times start again.
 */
public final class KeeperState implements StatePorts, AutoCloseable {

    private static final long MOST_CACHED_BYTES = 512L << 20;

    private final OpenedFolder opened;
    private final StateFolder folder;
    private final RunStore runs;
    private final Leases leases;
    private final FileJournals journals;
    private final HoldStore holds;
    private final LossStore losses;
    private final FileAuditLog audit;
    private final PlanStore plans;
    private final Ledger ledger;
    private final UploadLedger uploads;
    private final FilePastDeletions deletions;
    private final RootSetStore rootSets;
    private final UnreachableSightings sightings;
    private final Conformances conformances;
    private final FireTimes fireTimes;
    private final PauseStore pauses;
    private final CaseStore cases;
    private final Map<String, FileDocumentCache> documents = new ConcurrentHashMap<>();

    private KeeperState(OpenedFolder opened, Clock clock, Optional<byte[]> sealingKey) {
        this.opened = opened;
        this.folder = opened.folder();
        runs = new DatabaseRuns(opened.database(), new RunMessages(folder));
        leases = new DatabaseLeases(opened.database(), opened.lock(), opened.process(), clock);
        journals = new FileJournals(folder);
        holds = new FileHoldStore(folder, clock);
        losses = new FileLossStore(folder, clock);
        audit = new FileAuditLog(folder);
        plans = new FilePlanStore(folder);
        ledger = new FileLedger(folder);
        uploads = new FileUploadLedger(folder);
        deletions = new FilePastDeletions(folder);
        rootSets = new FileRootSetStore(folder);
        sightings = new FileSightings(folder);
        conformances = new FileConformances(folder);
        fireTimes = new DatabaseFireTimes(opened.database());
        pauses = new FilePauses(folder, clock);
        cases = new FileCaseStore(folder, clock, sealingKey);
    }

    /**
     * Opens the state, creating it in a directory that is empty or not there.
     *
     * @param directory created with mode 0700; an existing one keeps its mode, and what is in it is for the owner alone
     * @param clock     tells when a lease was taken and a hold changed
     * @throws StateInUseException      when another process has it
     * @throws StateUnreadableException when it is damaged, or newer than we are; nothing is changed then
     * @throws StateException           when it cannot be read or written, for example because the disk is full
     */
    public static KeeperState open(Path directory, Clock clock) {
        return open(directory, clock, Optional.empty());
    }

    /**
     * Opens the state as {@link #open(Path, Clock)} does.
     *
     * @param sealingKeyFile the key that encrypts the keys of sealed files, as 64 hexadecimal digits; empty to keep those as they are
     * @throws StateUnreadableException when that file is not there or something else
     */
    public static KeeperState open(Path directory, Clock clock, Optional<Path> sealingKeyFile) {
        Optional<byte[]> sealingKey = sealingKeyFile.map(CaseKeys::configured);
        return new KeeperState(OpenedFolder.open(directory, clock.instant()), clock, sealingKey);
    }

    @Override
    public RunStore runs() {
        return runs;
    }

    @Override
    public Leases leases() {
        return leases;
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

    @Override
    public PlanStore plans() {
        return plans;
    }

    @Override
    public Ledger ledger() {
        return ledger;
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

    @Override
    public PauseStore pauses() {
        return pauses;
    }

    @Override
    public CaseStore cases() {
        return cases;
    }

    /** Returns the cache of a repository's documents; its file is read when it is first asked. */
    @Override
    public DocumentCache documents(String repository) {
        return documents.computeIfAbsent(
                repository,
                location -> new FileDocumentCache(folder.repository(location), folder.temporary(), MOST_CACHED_BYTES));
    }

    @Override
    public List<String> forget(String repository, Predicate<String> shows) {
        FileDocumentCache cache = documents.remove(repository);
        if (cache != null) {
            cache.close();
        }
        return new Forgetting(folder, shows, journals::isOpen).of(repository);
    }

    /** Returns the keyed hash under which a key may stand in the audit log: HMAC-SHA-256 with this state's secret, in hex. */
    @Override
    public String keyHash(String key) {
        return opened.keyHash().of(key);
    }

    /** Returns the folder for the reference sets of a repository's catalogs, creating it. */
    public Path referencesFolder(String repository) {
        return StateFiles.folder(folder.repository(repository).resolve("references"));
    }

    /** Returns the file of the key that signs where none is configured; made by whoever signs first. */
    public Path signingKeyFile() {
        return folder.root().resolve("signing-key");
    }

    /**
     * Reads a document of a case, or of the newest that has one, without opening the state.
     *
     * @return empty where there is none, or it cannot be read
     */
    public static Optional<byte[]> peek(Path directory, Optional<String> caseId, String name) {
        return FileCaseStore.peek(new StateFolder(directory), caseId, name);
    }

    /** Proves an audit log, which may be a copy, without a state being open. */
    public static AuditAccount auditIn(Path folder) {
        return new FileAuditLog(folder, folder).account();
    }

    /** Returns the folder for files that mean nothing after this process; it is emptied at every start. */
    public Path temporaryFolder() {
        return folder.temporary();
    }

    /**
     * Writes to the database, so that a broken one is found before it is needed, and looks whether the directory is still ours.
     *
     * @throws StateException when it is not, or cannot be written; it stays so until the state is opened again
     */
    public void check() {
        if (!opened.lock().isHeld()) {
            throw new StateException("the lock of the state directory " + folder.root()
                    + " was taken away from this process; leave the file 'lock' alone while it runs");
        }
        opened.database().write(handle -> handle.execute("UPDATE lease SET fence = fence WHERE 1 = 0"));
    }

    /**
     * Forgets runs that ended, with their journals, plans that were observed, and deletions that were made before a moment; the database's file is rewritten
     * without them when the state is closed.
     *
     * @return how many runs were forgotten
     */
    public int compact(Instant cutOff) {
        List<String> forgotten = runs.forgetBefore(cutOff);
        forgotten.forEach(journals::forget);
        plans.forgetBefore(cutOff);
        deletions.forgetBefore(cutOff);
        if (!forgotten.isEmpty()) {
            opened.database().compactAtClose();
        }
        return forgotten.size();
    }

    @Override
    public void close() {
        // Where the disk is full any of these fails, and still the directory must be free afterwards.
        try (opened;
                audit) {
            documents.values().forEach(FileDocumentCache::close);
        }
    }
}
