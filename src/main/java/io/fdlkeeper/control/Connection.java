package io.fdlkeeper.control;

import io.fdlkeeper.control.Frame.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;

/**
 * Frames over one socket. One thread may read while others write.
 *
 * <p>Reads and writes the channel itself: the JDK's streams over a channel wait for each other.
 */
final class Connection implements AutoCloseable {

    /** More than any command line an operating system takes, and little enough to be no attack. */
    static final int LARGEST = 4 << 20;

    private static final int HEADER = 1 + Integer.BYTES;

    private final SocketChannel channel;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);
    private volatile long writingSince;

    Connection(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * Reads the next frame; empty when the other side ended the connection between two.
     *
     * @throws ProtocolException when it is no frame of ours, or a larger one than allowed
     */
    Optional<Frame> read() throws IOException {
        header.clear();
        if (!fill(header)) {
            return Optional.empty();
        }
        header.flip();
        byte number = header.get();
        Kind kind = Kind.of(number).orElseThrow(() -> new ProtocolException("no frame has the kind " + number));
        int length = header.getInt();
        if (length < 0 || length > LARGEST) {
            throw new ProtocolException("a frame of " + length + " bytes is not accepted");
        }
        ByteBuffer content = ByteBuffer.allocate(length);
        if (length > 0 && !fill(content)) {
            throw new EOFException("the connection ended within a frame");
        }
        return Optional.of(new Frame(kind, content.array()));
    }

    void write(Kind kind, byte[] content) throws IOException {
        write(kind, content, 0, content.length);
    }

    synchronized void write(Kind kind, byte[] content, int offset, int length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEADER).put(kind.number()).putInt(length);
        head.flip();
        ByteBuffer[] parts = {head, ByteBuffer.wrap(content, offset, length)};
        writingSince = Math.max(1, System.nanoTime());
        try {
            while (parts[0].hasRemaining() || parts[1].hasRemaining()) {
                channel.write(parts);
                writingSince = Math.max(1, System.nanoTime());
            }
        } finally {
            writingSince = 0;
        }
    }

    /** Returns for how long the other side has taken nothing of what is being written. */
    Duration stalled() {
        long since = writingSince;
        return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    /** Ends the connection, also under whoever reads or writes at this moment. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw ControlException.broken("a connection on the daemon's socket could not be closed", e);
        }
    }

    private boolean fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                if (buffer.position() == 0) {
                    return false;
                }
                throw new EOFException("the connection ended within a frame");
            }
        }
        return true;
    }
}
