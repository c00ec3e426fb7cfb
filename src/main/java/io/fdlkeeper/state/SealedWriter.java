package io.fdlkeeper.state;

import io.fdlkeeper.state.SealedReader.Header;
import io.fdlkeeper.state.SealedReader.Seal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Writes a file of rows that is replaced as a whole: a header line, the rows, and a last line that seals them with their count and digest.
 *
 * <p>Until the commit the file that was there stays; without one nothing is left behind.
 */
final class SealedWriter implements AutoCloseable {

    private final Path target;
    private final Path fresh;
    private final LineWriter lines;
    private boolean open = true;

    /**
     * Begins a file.
     *
     * @param kind what the rows are, in one word
     */
    SealedWriter(Path target, Path temporary, String kind) {
        this.target = target;
        fresh = StateFiles.temporary(temporary, kind);
        lines = new LineWriter(fresh);
        lines.write(new Header(kind, SealedReader.FORMAT));
    }

    void row(Object row) {
        requireOpen();
        lines.write(row);
    }

    /** Seals the rows and puts them in the place of the old ones, durably. */
    void commit(Instant at) {
        requireOpen();
        long rows = lines.lines() - 1;
        lines.write(new Seal(rows, at, lines.digestWith(at.toString().getBytes(StandardCharsets.UTF_8))));
        lines.force();
        lines.close();
        open = false;
        StateFiles.moveInto(fresh, target);
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            lines.close();
            StateFiles.delete(fresh);
        }
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this file is committed or given up: " + target);
        }
    }
}
