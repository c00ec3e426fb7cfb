package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import java.util.List;

/** The journal of a case: sealed rows, since keys can show the value. */
public final class CaseJournal implements Journal {

    private final SealedFiles files;

    public CaseJournal(SealedFiles files) {
        this.files = files;
    }

    @Override
    public void intend(List<JournalEntry> steps) {
        steps.forEach(step -> files.append(SealedNames.JOURNAL, step.with("", "")));
    }

    @Override
    public void record(List<JournalEntry> results) {
        results.forEach(result -> files.append(SealedNames.JOURNAL, result));
    }

    @Override
    public void close() {
        // Each row is durable when it is added.
    }
}
