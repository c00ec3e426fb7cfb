package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.run.Journal;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The journal of a case in one repository: sealed rows, since keys can show the value. */
public final class CaseJournal implements Journal {

    private final SealedFiles files;
    private final String location;
    private final Set<List<String>> begunBefore = new HashSet<>();

    /** Opens it for appending, and reads what an execution before has begun. */
    public CaseJournal(SealedFiles files, String location) {
        this.files = files;
        this.location = location;
        files.rows(SealedNames.JOURNAL, Row.class).stream()
                .filter(row -> row.location().equals(location))
                .forEach(row ->
                        begunBefore.add(List.of(row.step().action(), row.step().key())));
    }

    /** One line. @param location the repository */
    public record Row(String location, JournalEntry step) {}

    /** Tells whether an execution before this one began a step, so that what is found done may be its work. */
    boolean begunBefore(String action, String key) {
        return begunBefore.contains(List.of(action, key));
    }

    @Override
    public void intend(List<JournalEntry> steps) {
        steps.forEach(step -> files.append(SealedNames.JOURNAL, new Row(location, step.with("", ""))));
    }

    @Override
    public void record(List<JournalEntry> results) {
        results.forEach(result -> files.append(SealedNames.JOURNAL, new Row(location, result)));
    }

    @Override
    public void close() {
        // Each row is durable when it is added.
    }
}
