package io.fdlkeeper.hold;

import java.time.Instant;
import java.util.Optional;

/**
 * A hold on one target.
 *
 * @param id    its name, for releasing it
 * @param until when it ends by itself; empty for one that must be released
 */
public record Hold(
        String id, HoldTarget target, String reason, String addedBy, Instant addedAt, Optional<Instant> until) {

    /** Tells whether the hold counts at a moment. */
    public boolean isActive(Instant now) {
        return until.map(now::isBefore).orElse(true);
    }
}
