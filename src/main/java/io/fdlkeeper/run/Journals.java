package io.fdlkeeper.run;

import java.util.List;
import java.util.function.Consumer;

/** Opens journals and reads those of earlier runs. */
public interface Journals {

    /** Opens the journal of a run for appending. */
    Journal open(String run);

    /** Reads a run's results so far, in order; a torn last line counts as not written. */
    List<JournalEntry> results(String run);

    /** Hands over a run's results so far, in order, without holding them all. */
    default void forEachResult(String run, Consumer<JournalEntry> consumer) {
        results(run).forEach(consumer);
    }

    /** Reads the steps a run intended and left without a result. */
    List<JournalEntry> unresolved(String run);

    void forget(String run);
}
