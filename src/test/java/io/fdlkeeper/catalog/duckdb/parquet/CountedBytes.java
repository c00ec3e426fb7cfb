package io.fdlkeeper.catalog.duckdb.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Bytes in memory that tell which of them were asked for. */
public final class CountedBytes implements StoredBytes {

    private final byte[] content;
    private final List<Span> asked = new ArrayList<>();
    private int answers = Integer.MAX_VALUE;

    public CountedBytes(byte[] content) {
        this.content = content;
    }

    /** Lets another content take the place after so many answers. */
    CountedBytes changingAfter(int times) {
        answers = times;
        return this;
    }

    List<Span> asked() {
        return asked;
    }

    public long bytesAsked() {
        return asked.stream().mapToLong(Span::length).sum();
    }

    @Override
    public long size() {
        return content.length;
    }

    @Override
    public Optional<byte[]> read(long from, int length) {
        if (asked.size() >= answers) {
            return Optional.empty();
        }
        asked.add(new Span(from, from + length));
        return Optional.of(Arrays.copyOfRange(content, (int) from, (int) from + length));
    }
}
