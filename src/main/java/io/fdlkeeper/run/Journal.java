package io.fdlkeeper.run;

import java.util.List;

/**
 * What a run was about to do and what came of it, on disk before and after each step.
 *
 * <p>A line is durable when its method returns. Closing a journal does not end its run.
 */
public interface Journal extends AutoCloseable {

    /** Writes down steps that are about to be tried. */
    void intend(List<JournalEntry> steps);

    /** Writes down what became of steps. */
    void record(List<JournalEntry> results);

    @Override
    void close();
}
