package io.fdlkeeper.state;

import static io.fdlkeeper.state.DocumentCacheContract.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ListedObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cache that is damaged in any way has less, never something else. */
class FileDocumentCacheTests {

    @TempDir
    Path folder;

    @Test
    void damagedLinesArePassedOverAndOthersFound() throws IOException {
        keep("a", "text of a");
        keep("b", "text of b");
        keep("c", "text of c");
        var lines = Files.readAllLines(file());
        Files.writeString(
                file(),
                "nonsense\n" + lines.get(0) + "\n" + lines.get(1).replace("text", "test") + "\n\n" + lines.get(2)
                        + "\n[\"torn");
        try (var cache = open(1 << 20)) {
            assertThat(cache.find(named("a"))).contains("text of a");
            assertThat(cache.find(named("b"))).isEmpty();
            assertThat(cache.find(named("c"))).contains("text of c");
            cache.keep(named("b"), "text of b");
            assertThat(cache.find(named("b"))).contains("text of b");
        }
        try (var cache = open(1 << 20)) {
            assertThat(cache.find(named("b"))).contains("text of b");
            assertThat(cache.find(named("c"))).contains("text of c");
        }
    }

    @Test
    void noChangedByteGivesAnotherText() throws IOException {
        keep("a", "text of a");
        var whole = Files.readAllBytes(file());
        for (int at = 0; at < whole.length; at++) {
            var changed = whole.clone();
            changed[at] ^= 1;
            Files.write(file(), changed);
            try (var cache = open(1 << 20)) {
                assertThat(cache.find(named("a")).orElse("text of a"))
                        .as("byte %d", at)
                        .isEqualTo("text of a");
            }
        }
    }

    @Test
    void fileIsRewrittenWhenMoreThanHalfIsDead() throws IOException {
        keep("kept", "kept");
        for (int i = 0; i < 3; i++) {
            keep("moving", "at " + i);
        }
        assertThat(Files.readAllLines(file())).hasSize(4);
        try (var cache = open(1 << 20)) {
            assertThat(cache.find(named("moving"))).contains("at 2");
        }
        keep("moving", "at 3");
        try (var cache = open(1 << 20)) {
            assertThat(cache.find(named("moving"))).contains("at 3");
            assertThat(cache.find(named("kept"))).contains("kept");
        }
        assertThat(Files.readAllLines(file())).hasSize(2);
    }

    @Test
    void lineLongerThanAnyBlockIsFoundAgain() {
        var longText = "ü".repeat(200_000);
        keep("a", "first");
        keep("long", longText);
        keep("z", "last");
        try (var cache = open(1 << 24)) {
            assertThat(cache.find(named("long"))).contains(longText);
            assertThat(cache.find(named("z"))).contains("last");
        }
    }

    @Test
    void cacheBeyondItsBoundTakesNothingAndIsBegunAnew() throws IOException {
        try (var cache = open(150)) {
            cache.keep(named("a"), "x".repeat(200));
            cache.keep(named("b"), "later");
            assertThat(cache.find(named("a"))).isPresent();
            assertThat(cache.find(named("b"))).isEmpty();
        }
        try (var cache = open(150)) {
            assertThat(cache.find(named("a"))).isEmpty();
            assertThat(Files.size(file())).isZero();
        }
    }

    @Test
    void cacheThatCannotBeOpenedHasNothing() throws IOException {
        Files.createDirectory(file());
        try (var cache = open(1 << 20)) {
            cache.keep(named("a"), "text");
            assertThat(cache.find(named("a"))).isEmpty();
        }
    }

    @Test
    void keyIsNotSpelledInTheFile() throws IOException {
        keep("data/email=jane", "text");
        assertThat(Files.readString(file())).doesNotContain("jane");
    }

    private void keep(String key, String text) {
        try (var cache = open(1 << 24)) {
            cache.keep(named(key), text);
        }
    }

    private static ListedObject named(String key) {
        return object(key, "e", 9);
    }

    private Path file() {
        return folder.resolve("documents.jsonl");
    }

    private FileDocumentCache open(long mostBytes) {
        return new FileDocumentCache(folder, folder, mostBytes);
    }
}
