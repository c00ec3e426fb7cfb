package io.fdlkeeper.audit;

/** Takes events for good. */
public interface AuditLog {

    void append(AuditEvent event);

    /** Checks the chain from its first entry and returns the number of entries; throws where an entry is missing or changed. */
    long verify();
}
