package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.WriteAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes one small object before the first deletion, and removes it: does the store keep its promises, and is its time ours.
 *
 * <p>The store stamps the object with its own time, which on a network file system is another machine's.
 */
final class StoreProbe {

    /** What every probe's key begins with; nothing else of ours is ever at the root of a repository. */
    static final String PREFIX = ".fdl-keeper-probe-";

    private final ObjectStore store;
    private final PlanExecutor executor;
    private final Clock clock;
    private final GcSafety safety;

    StoreProbe(ObjectStore store, PlanExecutor executor, Clock clock, GcSafety safety) {
        this.store = store;
        this.executor = executor;
        this.clock = clock;
        this.safety = safety;
    }

    static ObjectKey keyOf(String run) {
        return new ObjectKey(PREFIX + run);
    }

    /** Returns the reasons not to delete anything here; empty when the store passed. */
    List<Refusal> check(String run) {
        ObjectKey key = keyOf(run);
        byte[] content = ("probe of run " + run + "\n").getBytes(StandardCharsets.UTF_8);
        WriteAnswer answer = executor.create("probe", key, content);
        if (!(answer instanceof WriteAnswer.Written written)) {
            String words = answer instanceof WriteAnswer.Refused refused ? refused.detail() : "the key was taken";
            return List.of(new Refusal(
                    Guard.STORE_PROBE,
                    key.text(),
                    "a probe object could not be written: " + words + "; grant the keeper the right to write there"));
        }
        List<Refusal> refusals = new ArrayList<>();
        if (executor.create("probe", key, content) instanceof WriteAnswer.Written) {
            refusals.add(
                    new Refusal(
                            Guard.STORE_PROBE,
                            key.text(),
                            "the store let a second write replace an object that must be written once: marks would not be safe there"));
        }
        skew(written.object()).ifPresent(refusals::add);
        store.reader().head(key).ifPresent(probe -> executor.delete("remove-probe", probe, "the probe is over"));
        return refusals;
    }

    private Optional<Refusal> skew(ListedObject probe) {
        Duration skew = Duration.between(clock.instant(), probe.lastModified()).abs();
        return skew.compareTo(safety.skewLimit()) <= 0
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Guard.CLOCK_SKEW,
                        probe.key().text(),
                        "the store stamped a new object " + probe.lastModified() + ", which is " + skew
                                + " from our clock: ages would be wrong; set the clock right"));
    }
}
