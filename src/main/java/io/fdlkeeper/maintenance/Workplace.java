package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.store.ObjectReader;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * What every use case works with.
 *
 * @param state      what the keeper remembers
 * @param catalogs   opens an empty set of names for one repository, by its location
 * @param scratch    an existing folder for temporary files
 * @param clock      our own clock, against which the store's is held
 * @param ids        new ids that sort by time
 * @param observer   hears of runs
 */
public record Workplace(
        StatePorts state, Catalogs catalogs, Path scratch, Clock clock, Supplier<String> ids, RunObserver observer) {

    public Workplace {
        observer = RunObserver.all(List.of(observer));
    }

    /** A workplace that nobody observes. */
    public Workplace(StatePorts state, Catalogs catalogs, Path scratch, Clock clock, Supplier<String> ids) {
        this(state, catalogs, scratch, clock, ids, RunObserver.SILENT);
    }

    /** Returns the same workplace with its runs told to an observer. */
    public Workplace observedBy(RunObserver hearing) {
        return new Workplace(state, catalogs, scratch, clock, ids, hearing);
    }

    /** Opens sets of names. */
    @FunctionalInterface
    public interface Catalogs {

        ReferenceSet open(String location, ObjectReader reader, RepositoryAddress address);
    }
}
