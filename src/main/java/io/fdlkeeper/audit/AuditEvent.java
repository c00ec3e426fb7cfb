package io.fdlkeeper.audit;

import java.time.Instant;
import java.util.Map;

/**
 * One thing that was done.
 *
 * @param at         when, by our clock
 * @param actor      who: a login name, or {@code schedule}
 * @param repository the repository's location
 * @param action     what, as a verb phrase with hyphens, for example {@code hold-added}
 * @param details    facts about it; never a key in clear
 */
public record AuditEvent(Instant at, String actor, String repository, String action, Map<String, String> details) {

    public AuditEvent {
        details = Map.copyOf(details);
    }
}
