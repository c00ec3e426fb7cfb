package io.fdlkeeper.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.gc.PastDeletion;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletions are kept within bounds, what is forgotten leaves nothing behind, and a damaged file says what to do. */
class FileHiddenMemoryTests {

    private static final String LAKE = "s3://bucket/lake/";
    private static final Instant EARLY = StateUnderTest.NOW.minusSeconds(100);
    private static final Instant LATE = StateUnderTest.NOW.minusSeconds(50);

    @TempDir
    Path folder;

    @Test
    void deletionsOlderThanWhatIsKeptAreForgottenWithEveryTrace() throws IOException {
        try (var state = KeeperState.open(folder, StateUnderTest.CLOCK)) {
            state.deletions()
                    .rewrite(
                            LAKE,
                            old -> true,
                            added -> Stream.of(deletion("old", EARLY), deletion("new", LATE))
                                    .forEach(added),
                            LATE);
            state.compact(EARLY);
            assertThat(deletions(state)).containsExactly("data/old", "data/new");
            state.compact(EARLY.plusNanos(1));
            assertThat(deletions(state)).containsExactly("data/new");
        }
        assertThat(Files.readString(file("deletions")))
                .doesNotContain("data/old")
                .contains("data/new");
    }

    @Test
    void nothingToForgetRewritesNothing() throws IOException {
        try (var state = KeeperState.open(folder, StateUnderTest.CLOCK)) {
            state.deletions().rewrite(LAKE, old -> true, added -> added.accept(deletion("new", LATE)), LATE);
            String before = Files.readString(file("deletions"));
            state.compact(EARLY);
            assertThat(file("deletions")).hasContent(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deletions", "uploads"})
    void damagedFileSaysWhereItIsAndWhatToDo(String kind) throws IOException {
        try (var state = KeeperState.open(folder, StateUnderTest.CLOCK)) {
            state.deletions().rewrite(LAKE, old -> true, added -> {}, LATE);
            state.uploads().save(LAKE, LATE, List.of());
            Files.writeString(file(kind), "x");

            assertThatThrownBy(() -> {
                        if (kind.equals("uploads")) {
                            state.uploads().last(LAKE);
                        } else {
                            deletions(state);
                        }
                    })
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining(kind + ".jsonl")
                    .hasMessageContaining("move it away");
        }
    }

    private Path file(String kind) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith(kind + ".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static PastDeletion deletion(String name, Instant at) {
        return new PastDeletion(new ObjectKey("data/" + name), new ETag("e"), 1, at, "run");
    }

    private static List<String> deletions(KeeperState state) {
        List<String> keys = new ArrayList<>();
        state.deletions().forEach(LAKE, deletion -> keys.add(deletion.key().text()));
        return keys;
    }
}
