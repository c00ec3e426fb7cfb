package io.fdlkeeper.histories;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.retention.RetentionRules;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What one history's repository is kept by. */
record Rules(RetentionPolicy policy, GcSafety safety, int batch) {

    static final Duration GRACE = Duration.ofDays(7);

    /** The longest a writer of these histories takes from its first step to its commit. */
    static final Duration LONGEST_COMMIT = GRACE.minusHours(1);

    static Rules drawnBy(Chance chance) {
        RetentionPolicy policy = new RetentionPolicy(
                RetentionRules.newest(chance.between(1, 3)),
                List.of(),
                ZoneOffset.UTC,
                Duration.ZERO,
                chance.happens(0.3) ? Duration.ofHours(1) : Duration.ZERO,
                chance.happens(0.2) ? Optional.of(Duration.ofDays(3)) : Optional.empty(),
                chance.happens(0.3) ? OptionalDouble.of(0.7) : OptionalDouble.empty());
        Duration valid =
                chance.oneOf(List.of(Duration.ZERO, Duration.ZERO, Duration.ofMillis(20), Duration.ofSeconds(60)));
        GcSafety safety = new GcSafety(
                GRACE,
                chance.happens(0.5) ? GRACE : GRACE.plusDays(4),
                chance.happens(0.3) ? 0.6 : 1.0,
                Duration.ofSeconds(60),
                Duration.ofMinutes(15),
                valid,
                GcSafety.DEFAULT.suffixes());
        return new Rules(policy, safety, chance.between(1, 4));
    }

    Duration graceOf(boolean everNamed) {
        return everNamed ? safety.grace() : safety.graceUncommitted();
    }
}
