package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Hears of runs as they begin and end, and of what they saw; decides nothing.
 *
 * <p>Called on the run's own thread, so it must be quick. What it throws is logged and changes nothing for the run.
 */
public interface RunObserver {

    RunObserver SILENT = new RunObserver() {};

    /** Says that a run has its lease and its record. */
    default void began(RunRecord run) {}

    /**
     * Says that a run's record is closed; with an outcome and an end.
     *
     * @param report empty for a run of a process that ended before it, which a later one closed
     */
    default void ended(RunRecord run, Optional<JobReport> report) {}

    /** Says that no run began, because another one holds the repository's lease. */
    default void busy(String location, JobKind job) {}

    /** Says that a run ended because its lease went away. */
    default void leaseLost(RunRecord run) {}

    /** Says that a job looked at a repository and may go on. */
    default void looked(RepositoryView view) {}

    /** Says by how much the store's clock was ahead of ours, negative where it was behind. */
    default void skew(String location, Duration ahead) {}

    /** Tells all of them, in order. */
    static RunObserver all(List<RunObserver> observers) {
        return new RunObservers(observers);
    }
}
