package io.fdlkeeper.catalog.duckdb.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The bytes of a file, whatever uses them.
 *
 * <p>A limit: what DuckDB has compressed, as it may compress long columns of texts, does not stand in the bytes as it is, and is not seen
 * here.
 */
final class RawBytes {

    private static final int CHUNK = 1 << 20;

    private RawBytes() {}

    private record Wanted(String text, byte[] bytes) {}

    /** Returns those of the texts whose bytes occur, each as it is or as a folder of a partition spells it. */
    static Set<String> shown(Path file, Collection<String> texts) throws IOException {
        List<Wanted> wanted = new ArrayList<>();
        int longest = 1;
        for (String text : texts) {
            for (String spelling : Set.of(text, "=" + SpelledText.encoded(text))) {
                byte[] bytes = spelling.getBytes(StandardCharsets.UTF_8);
                longest = Math.max(longest, bytes.length);
                wanted.add(new Wanted(text, bytes));
            }
        }
        Set<String> shown = new HashSet<>();
        byte[] window = new byte[CHUNK + longest];
        int kept = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.readNBytes(window, kept, CHUNK); read > 0; read = in.readNBytes(window, kept, CHUNK)) {
                int end = kept + read;
                for (Wanted one : wanted) {
                    if (!shown.contains(one.text()) && occurs(window, end, one.bytes())) {
                        shown.add(one.text());
                    }
                }
                kept = Math.min(longest - 1, end);
                System.arraycopy(window, end - kept, window, 0, kept);
            }
        }
        return shown;
    }

    private static boolean occurs(byte[] window, int end, byte[] wanted) {
        int last = end - wanted.length;
        for (int at = 0; at <= last; at++) {
            if (window[at] == wanted[0] && equal(window, at, wanted)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equal(byte[] window, int at, byte[] wanted) {
        for (int i = 1; i < wanted.length; i++) {
            if (window[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
