package io.fdlkeeper.audit;

import java.util.List;

/**
 * A log whose chain was proven from its first entry.
 *
 * @param entries     how many there are
 * @param hash        digest of the last
 * @param checkpoints those kept beside it, oldest first; each names an entry that is there
 */
public record AuditAccount(long entries, String hash, List<AuditCheckpoint> checkpoints) {

    public AuditAccount {
        checkpoints = List.copyOf(checkpoints);
    }
}
