package io.fdlkeeper.repository;

import java.time.Instant;
import java.util.Optional;

/**
 * A version's mark, {@code expired.json}: it stops readers and gives them the reason.
 *
 * @param reason {@code retention}, {@code withdrawn}, or whatever another writer put
 * @param run    the run of ours that put it; empty for another writer's
 */
public record ExpiryMark(Optional<Instant> expiredAt, String reason, Optional<String> run) {

    /** The reason of a version whose data had to go. */
    public static final String WITHDRAWN = "withdrawn";

    /** The reason of a version taken out of retention. */
    public static final String RETENTION = "retention";

    public boolean isWithdrawal() {
        return reason.equals(WITHDRAWN);
    }
}
