package io.fdlkeeper.state;

import com.fasterxml.jackson.databind.ObjectReader;
import io.fdlkeeper.audit.AuditAccount;
import io.fdlkeeper.audit.AuditCheckpoint;
import io.fdlkeeper.audit.AuditEvent;
import io.fdlkeeper.audit.AuditLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The audit log: JSON lines, each with its number, the digest of the line before, and its own.
 *
 * <p>The number and digest of the newest line stand in a file beside, so that lines missing at the end show too. That file is written
 * after its line: after a crash it may be behind, never ahead.
 */
final class FileAuditLog implements AuditLog, AutoCloseable {

    private static final String REMEDY =
            "keep the folder as evidence: move it away, and a new log begins with the next entry";

    private static final ObjectReader CHECKPOINT = JsonText.MAPPER.readerFor(AuditCheckpoint.class);

    private final Path audit;
    private final Path temporary;
    private final Path log;
    private final Path head;
    private final Path checkpoints;
    private @Nullable AppendedFile file;
    private Head last = Head.NONE;

    /** The newest line. */
    record Head(long seq, String hash) {
        static final Head NONE = new Head(0, "0".repeat(64));
    }

    /** A line without its own digest, which is over exactly this text. */
    record Entry(
            long seq,
            Instant at,
            String actor,
            String repository,
            String action,
            Map<String, String> details,
            String previous) {}

    FileAuditLog(StateFolder folder) {
        this(folder.audit(), folder.temporary());
    }

    /** @param audit the folder of the log, which may be a copy */
    FileAuditLog(Path audit, Path temporary) {
        this.audit = audit;
        this.temporary = temporary;
        log = audit.resolve("log.jsonl");
        head = audit.resolve("head.json");
        checkpoints = audit.resolve("checkpoints.jsonl");
    }

    @Override
    public synchronized void append(AuditEvent event) {
        try {
            AppendedFile out = openAtEnd();
            Entry entry = new Entry(
                    last.seq() + 1,
                    event.at(),
                    event.actor(),
                    event.repository(),
                    event.action(),
                    event.details(),
                    last.hash());
            AuditLine line = AuditLine.of(entry);
            if (line.content().length() > AuditChain.LONGEST_LINE / 2) {
                throw new IllegalArgumentException("too long for an audit entry: " + event.action());
            }
            out.append(line.bytes());
            out.force();
            last = new Head(entry.seq(), line.hash());
            byte[] newest = LineWriter.line(last);
            StateFiles.replace(head, temporary, to -> to.write(newest));
        } catch (DamagedFileException e) {
            throw e.of("the audit log in", audit, REMEDY);
        }
    }

    @Override
    public synchronized long verify() {
        try {
            return prove(List.of()).seq();
        } catch (DamagedFileException e) {
            throw e.of("the audit log in", audit, REMEDY);
        }
    }

    @Override
    public synchronized AuditAccount account() {
        try {
            List<AuditCheckpoint> kept = readCheckpoints();
            Head end = prove(kept);
            return new AuditAccount(end.seq(), end.hash(), kept);
        } catch (DamagedFileException e) {
            throw e.of("the audit log in", audit, REMEDY);
        }
    }

    private Head prove(List<AuditCheckpoint> kept) throws DamagedFileException {
        Head told = readHead();
        List<Head> all = new ArrayList<>(List.of(told));
        kept.forEach(checkpoint -> all.add(new Head(checkpoint.entries(), checkpoint.hash())));
        AuditChain chain = AuditChain.read(log, all);
        long end = chain.end().seq();
        if (end < told.seq()) {
            throw new DamagedFileException("lacks its entries from " + (end + 1) + " to " + told.seq());
        }
        for (AuditCheckpoint checkpoint : kept) {
            if (end < checkpoint.entries()) {
                throw new DamagedFileException("ends before its checkpoint at entry " + checkpoint.entries());
            }
        }
        if (chain.isTorn()) {
            throw new DamagedFileException("ends in a part of a line, as after a crash, behind " + end
                    + " whole entries; the next entry takes it away");
        }
        return chain.end();
    }

    @Override
    public synchronized void keep(AuditCheckpoint checkpoint) {
        try (AppendedFile out = AppendedFile.open(checkpoints)) {
            out.append(LineWriter.line(checkpoint));
            out.force();
        }
    }

    /** A part of a line at the end is what a crash left of a checkpoint that was never told of. */
    private List<AuditCheckpoint> readCheckpoints() throws DamagedFileException {
        List<AuditCheckpoint> kept = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        try (BufferedReader lines = Files.newBufferedReader(checkpoints)) {
            while (LineReader.readWholeLine(lines, text)) {
                kept.add(LineReader.parse(CHECKPOINT, text.toString(), kept.size() + 1L));
            }
            return kept;
        } catch (NoSuchFileException e) {
            return kept;
        } catch (DamagedFileException e) {
            throw new DamagedFileException("has checkpoints of which line " + (kept.size() + 1) + " is damaged");
        } catch (IOException e) {
            throw StateFiles.failed("read", checkpoints, e);
        }
    }

    @Override
    public synchronized void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    private AppendedFile openAtEnd() throws DamagedFileException {
        AppendedFile open = file;
        if (open == null) {
            StateFiles.folder(audit);
            last = AuditChain.endOf(log);
            if (last.seq() < readHead().seq()) {
                throw new DamagedFileException("lacks its newest entries");
            }
            open = AppendedFile.open(log);
            file = open;
        }
        return open;
    }

    private Head readHead() throws DamagedFileException {
        try {
            return LineReader.parse(JsonText.MAPPER.readerFor(Head.class), Files.readString(head), 1);
        } catch (NoSuchFileException e) {
            return Head.NONE;
        } catch (IOException e) {
            throw StateFiles.failed("read", head, e);
        }
    }
}
