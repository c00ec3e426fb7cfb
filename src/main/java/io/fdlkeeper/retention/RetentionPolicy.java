package io.fdlkeeper.retention;

import io.fdlkeeper.repository.RefName;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a repository keeps.
 *
 * @param rules            for every branch head and request that no override names
 * @param overrides        rules for some refs; the first whose pattern fits counts, and replaces the rules as a whole
 * @param zone             the zone of days, weeks, months and years, whatever the process's own
 * @param minAge           a version superseded less than this ago stays: somebody may be reading it
 * @param markLinger       how long a mark stands before the catalog goes, so that a reader who began before it can end
 * @param unreachableAfter expires versions that no ref reaches once they were seen so for this long; empty leaves them alone
 * @param maxShare         more than this share of the live versions in one plan needs a person; empty for an exact order
 */
public record RetentionPolicy(
        RetentionRules rules,
        List<Override> overrides,
        ZoneId zone,
        Duration minAge,
        Duration markLinger,
        Optional<Duration> unreachableAfter,
        OptionalDouble maxShare) {

    public RetentionPolicy {
        overrides = List.copyOf(overrides);
    }

    /** Keeps exactly the newest so many of each line, as {@code fdl expire --keep} does. */
    public static RetentionPolicy exactly(int keep) {
        return new RetentionPolicy(
                RetentionRules.newest(keep),
                List.of(),
                ZoneOffset.UTC,
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty(),
                OptionalDouble.empty());
    }

    /** Returns the rules that count for the line of this ref. */
    public RetentionRules rulesFor(RefName ref) {
        return overrides.stream()
                .filter(override -> override.matches(ref))
                .findFirst()
                .map(Override::rules)
                .orElse(rules);
    }

    /** Tells whether some line would keep nothing but what refs name. */
    public boolean keepsNothing() {
        return rules.keepNothing()
                || overrides.stream().anyMatch(override -> override.rules().keepNothing());
    }

    /**
     * Rules for the refs whose full name fits a pattern.
     *
     * @param pattern a full ref name in which {@code *} stands for any text, slashes included
     */
    public record Override(String pattern, RetentionRules rules) {

        boolean matches(RefName ref) {
            return matches(pattern, ref.text());
        }

        private static boolean matches(String pattern, String text) {
            int star = pattern.indexOf('*');
            if (star < 0) {
                return pattern.equals(text);
            }
            if (!text.startsWith(pattern.substring(0, star))) {
                return false;
            }
            String rest = pattern.substring(star + 1);
            for (int from = star; from <= text.length(); from++) {
                if (matches(rest, text.substring(from))) {
                    return true;
                }
            }
            return false;
        }
    }
}
