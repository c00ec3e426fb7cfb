package io.fdlkeeper.gc;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a sweep would find one listed object to be, and why.
 *
 * @param naming    live versions that name it
 * @param firstSeen since when the ledger has seen it unreferenced
 * @param mayGo     when both clocks will have run out, for an object that nothing names
 */
public record KeyFinding(
        ListedObject object,
        Verdict verdict,
        boolean everNamed,
        String detail,
        Set<VersionId> naming,
        Optional<Instant> firstSeen,
        Optional<Instant> mayGo) {

    public KeyFinding {
        naming = Set.copyOf(naming);
    }

    /** Tells whether a live version names it. */
    public boolean isNamed() {
        return verdict == Verdict.LIVE || verdict == Verdict.HISTORY_ONLY;
    }
}
