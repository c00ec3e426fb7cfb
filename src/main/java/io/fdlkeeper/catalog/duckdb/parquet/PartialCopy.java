package io.fdlkeeper.catalog.duckdb.parquet;

import io.fdlkeeper.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;

/**
 * A temporary file as long as the object, in which only the parts that were fetched stand; the rest is a hole and takes no space.
 *
 * <p>Whoever reads a hole reads zeros, which are no page of a column.
 */
final class PartialCopy implements AutoCloseable {

    /** Holds the footer of most files, so that one request is enough for it; a file no longer than this comes whole. */
    private static final int TAIL = 32 << 10;

    /** Reading so much that is not needed is quicker than asking once more. */
    private static final int GAP = 32 << 10;

    /** What is held on the heap at a time. */
    private static final int AT_ONCE = 4 << 20;

    private static final int ENDING = 8;
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED = "PARE".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] PUFFIN = "PFA1".getBytes(StandardCharsets.US_ASCII);

    private final StoredBytes bytes;
    private final Path path;
    private final FileChannel channel;
    private long fetchedFrom;
    private long footer;
    private long read;

    private PartialCopy(StoredBytes bytes, Path path, FileChannel channel) {
        this.bytes = bytes;
        this.path = path;
        this.channel = channel;
        this.fetchedFrom = bytes.size();
    }

    /** Makes a copy that has the footer. */
    static PartialCopy of(StoredBytes bytes, Path folder) throws UnreadableParquetException {
        if (bytes.size() < MAGIC.length + ENDING) {
            throw UnreadableParquetException.noParquet("it is too short for a Parquet file");
        }
        PartialCopy copy = create(bytes, folder);
        try {
            copy.fetchFooter();
            return copy;
        } catch (UnreadableParquetException | RuntimeException e) {
            copy.close();
            throw e;
        }
    }

    private static PartialCopy create(StoredBytes bytes, Path folder) {
        Path path = null;
        try {
            path = Files.createTempFile(folder, "columns-", ".parquet");
            return new PartialCopy(bytes, path, FileChannel.open(path, StandardOpenOption.WRITE));
        } catch (IOException e) {
            if (path != null) {
                remove(path);
            }
            throw noRoom(folder, e);
        }
    }

    private void fetchFooter() throws UnreadableParquetException {
        long size = bytes.size();
        byte[] tail = fetched(Math.max(0, size - TAIL), (int) Math.min(size, TAIL));
        fetchedFrom = size - tail.length;
        byte[] magic = Arrays.copyOfRange(tail, tail.length - MAGIC.length, tail.length);
        if (Arrays.equals(magic, ENCRYPTED)) {
            throw new UnreadableParquetException("it is encrypted");
        }
        if (!Arrays.equals(magic, MAGIC)) {
            throw UnreadableParquetException.noParquet(
                    Arrays.equals(magic, PUFFIN) ? "it is a Puffin file" : "it does not end as a Parquet file does");
        }
        long length = Integer.toUnsignedLong(ByteBuffer.wrap(tail, tail.length - ENDING, Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt());
        footer = size - ENDING - length;
        if (length == 0 || footer < MAGIC.length) {
            throw new UnreadableParquetException("its footer is longer than the file, or empty");
        }
        write(0, MAGIC);
        if (footer < fetchedFrom) {
            fetch(footer, fetchedFrom);
            fetchedFrom = footer;
        }
    }

    Path path() {
        return path;
    }

    /** Returns how many bytes came from the store. */
    long bytesRead() {
        return read;
    }

    /** Returns where the footer begins, before which all columns lie. */
    long footer() {
        return footer;
    }

    /** Fetches what is not here yet. */
    void fetch(Collection<Span> spans) throws UnreadableParquetException {
        for (Span span : Span.joined(spans, GAP)) {
            fetch(span.from(), Math.min(span.to(), fetchedFrom));
        }
    }

    private void fetch(long from, long to) throws UnreadableParquetException {
        for (long at = from; at < to; at += AT_ONCE) {
            fetched(at, (int) Math.min(AT_ONCE, to - at));
        }
    }

    private byte[] fetched(long from, int length) throws UnreadableParquetException {
        byte[] part = bytes.read(from, length)
                .orElseThrow(() -> new UnreadableParquetException("it changed or went away while it was read"));
        read += part.length;
        write(from, part);
        return part;
    }

    private void write(long from, byte[] part) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(part);
            while (buffer.hasRemaining()) {
                channel.write(buffer, from + buffer.position());
            }
        } catch (IOException e) {
            throw noRoom(path, e);
        }
    }

    private static StoreException noRoom(Path where, IOException e) {
        return new StoreException(
                "No temporary copy of columns can be written to " + where + " (" + e + "); free space there.", e);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // What was not written is not needed any more.
        } finally {
            remove(path);
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new StoreException(
                    "The temporary file " + path + " cannot be removed (" + e + "); remove it by hand.", e);
        }
    }
}
