package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.RestoredLately;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What earlier runs took back within the grace periods, by their journals. */
final class Restorations implements RestoredLately {

    private static final int RUNS_LOOKED_AT = 10_000;
    private static final int WITHIN_GRACE = 1;
    private static final int WITHIN_GRACE_UNCOMMITTED = 2;

    private final TextIndex keys = new TextIndex();

    private Restorations() {}

    static Restorations since(StatePorts state, String repository, Instant now, GcSafety safety) {
        Restorations restorations = new Restorations();
        for (RunRecord run : state.runs().list(Optional.of(repository), RUNS_LOOKED_AT)) {
            Instant at = run.endedAt().orElse(now);
            boolean counts = run.job() == JobKind.RESTORE && !isOlder(at, safety.graceUncommitted(), now);
            if (counts) {
                int age = isOlder(at, safety.grace(), now) ? WITHIN_GRACE_UNCOMMITTED : WITHIN_GRACE;
                restorations.take(state, run.id(), age);
            }
        }
        return restorations;
    }

    private static boolean isOlder(Instant time, Duration grace, Instant now) {
        return time.plus(grace).isBefore(now);
    }

    private void take(StatePorts state, String run, int age) {
        state.journals().forEachResult(run, entry -> {
            // Newest first: what a later run took back is younger than an earlier one tells.
            if (entry.result().equals(ItemOutcome.RESTORED.id()) && keys.get(entry.key()) != WITHIN_GRACE) {
                keys.put(entry.key(), age);
            }
        });
    }

    @Override
    public boolean holds(ObjectKey key, boolean everNamed) {
        int age = keys.get(key.text());
        return everNamed ? age == WITHIN_GRACE : age != TextIndex.ABSENT;
    }
}
