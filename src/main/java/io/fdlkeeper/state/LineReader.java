package io.fdlkeeper.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads rows of one type from a file of JSON lines, in order. */
final class LineReader<T> implements AutoCloseable {

    private final Path file;
    private final BufferedReader lines;
    private final ObjectReader json;
    private long line;

    /** Reads from a stream on the file, which is closed with the reader. */
    LineReader(Path file, InputStream in, Class<T> type) {
        this.file = file;
        this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
        this.json = JsonText.MAPPER.readerFor(type);
    }

    /** Returns the next row, or null behind the last. */
    @Nullable
    T next() throws DamagedFileException {
        String text = nextText();
        return text == null ? null : parse(json, text, line);
    }

    private @Nullable String nextText() {
        try {
            line++;
            return lines.readLine();
        } catch (IOException e) {
            throw StateFiles.failed("read", file, e);
        }
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw StateFiles.failed("close", file, e);
        }
    }

    /** Reads one line as a row. */
    static <T> T parse(ObjectReader json, String text, long line) throws DamagedFileException {
        try {
            T row = json.readValue(text);
            if (row == null) {
                throw damaged(line);
            }
            return row;
        } catch (JsonProcessingException e) {
            throw damaged(line);
        }
    }

    /** Reads one line, which lies between two places of an array, as a row. */
    static <T> T parse(ObjectReader json, byte[] bytes, int from, int to, long line) throws DamagedFileException {
        try {
            T row = json.readValue(bytes, from, to - from);
            if (row == null) {
                throw damaged(line);
            }
            return row;
        } catch (IOException e) {
            throw damaged(line);
        }
    }

    /** Jackson's own message quotes the line, which can hold a key. */
    private static DamagedFileException damaged(long line) {
        return new DamagedFileException("is damaged in line " + line);
    }

    /** Reads a line that has its end; the part of one that a crash left does not count. */
    static boolean readWholeLine(Reader in, StringBuilder text) throws IOException {
        text.setLength(0);
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return true;
            }
            text.append((char) c);
        }
        return false;
    }
}
