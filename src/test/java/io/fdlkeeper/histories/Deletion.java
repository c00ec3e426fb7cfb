package io.fdlkeeper.histories;

import java.time.Instant;

/**
 * How a data file went.
 *
 * @param lookedAt  the moment of the keeper's last look at the roots before
 * @param lookTime  its time by the clock
 * @param lookFresh whether that look still counted, or was made for this very batch
 */
record Deletion(long at, long lookedAt, Instant lookTime, boolean lookFresh) {}
