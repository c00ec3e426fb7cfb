package io.fdlkeeper.retention;

import java.time.Duration;

/**
 * How many versions of one line of history are kept. A version is kept if any rule keeps it; zero switches a rule off.
 *
 * @param last    the newest so many
 * @param within  those no older than this, counted from now
 * @param daily   the newest of each of the newest so many days that have a version
 * @param weekly  the same for ISO weeks
 * @param monthly the same for months
 * @param yearly  the same for years
 */
public record RetentionRules(int last, Duration within, int daily, int weekly, int monthly, int yearly) {

    public RetentionRules {
        if (last < 0 || within.isNegative() || daily < 0 || weekly < 0 || monthly < 0 || yearly < 0) {
            throw new IllegalArgumentException("a retention rule is not negative");
        }
    }

    /** Keeps the newest so many and nothing else. */
    public static RetentionRules newest(int count) {
        return new RetentionRules(count, Duration.ZERO, 0, 0, 0, 0);
    }

    /** Tells whether every rule is off. */
    public boolean keepNothing() {
        return last == 0 && within.isZero() && daily == 0 && weekly == 0 && monthly == 0 && yearly == 0;
    }
}
