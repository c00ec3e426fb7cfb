package io.fdlkeeper.control;

import java.io.IOException;
import java.io.OutputStream;

/** One of a command's two outputs, sent in frames. */
final class FrameOutput extends OutputStream {

    private static final int PIECE = 1 << 16;

    private final Connection connection;
    private final Frame.Kind kind;

    FrameOutput(Connection connection, Frame.Kind kind) {
        this.connection = connection;
        this.kind = kind;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int sent = 0; sent < length; sent += PIECE) {
            connection.write(kind, bytes, offset + sent, Math.min(PIECE, length - sent));
        }
    }
}
