package io.fdlkeeper.run;

import java.util.List;

/** Opens journals and reads those of earlier runs. */
public interface Journals {

    /** Opens the journal of a run for appending. */
    Journal open(String run);

    /** Reads a run's results so far, in order; a torn last line counts as not written. */
    List<JournalEntry> results(String run);

    /** Reads the steps a run intended and left without a result. */
    List<JournalEntry> unresolved(String run);

    void forget(String run);
}
