package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.store.Conformance;
import io.fdlkeeper.store.ConformanceProbe;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.Promise;
import io.fdlkeeper.store.WriteAnswer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out before the first deletion of a run what the store can be trusted with, and whether its time is ours.
 *
 * <p>Every run writes one small object, twice, and removes it: the store stamps it with its own time, which on a network file system is
 * another machine's. A store whose promises do not follow from its kind is tried in full, once a day; what was seen is remembered.
 */
final class StoreProbe {

    static final String PREFIX = ConformanceProbe.PREFIX;

    /** Stores change behind their address, so what one kept yesterday is asked again. */
    private static final Duration TRUSTED = Duration.ofDays(1);

    private final Workplace workplace;
    private final ManagedRepository repository;
    private final ObjectStore store;
    private final PlanExecutor executor;

    StoreProbe(Workplace workplace, ManagedRepository repository, PlanExecutor executor) {
        this.workplace = workplace;
        this.repository = repository;
        this.store = repository.store();
        this.executor = executor;
    }

    /**
     * What was found.
     *
     * @param refusals the reasons not to delete anything here; empty when the store passed
     * @param notes    what a report tells of the store
     */
    record Found(List<Refusal> refusals, List<String> notes) {}

    static ObjectKey keyOf(String run) {
        return new ObjectKey(PREFIX + run);
    }

    /** Tries what was not tried today. */
    Found check(String run) {
        return found(run, false);
    }

    /** Tries everything again, and takes the store that is there now for the repository's. */
    Found checkAnew(String run) {
        return found(run, true);
    }

    private Found found(String run, boolean anew) {
        List<Refusal> refusals = new ArrayList<>(oneObject(run));
        List<String> notes = new ArrayList<>();
        if (refusals.isEmpty() && store.conformance() != ConformanceProbe.BY_CONSTRUCTION) {
            promises(run, anew, refusals, notes);
        }
        return new Found(refusals, notes);
    }

    private void promises(String run, boolean anew, List<Refusal> refusals, List<String> notes) {
        ConformanceProbe probe = store.conformance();
        Optional<Conformance> last = workplace.state().conformances().last(repository.location());
        Optional<Conformance> elsewhere =
                last.filter(seen -> !anew && !seen.store().equals(probe.store()));
        if (elsewhere.isPresent()) {
            refusals.add(
                    new Refusal(
                            Guard.STORE_PROBE,
                            repository.location(),
                            "this state was kept for the repository at "
                                    + elsewhere.get().store() + ", and this one is at "
                                    + probe.store()
                                    + ": give it a state of its own, or run 'doctor --write' when the same store only has a new address"));
            return;
        }
        Conformance seen = last.filter(known -> !anew && isFresh(known, probe)).orElseGet(() -> {
            Conformance now = probe.probe(run);
            workplace.state().conformances().save(repository.location(), now);
            return now;
        });
        probe.goBy(seen);
        notes.addAll(seen.remarks());
        if (!seen.keeps(Promise.CREATE_ONCE)) {
            refusals.add(
                    new Refusal(
                            Guard.STORE_PROBE,
                            PREFIX,
                            "the store lets several writers create one object, each told that it was the first: marks would not be safe there; use a store with conditional writes"));
        }
    }

    private boolean isFresh(Conformance seen, ConformanceProbe probe) {
        Duration age = Duration.between(seen.at(), workplace.clock().instant()).abs();
        return seen.version().equals(probe.version()) && age.compareTo(TRUSTED) < 0;
    }

    private List<Refusal> oneObject(String run) {
        ObjectKey key = keyOf(run);
        WriteAnswer answer = executor.create("probe", key, content(run, 1));
        if (!(answer instanceof WriteAnswer.Written written)) {
            String words = answer instanceof WriteAnswer.Refused refused ? refused.detail() : "the key was taken";
            return List.of(new Refusal(
                    Guard.STORE_PROBE,
                    key.text(),
                    "a probe object could not be written: " + words + "; grant the keeper the right to write there"));
        }
        List<Refusal> refusals = new ArrayList<>();
        if (executor.create("probe", key, content(run, 2)) instanceof WriteAnswer.Written) {
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

    /** Another content each time: an attempt whose answer was lost is told from one that came too late by what it wrote. */
    private static byte[] content(String run, int time) {
        return ("probe " + time + " of run " + run + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private Optional<Refusal> skew(ListedObject probe) {
        Clock clock = workplace.clock();
        Duration skew = Duration.between(clock.instant(), probe.lastModified()).abs();
        return skew.compareTo(repository.safety().skewLimit()) <= 0
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Guard.CLOCK_SKEW,
                        probe.key().text(),
                        "the store stamped a new object " + probe.lastModified() + ", which is " + skew
                                + " from our clock: ages would be wrong; set the clock right"));
    }
}
