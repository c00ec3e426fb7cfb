package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts in the bytes of a file, wherever its reading is cut. */
class RawBytesTests {

    private static final int CHUNK = 1 << 20;
    private static final String TEXT = "ada.l@example.org";

    @TempDir
    Path folder;

    private Path file(int bytes, int at, String text) throws IOException {
        var content = new byte[bytes];
        new Random(7).nextBytes(content);
        var planted = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(planted, 0, content, at, planted.length);
        return Files.write(folder.resolve("file-" + at), content);
    }

    @Test
    void textsAreFoundWhereverTheyStand() throws IOException {
        int end = 3 * CHUNK;
        for (int at : List.of(0, 1, CHUNK - 17, CHUNK - 8, CHUNK - 1, CHUNK, 2 * CHUNK - 3, end - TEXT.length())) {
            var file = file(end, at, TEXT);
            assertThat(RawBytes.shown(file, List.of("none@example.org", TEXT)))
                    .as("at %s", at)
                    .containsExactly(TEXT);
        }
    }

    @Test
    void textsAreFoundAsFoldersSpellThem() throws IOException {
        var file = file(1000, 500, "/mail=ada.l%40example.org/");
        assertThat(RawBytes.shown(file, List.of(TEXT))).containsExactly(TEXT);
    }

    @Test
    void aTextCutShortAtTheEndIsNotThere() throws IOException {
        var file = file(1000, 1000 - 5, TEXT.substring(0, 5));
        assertThat(RawBytes.shown(file, List.of(TEXT))).isEmpty();
        assertThat(RawBytes.shown(Files.write(folder.resolve("empty"), new byte[0]), List.of(TEXT)))
                .isEmpty();
    }

    @Test
    void manyTextsOfOneBeginningAreToldApart() throws IOException {
        var texts = IntStream.range(0, 5000).mapToObj(i -> "user" + i + ";").toList();
        assertThat(RawBytes.shown(file(CHUNK, 99, "user42;user4711;user99999;"), texts))
                .containsExactlyInAnyOrder("user42;", "user4711;");
    }

    @Test
    void textsThatStandEverywhereAreRefused() {
        assertThatThrownBy(() -> RawBytes.shown(folder, List.of("abc"))).hasMessageNotContaining("abc");
    }
}
