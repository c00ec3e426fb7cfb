package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/** Writes rows to a new file, one JSON object a line, and knows their count and digest. */
final class LineWriter implements AutoCloseable {

    private static final ObjectWriter JSON = JsonText.MAPPER.writer();

    private final Path file;
    private final FileChannel channel;
    private final OutputStream out;
    private final MessageDigest digest = Sha256.begin();
    private long lines;

    LineWriter(Path file) {
        this.file = file;
        try {
            channel = StateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw StateFiles.failed("write", file, e);
        }
        out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    }

    void write(Object row) {
        byte[] line = line(row);
        digest.update(line);
        lines++;
        try {
            out.write(line);
        } catch (IOException e) {
            throw StateFiles.failed("write", file, e);
        }
    }

    long lines() {
        return lines;
    }

    /** Returns the digest of all lines and of these last words, which do not enter the file. */
    String digestWith(byte[] lastWords) {
        return Sha256.hex(digest.digest(lastWords));
    }

    /** Returns the digest of all lines. */
    String digest() {
        return Sha256.hex(digest.digest());
    }

    /** Brings everything to disk. */
    void force() {
        try {
            out.flush();
            channel.force(true);
        } catch (IOException e) {
            throw StateFiles.failed("write", file, e);
        }
    }

    @Override
    public void close() {
        try {
            // Not through the stream: what was not forced is given up, and a full disk must not stand in the way of
            // that.
            channel.close();
        } catch (IOException e) {
            throw StateFiles.failed("close", file, e);
        }
    }

    /** Spells a row as it stands in a file, with its line end. */
    static byte[] line(Object row) {
        try {
            byte[] json = JSON.writeValueAsBytes(row);
            byte[] line = Arrays.copyOf(json, json.length + 1);
            line[json.length] = '\n';
            return line;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be spelled as JSON: " + row, e);
        }
    }

    /** Spells rows as they stand in a file. */
    static byte[] lines(List<?> rows) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        rows.forEach(row -> all.writeBytes(line(row)));
        return all.toByteArray();
    }
}
