package io.fdlkeeper.maintenance;

import io.fdlkeeper.run.Lease;
import java.util.Optional;

/** Closes the runs of a repository whose process ended in their midst, before the next run would. */
public final class CloseCrashedRuns {

    private final Workplace workplace;

    public CloseCrashedRuns(Workplace workplace) {
        this.workplace = workplace;
    }

    /**
     * Looks at what they left open and writes it down; nothing is done on their behalf.
     *
     * @return how many were closed; none where a run holds the lease, which has closed them itself
     */
    public int of(ManagedRepository repository) {
        int unfinished =
                workplace.state().runs().unfinished(repository.location()).size();
        if (unfinished == 0) {
            return 0;
        }
        Optional<Lease> lease = workplace.state().leases().tryTake(repository.location(), "close-crashed-runs");
        if (lease.isEmpty()) {
            return 0;
        }
        try (Lease held = lease.get()) {
            new Reconciliation(workplace, repository).ofCrashedRuns(held.permit());
        }
        return unfinished;
    }
}
