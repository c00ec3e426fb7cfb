package io.fdlkeeper.run;

import java.time.Instant;
import java.util.Optional;

/**
 * What is kept of a schedule between two firings.
 *
 * @param times       what its times are made of, see {@link JobSchedule#times()}
 * @param nextDue     the next time of the schedule that is not accounted for; empty when it has none
 * @param nextAt      that time with its jitter
 * @param owed        whether a run is to be made up for as soon as it may
 * @param lastStarted when it last began
 * @param misfires    how many firings were not kept, since the keeper knows this schedule
 */
public record FireTime(
        String times,
        Optional<Instant> nextDue,
        Optional<Instant> nextAt,
        boolean owed,
        Optional<Instant> lastStarted,
        long misfires) {

    public FireTime owing(boolean isOwed) {
        return new FireTime(times, nextDue, nextAt, isOwed, lastStarted, misfires);
    }

    public FireTime missing(long more) {
        return new FireTime(times, nextDue, nextAt, owed, lastStarted, misfires + more);
    }

    public FireTime startedAt(Instant now) {
        return new FireTime(times, nextDue, nextAt, false, Optional.of(now), misfires);
    }
}
