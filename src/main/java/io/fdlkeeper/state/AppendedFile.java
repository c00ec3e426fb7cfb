package io.fdlkeeper.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that only grows, line by line.
 *
 * <p>A last line without its line end is what a crash left of an append that never returned; opening takes it away, and nothing else.
 */
final class AppendedFile implements AutoCloseable {

    private static final int BLOCK = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private long size;

    private AppendedFile(Path file, FileChannel channel, long size) {
        this.file = file;
        this.channel = channel;
        this.size = size;
    }

    /** Opens a file for appending, creating it durably. */
    static AppendedFile open(Path file) {
        boolean isNew = !Files.exists(file);
        try {
            FileChannel channel =
                    StateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (isNew && file.getParent() != null) {
                StateFiles.sync(file.getParent());
            }
            long whole = endOfLastLine(channel);
            if (whole < channel.size()) {
                channel.truncate(whole);
            }
            return new AppendedFile(file, channel, whole);
        } catch (IOException e) {
            throw StateFiles.failed("open", file, e);
        }
    }

    /** Returns where the next append begins. */
    long size() {
        return size;
    }

    /** Appends whole lines; what could not be written completely is taken back. */
    void append(byte[] lines) {
        try {
            ByteBuffer left = ByteBuffer.wrap(lines);
            while (left.hasRemaining()) {
                channel.write(left, size + left.position());
            }
            size += lines.length;
        } catch (IOException e) {
            takeBack(e);
            throw StateFiles.failed("write", file, e);
        }
    }

    /** Brings what was appended to disk. */
    void force() {
        try {
            channel.force(false);
        } catch (IOException e) {
            throw StateFiles.failed("write", file, e);
        }
    }

    /** Reads bytes from the middle; fewer where the file is shorter. */
    byte[] read(long from, int length) throws IOException {
        return StateFiles.read(channel, from, length);
    }

    /** Takes a line, without copying it: its bytes lie between two places of an array. */
    @FunctionalInterface
    interface LineConsumer<E extends Exception> {
        void line(byte[] bytes, int from, int to, long offset) throws E;
    }

    /** Hands over every line, with its end, and where it begins in the file. */
    <E extends Exception> void forEachLine(LineConsumer<E> consumer) throws IOException, E {
        forEachLine(channel, size, consumer);
    }

    /** Hands over every line of the first bytes of a file, which end with a line's end. */
    static <E extends Exception> void forEachLine(FileChannel channel, long size, LineConsumer<E> consumer)
            throws IOException, E {
        int blockSize = BLOCK;
        for (long at = 0; at < size; ) {
            byte[] block = StateFiles.read(channel, at, blockSize);
            int start = 0;
            for (int i = 0; i < block.length; i++) {
                if (block[i] == '\n') {
                    consumer.line(block, start, i + 1, at + start);
                    start = i + 1;
                }
            }
            at += start;
            // A line longer than the block: take a larger one.
            blockSize = start == 0 ? blockSize * 2 : BLOCK;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw StateFiles.failed("close", file, e);
        }
    }

    /** Returns where the last whole line of a file ends. */
    static long endOfLastLine(FileChannel channel) throws IOException {
        long end = channel.size();
        while (end > 0) {
            long from = Math.max(0, end - BLOCK);
            byte[] block = StateFiles.read(channel, from, (int) (end - from));
            for (int i = block.length; i > 0; i--) {
                if (block[i - 1] == '\n') {
                    return from + i;
                }
            }
            end = from;
        }
        return 0;
    }

    private void takeBack(IOException failure) {
        try {
            channel.truncate(size);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
