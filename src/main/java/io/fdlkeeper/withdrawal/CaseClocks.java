package io.fdlkeeper.withdrawal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The times of a case. Sources of the two terms: GDPR, article 33 (72 hours from awareness) and article 12 (one month from request).
 *
 * @param openedAt    when it was opened here
 * @param awareSince  since when the leak is known
 * @param requestedAt when the person concerned asked; the opening where nobody did
 * @param containedAt when a host blocked reading
 * @param notifiedAt  when the authority was told, which ends the first clock
 * @param reference   the authority's reference
 * @param firstDeletionAt when the first object was about to be deleted
 * @param endedAt     when the case was complete, or given up
 */
public record CaseClocks(
        Instant openedAt,
        Instant awareSince,
        Instant requestedAt,
        Optional<Instant> containedAt,
        Optional<Instant> notifiedAt,
        Optional<String> reference,
        Optional<Instant> firstDeletionAt,
        Optional<Instant> endedAt) {

    private static final Duration TO_NOTIFY = Duration.ofHours(72);

    /** Returns until when the authority must be told. */
    public Instant notifyBy() {
        return awareSince.plus(TO_NOTIFY);
    }

    /** Returns until when the person concerned must be answered: one calendar month after the request. */
    public Instant answerBy() {
        return requestedAt.atOffset(ZoneOffset.UTC).plusMonths(1).toInstant();
    }

    public static CaseClocks opened(Instant now, Instant awareSince, Optional<Instant> requestedAt) {
        return new CaseClocks(
                now,
                awareSince,
                requestedAt.orElse(now),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public CaseClocks contained(Instant at) {
        return new CaseClocks(
                openedAt, awareSince, requestedAt, Optional.of(at), notifiedAt, reference, firstDeletionAt, endedAt);
    }

    public CaseClocks notified(Instant at, Optional<String> newReference) {
        return new CaseClocks(
                openedAt,
                awareSince,
                requestedAt,
                containedAt,
                Optional.of(at),
                newReference,
                firstDeletionAt,
                endedAt);
    }

    /** Keeps the first of several. */
    public CaseClocks deleting(Instant at) {
        return new CaseClocks(
                openedAt,
                awareSince,
                requestedAt,
                containedAt,
                notifiedAt,
                reference,
                firstDeletionAt.or(() -> Optional.of(at)),
                endedAt);
    }

    /** Begins another round: nothing of it is deleted yet. */
    public CaseClocks anew() {
        return new CaseClocks(
                openedAt,
                awareSince,
                requestedAt,
                containedAt,
                notifiedAt,
                reference,
                Optional.empty(),
                Optional.empty());
    }

    /** Takes over what somebody else recorded between two readings, where these clocks did not record it themselves. */
    public CaseClocks withChanges(CaseClocks before, CaseClocks now) {
        return new CaseClocks(
                openedAt,
                awareSince,
                requestedAt,
                theirs(containedAt, before.containedAt, now.containedAt),
                theirs(notifiedAt, before.notifiedAt, now.notifiedAt),
                theirs(reference, before.reference, now.reference),
                theirs(firstDeletionAt, before.firstDeletionAt, now.firstDeletionAt),
                theirs(endedAt, before.endedAt, now.endedAt));
    }

    private static <T> Optional<T> theirs(Optional<T> ours, Optional<T> before, Optional<T> now) {
        return ours.equals(before) ? now : ours;
    }

    public CaseClocks ended(Optional<Instant> at) {
        return new CaseClocks(
                openedAt, awareSince, requestedAt, containedAt, notifiedAt, reference, firstDeletionAt, at);
    }
}
