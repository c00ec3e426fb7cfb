package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.store.ObjectStore;
import java.util.List;

/**
 * One repository with the settings it is kept by.
 *
 * @param name        how people name it; the location where it has no other name
 * @param publishedAs addresses of the repository's prefix beside its location
 * @param neighbours  the other repositories of this keeper
 * @param limits      how much one run does, and how
 */
public record ManagedRepository(
        String name,
        ObjectStore store,
        List<String> publishedAs,
        List<Neighbour> neighbours,
        RetentionPolicy policy,
        GcSafety safety,
        RunLimits limits) {

    public ManagedRepository {
        publishedAs = List.copyOf(publishedAs);
        neighbours = List.copyOf(neighbours);
    }

    public String location() {
        return store.location();
    }

    /** Returns the most one run takes. */
    public RunCap cap() {
        return limits.cap();
    }
}
