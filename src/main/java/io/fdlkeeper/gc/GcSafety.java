package io.fdlkeeper.gc;

import java.time.Duration;
import java.util.Set;

/**
 * Every number that protects data in a collection.
 *
 * @param grace            how long an object must be older than, and unreferenced for, before it may go; longer than the longest writer
 *                         takes from its first file to its commit
 * @param graceUncommitted the same for a file no catalog ever named: a checkout may be on somebody's desk for weeks; not below the grace
 * @param maxShare         more than this share of objects or bytes in one plan needs a person: the mark of every known disaster is that
 *                         suddenly all is garbage
 * @param skewWarn         our clock and the store's may differ by this much without a word
 * @param skewLimit        beyond this difference ages would be wrong, so everything is refused
 * @param rootCheckValid   how long a look at refs and versions counts while objects are being deleted
 * @param suffixes         only objects that end so are ever collected; anything else under the data folder is somebody's own
 */
public record GcSafety(
        Duration grace,
        Duration graceUncommitted,
        double maxShare,
        Duration skewWarn,
        Duration skewLimit,
        Duration rootCheckValid,
        Set<String> suffixes) {

    public static final GcSafety DEFAULT = new GcSafety(
            Duration.ofDays(7),
            Duration.ofDays(30),
            0.5,
            Duration.ofSeconds(60),
            Duration.ofMinutes(15),
            Duration.ofSeconds(60),
            Set.of(".parquet", ".puffin"));

    public GcSafety {
        suffixes = Set.copyOf(suffixes);
        if (grace.isNegative() || graceUncommitted.compareTo(grace) < 0) {
            throw new IllegalArgumentException("grace-uncommitted is not below grace, and neither is negative");
        }
        if (!(maxShare > 0 && maxShare <= 1)) {
            throw new IllegalArgumentException("max-share is above 0 and at most 1");
        }
        if (suffixes.stream().anyMatch(suffix -> suffix.length() < 2 || !suffix.startsWith("."))) {
            throw new IllegalArgumentException("a suffix is a dot and a name, since nothing must not mean every file");
        }
    }

    /** Takes another grace period for both kinds of files, as {@code --grace} does. */
    public GcSafety withGrace(Duration both) {
        return new GcSafety(both, both, maxShare, skewWarn, skewLimit, rootCheckValid, suffixes);
    }

    /** Returns the grace of a file, by whether any catalog ever named it. */
    public Duration graceOf(boolean everNamed) {
        return everNamed ? grace : graceUncommitted;
    }

    /** Tells whether objects of this name may be collected at all. */
    public boolean collects(String key) {
        return suffixes.stream().anyMatch(key::endsWith);
    }
}
