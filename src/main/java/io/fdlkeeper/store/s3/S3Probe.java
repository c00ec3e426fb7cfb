package io.fdlkeeper.store.s3;

import io.fdlkeeper.store.Conformance;
import io.fdlkeeper.store.ConformanceProbe;
import io.fdlkeeper.store.Promise;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Tries what a store keeps of the conditions of AWS, under keys of its own that are removed again. */
final class S3Probe implements ConformanceProbe {

    private static final String FOLDER = PREFIX + "conformance-";

    /** No probe takes a day, so objects of that age are those of a process that ended in its midst. */
    private static final Duration LEFTOVER = Duration.ofDays(1);

    private final ProbeObjects objects;
    private final Deletions deletions;
    private final String store;
    private final Clock clock;

    /** What deletes, and is told by which condition. */
    record Deletions(S3Deleter deleter, BatchDeletion batch, SingleDeletion single) {}

    S3Probe(ProbeObjects objects, Deletions deletions, String store, Clock clock) {
        this.objects = objects;
        this.deletions = deletions;
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String store() {
        return store;
    }

    @Override
    public String version() {
        var version = S3Probe.class.getPackage().getImplementationVersion();
        return version == null ? "unpacked" : version;
    }

    @Override
    public Conformance probe(String run) {
        var prefix = FOLDER + run + "/";
        objects.removeLeftovers(FOLDER, clock.instant().minus(LEFTOVER));
        try {
            var kept = EnumSet.noneOf(Promise.class);
            var remarks = new ArrayList<String>();
            new WriteTrial(objects, prefix).run(kept);
            new DeletionTrial(objects, deletions, prefix).run(kept);
            new KeyTrial(objects, prefix).run(kept, remarks);
            remarks.addAll(0, remarksOn(kept));
            return new Conformance(store, version(), clock.instant(), kept, remarks);
        } finally {
            objects.removeAll(prefix);
        }
    }

    private static List<String> remarksOn(Set<Promise> kept) {
        var remarks = new ArrayList<String>();
        if (!kept.contains(Promise.DELETE_IF_UNCHANGED)) {
            remarks.add("the store deletes whatever tag a deletion names, so each object is looked at just before;"
                    + " one replaced in between would be lost");
        } else if (!kept.contains(Promise.DELETE_MANY_IF_UNCHANGED)) {
            remarks.add("the store compares tags only where one object is deleted at a time, so they are:"
                    + " safe, and slower than many at once");
        }
        if (!kept.contains(Promise.DELETE_MANY)) {
            remarks.add(
                    "the store does not delete many objects by one request as it should, so they are deleted one by one");
        }
        return remarks;
    }

    @Override
    public void goBy(Conformance seen) {
        if (!seen.keeps(Promise.DELETE_MANY)) {
            deletions.batch().avoid();
        }
        // Keys that no batch can carry go alone also there, so both have to hold.
        if (seen.keeps(Promise.DELETE_MANY_IF_UNCHANGED) && seen.keeps(Promise.DELETE_IF_UNCHANGED)) {
            deletions.deleter().protectBy(DeleteProtection.BATCH);
        } else if (seen.keeps(Promise.DELETE_IF_UNCHANGED)) {
            deletions.deleter().protectBy(DeleteProtection.SINGLE);
        } else {
            deletions.deleter().protectBy(DeleteProtection.LOOK_BEFORE);
        }
    }
}
