package io.fdlkeeper.catalog.duckdb.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bytes of a file, whatever uses them: read once, however many texts are looked for.
 *
 * <p>A limit: what DuckDB has compressed, as it may compress long columns of texts, does not stand in the bytes as it is, and is not seen
 * here.
 */
final class RawBytes {

    private static final int CHUNK = 1 << 20;

    /** Texts are told apart by as many bytes at their beginning; none that is looked for is shorter. */
    private static final int BEGINNING = 4;

    private final Map<Integer, List<Wanted>> wanted = new HashMap<>();
    private final BitSet beginnings = new BitSet(1 << 16);
    private final Set<String> shown = new HashSet<>();
    private int longest = BEGINNING;

    private record Wanted(String text, byte[] bytes) {}

    private RawBytes(Collection<String> texts) {
        for (String text : texts) {
            for (String spelling : Set.of(text, "=" + SpelledText.encoded(text))) {
                want(text, spelling.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private void want(String text, byte[] bytes) {
        if (bytes.length < BEGINNING) {
            throw new IllegalArgumentException("a text of " + bytes.length + " bytes stands everywhere by chance");
        }
        longest = Math.max(longest, bytes.length);
        int beginning = 0;
        for (int i = 0; i < BEGINNING; i++) {
            beginning = beginning << 8 | Byte.toUnsignedInt(bytes[i]);
        }
        beginnings.set(bucket(beginning));
        wanted.computeIfAbsent(beginning, absent -> new ArrayList<>()).add(new Wanted(text, bytes));
    }

    /** Most places of a file are passed over by one bit. */
    private static int bucket(int beginning) {
        return beginning * 0x9E3779B1 >>> 16;
    }

    /**
     * Returns those of the texts whose bytes occur, each as it is or as a folder of a partition spells it.
     *
     * @param texts none shorter than 4 bytes
     */
    static Set<String> shown(Path file, Collection<String> texts) throws IOException {
        RawBytes search = new RawBytes(texts);
        byte[] window = new byte[CHUNK + search.longest];
        int kept = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.readNBytes(window, kept, CHUNK); read > 0; read = in.readNBytes(window, kept, CHUNK)) {
                int end = kept + read;
                search.look(window, end);
                kept = Math.min(search.longest - 1, end);
                System.arraycopy(window, end - kept, window, 0, kept);
            }
        }
        return search.shown;
    }

    private void look(byte[] window, int end) {
        int beginning = 0;
        for (int at = 0; at < end; at++) {
            beginning = beginning << 8 | Byte.toUnsignedInt(window[at]);
            if (at >= BEGINNING - 1 && beginnings.get(bucket(beginning))) {
                look(window, at - BEGINNING + 1, end, wanted.getOrDefault(beginning, List.of()));
            }
        }
    }

    private void look(byte[] window, int from, int end, List<Wanted> begunSo) {
        for (Wanted one : begunSo) {
            int to = from + one.bytes().length;
            if (to <= end && Arrays.equals(window, from, to, one.bytes(), 0, one.bytes().length)) {
                shown.add(one.text());
            }
        }
    }
}
