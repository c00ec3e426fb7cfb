package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseDesk;
import io.fdlkeeper.maintenance.ManagedRepository;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.run.Upcoming;
import java.util.List;
import java.util.Optional;

/** A keeper at work: its state is open, and nobody else's. */
public interface OpenKeeper extends AutoCloseable {

    Workplace workplace();

    /** Returns the names of all repositories, as they were written. */
    List<String> names();

    /** Returns how many jobs may run at the same time, each on another repository. */
    int jobsAtOnce();

    /**
     * Returns how the schedules of all repositories stand.
     *
     * @param firings how many of the next firings of each
     */
    List<Upcoming> upcoming(int firings);

    /**
     * Reaches for one repository.
     *
     * @throws CommandFailure when there is none of this name
     */
    ManagedRepository repository(String name);

    /** Returns what the use cases of withdrawals work with. */
    CaseDesk desk();

    /** Returns one sentence on who acts in a repository's store; empty where no credentials are asked for. */
    default Optional<String> identity(String name) {
        return Optional.empty();
    }

    @Override
    void close();
}
