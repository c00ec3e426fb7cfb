package io.fdlkeeper.state;

import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.store.ObjectKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ledger as one file for each repository, streamed both ways. */
final class FileLedger implements Ledger {

    private static final String KIND = "ledger";

    private final StateFolder folder;

    FileLedger(StateFolder folder) {
        this.folder = folder;
    }

    @Override
    public Reading read(String repository) throws LedgerUnreadableException {
        Path file = file(repository);
        try {
            return new FileReading(
                    SealedReader.open(file, KIND, LedgerRow.class).orElse(null));
        } catch (DamagedFileException e) {
            throw new LedgerUnreadableException("the ledger " + file + " " + e.getMessage()
                    + "; move it away, and the waiting time of every unreferenced file starts again");
        }
    }

    @Override
    public Update begin(String repository) {
        StateFiles.folder(folder.repository(repository));
        return new FileUpdate(new SealedWriter(file(repository), folder.temporary(), KIND));
    }

    private Path file(String repository) {
        return folder.repository(repository).resolve(KIND + ".jsonl");
    }

    private record FileReading(@Nullable SealedReader<LedgerRow> reader) implements Reading {

        @Override
        public Optional<Instant> observedAt() {
            return Optional.ofNullable(reader).map(SealedReader::at);
        }

        @Override
        public Iterator<LedgerRow> rows() {
            return reader == null ? Collections.emptyIterator() : reader.rows();
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
            }
        }
    }

    private static final class FileUpdate implements Update {

        private final SealedWriter writer;
        private @Nullable ObjectKey last;

        FileUpdate(SealedWriter writer) {
            this.writer = writer;
        }

        @Override
        public void row(LedgerRow row) {
            if (last != null && last.compareTo(row.key()) >= 0) {
                throw new IllegalArgumentException("rows of a ledger come in key order: " + row.key());
            }
            last = row.key();
            writer.row(row);
        }

        @Override
        public void commit(Instant observedAt) {
            writer.commit(observedAt);
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
