package io.fdlkeeper.withdrawal;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Something not erased, and who must act.
 *
 * @param id      its name within the case, such as {@code r3}
 * @param subject what it is, in words that never show the value; a key only where the value is not in it
 * @param why     why it is still there, as half a sentence
 * @param owner   who must act
 * @param due     until when; empty where no date can be told, as for copies of readers
 * @param acknowledged who said that it is gone, and when; empty while it is open
 */
public record ResidueItem(
        String id,
        Kind kind,
        String subject,
        String why,
        String owner,
        Optional<Instant> due,
        Optional<Acknowledgement> acknowledged) {

    /** What kind of thing is left. */
    public enum Kind {
        /** The record of a version, {@code dataset.json} or {@code files.json} of a version that stays. */
        RECORD,
        /** Old values in blocks of a catalog that its tables no longer show. */
        FREED_BLOCKS,
        /** An object lock keeps it until its end. */
        OBJECT_LOCK,
        /** A hold keeps it. */
        HOLD,
        /** It could not be read, and may hold the value. */
        UNREADABLE,
        /** The store refused or failed. */
        REFUSED,
        /** The provider keeps what was deleted for a while. */
        SOFT_DELETE,
        /** A replica, mirror, backup or cache registered in the configuration. */
        COPY,
        /** A public address that still answers. */
        PUBLIC_ADDRESS,
        /** A place that was not searched, since the selector has no literal to search it for. */
        NOT_SEARCHED,
        /** An archived, still open or multiply linked file. */
        FILE;

        /** Returns the name scripts see. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** @param note what the person said, where they said something */
    public record Acknowledgement(String by, Instant at, Optional<String> note) {}

    public ResidueItem withId(String newId) {
        return new ResidueItem(newId, kind, subject, why, owner, due, acknowledged);
    }

    public ResidueItem acknowledgedBy(Acknowledgement who) {
        return new ResidueItem(id, kind, subject, why, owner, due, Optional.of(who));
    }

    /** Tells whether a key may stand in clear: folders named after columns hold values, whether or not a search knows them. */
    public static boolean isPlain(String key) {
        return !key.contains("=");
    }

    /** Says in words that may be kept in clear which object is meant. */
    public static String subject(String key) {
        return isPlain(key) ? key : "an object whose key holds column values";
    }

    public boolean isOpen() {
        return acknowledged.isEmpty();
    }

    public boolean isOverdue(Instant now) {
        return isOpen() && due.map(now::isAfter).orElse(false);
    }
}
