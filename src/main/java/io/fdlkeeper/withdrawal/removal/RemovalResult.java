package io.fdlkeeper.withdrawal.removal;

import java.util.Locale;

/**
 * What became of one item.
 *
 * @param detail the store's words or the reason, without the value
 */
public record RemovalResult(String location, RemovalItem item, Outcome outcome, String detail) {

    /** How an item ended. */
    public enum Outcome {
        DONE,
        /** It was so already. */
        ALREADY,
        /** A version was marked by retention before; that mark stays. */
        ALREADY_MARKED,
        /** What is there is not what was planned, or something new depends on it; nothing was done. */
        DRIFTED,
        /** A hold or lock keeps it. */
        HELD,
        /** The store does not allow it. */
        REFUSED,
        FAILED,
        /** Not tried, since something before it stopped the execution. */
        NOT_TRIED;

        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public boolean isGood() {
            return this == DONE || this == ALREADY || this == ALREADY_MARKED;
        }
    }
}
