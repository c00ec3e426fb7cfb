package io.fdlkeeper.state;

import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a file that a {@link SealedWriter} wrote: it is proven whole before the first row is handed out, then streamed. */
final class SealedReader<T> implements AutoCloseable {

    static final int FORMAT = 1;

    private static final int BLOCK = 1 << 16;
    private static final int LONGEST_SEAL = 1024;
    private static final ObjectReader HEADER = JsonText.MAPPER.readerFor(Header.class);
    private static final ObjectReader SEAL = JsonText.MAPPER.readerFor(Seal.class);

    /** The first line: what the rows are, and in which version of the spelling. */
    record Header(String file, int format) {}

    /** The last line; the digest is over all lines before it and its own moment. */
    record Seal(long rows, Instant at, String sha256) {}

    private final Path file;
    private final LineReader<T> lines;
    private final Seal seal;

    private SealedReader(Path file, FileChannel channel, Seal seal, long firstRow, Class<T> type) throws IOException {
        this.file = file;
        this.seal = seal;
        channel.position(firstRow);
        this.lines = new LineReader<>(file, Channels.newInputStream(channel), type);
    }

    /** Opens a file; empty where there is none. */
    static <T> Optional<SealedReader<T>> open(Path file, String kind, Class<T> type) throws DamagedFileException {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.READ);
            long firstRow = readHeader(channel, kind);
            SealedReader<T> reader = new SealedReader<>(file, channel, prove(channel), firstRow, type);
            channel = null;
            return Optional.of(reader);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        } finally {
            if (channel != null) {
                closeAfterFailure(channel);
            }
        }
    }

    /** Reads all rows of a small file; empty where there is none. */
    static <T> List<T> readAll(Path file, String kind, Class<T> type) throws DamagedFileException {
        try (SealedReader<T> reader = open(file, kind, type).orElse(null)) {
            List<T> rows = new ArrayList<>();
            if (reader != null) {
                reader.rows().forEachRemaining(rows::add);
            }
            return rows;
        }
    }

    Instant at() {
        return seal.at();
    }

    /** Returns the rows, once. */
    Iterator<T> rows() {
        return new Iterator<>() {
            private long left = seal.rows();

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public T next() {
                if (left == 0) {
                    throw new NoSuchElementException();
                }
                left--;
                return row();
            }
        };
    }

    @Override
    public void close() {
        lines.close();
    }

    private T row() {
        try {
            T row = lines.next();
            if (row != null) {
                return row;
            }
            throw new DamagedFileException("ended early");
        } catch (DamagedFileException e) {
            // The digest was right, so the rows are as written: by a version that spells them otherwise.
            throw e.of("the file", file, "use the version of fdl-keeper that wrote it, or move it away");
        }
    }

    private static long readHeader(FileChannel channel, String kind) throws IOException, DamagedFileException {
        byte[] start = StateFiles.read(channel, 0, LONGEST_SEAL);
        int end = indexOfLineEnd(start, 0);
        if (end < 0) {
            throw new DamagedFileException(start.length == 0 ? "is empty" : "is damaged in line 1");
        }
        Header header = LineReader.parse(HEADER, text(start, 0, end), 1);
        if (!header.file().equals(kind)) {
            throw new DamagedFileException("is not what its name says");
        }
        if (header.format() > FORMAT) {
            throw new DamagedFileException("was written by a newer version of fdl-keeper");
        }
        return end + 1L;
    }

    private static Seal prove(FileChannel channel) throws IOException, DamagedFileException {
        long size = channel.size();
        long from = Math.max(0, size - LONGEST_SEAL);
        byte[] tail = StateFiles.read(channel, from, LONGEST_SEAL);
        int last = lastLineStart(tail);
        Seal seal = parseSeal(tail, last);
        MessageDigest digest = Sha256.begin();
        long lines = digest(channel, from + last, digest);
        String found = Sha256.hex(digest.digest(seal.at().toString().getBytes(StandardCharsets.UTF_8)));
        if (lines - 1 != seal.rows() || !found.equals(seal.sha256())) {
            throw new DamagedFileException("is damaged or was changed");
        }
        return seal;
    }

    private static Seal parseSeal(byte[] tail, int last) throws DamagedFileException {
        try {
            return LineReader.parse(SEAL, text(tail, last, Math.max(last, tail.length - 1)), -1);
        } catch (DamagedFileException e) {
            throw new DamagedFileException("is cut off");
        }
    }

    private static long digest(FileChannel channel, long end, MessageDigest digest) throws IOException {
        long lines = 0;
        for (long at = 0; at < end; ) {
            byte[] block = StateFiles.read(channel, at, (int) Math.min(BLOCK, end - at));
            for (byte one : block) {
                lines += one == '\n' ? 1 : 0;
            }
            digest.update(block);
            at += block.length;
        }
        return lines;
    }

    /** Returns where the last whole line begins; the tail's length, where it holds none. */
    private static int lastLineStart(byte[] tail) {
        if (tail.length == 0 || tail[tail.length - 1] != '\n') {
            return tail.length;
        }
        int start = tail.length - 1;
        while (start > 0 && tail[start - 1] != '\n') {
            start--;
        }
        return start;
    }

    private static int indexOfLineEnd(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
    }

    private static void closeAfterFailure(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new StateException("cannot close a file of the state directory", e);
        }
    }
}
