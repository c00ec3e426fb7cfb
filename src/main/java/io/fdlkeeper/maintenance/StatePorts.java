package io.fdlkeeper.maintenance;

import io.fdlkeeper.audit.AuditLog;
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
import io.fdlkeeper.store.Conformances;
import io.fdlkeeper.withdrawal.CaseStore;
import java.util.List;
import java.util.function.Predicate;

/** What the keeper remembers, behind its ports; the real state and the one of the tests both look like this. */
public interface StatePorts {

    RunStore runs();

    Leases leases();

    Journals journals();

    HoldStore holds();

    LossStore losses();

    AuditLog audit();

    PlanStore plans();

    Ledger ledger();

    UploadLedger uploads();

    PastDeletions deletions();

    RootSetStore rootSets();

    UnreachableSightings sightings();

    FireTimes fireTimes();

    PauseStore pauses();

    Conformances conformances();

    CaseStore cases();

    DocumentCache documents(String repository);

    /**
     * Removes from the keeper's own files what shows a withdrawn value. No job may run on the repository meanwhile.
     *
     * @param shows whether a text shows it
     * @return sentences on what people put here that shows it, and is theirs to remove
     */
    List<String> forget(String repository, Predicate<String> shows);

    /** Returns the keyed hash under which a key may enter the audit log. */
    String keyHash(String key);
}
