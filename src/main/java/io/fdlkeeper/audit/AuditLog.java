package io.fdlkeeper.audit;

/** Takes events for good. */
public interface AuditLog {

    void append(AuditEvent event);

    /** Checks the chain from its first entry and returns the number of entries; throws where an entry is missing or changed. */
    long verify();

    /** Proves the chain, and that every checkpoint names an entry of it; throws where that is not so. */
    AuditAccount account();

    /** Keeps a checkpoint beside the log. */
    void keep(AuditCheckpoint checkpoint);
}
