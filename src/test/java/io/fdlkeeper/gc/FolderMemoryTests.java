package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ObjectKey;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FolderMemoryTests {

    private final FolderMemory memory = new FolderMemory();

    @Test
    void aFolderWithACandidateInWhichNothingWasEverNamedIsUnknown() {
        candidate("data/a/1.parquet");
        assertThat(memory.unknownFolders()).containsExactly("data/a/");
    }

    @Test
    void oneNameMakesAFolderKnownWhetherItComesFirstOrLast() {
        candidate("data/a/1.parquet");
        named("data/a/2.parquet");
        named("data/b/1.parquet");
        candidate("data/b/2.parquet");
        assertThat(memory.unknownFolders()).isEmpty();
    }

    @Test
    void aFolderWithoutCandidatesIsNoConcern() {
        named("data/a/1.parquet");
        assertThat(memory.unknownFolders()).isEmpty();
    }

    @Test
    void namesAboveOrBelowDoNotMakeAFolderKnown() {
        named("data/0.parquet");
        named("data/a/0.parquet");
        candidate("data/a/b/1.parquet");
        named("data/a/b/c/1.parquet");
        assertThat(memory.unknownFolders()).containsExactly("data/a/b/");
    }

    @Test
    void keysAfterADeeperFolderBelongToTheirOwn() {
        candidate("data/a/b/1.parquet");
        named("data/a/c.parquet");
        candidate("data/d/1.parquet");
        assertThat(memory.unknownFolders()).containsExactly("data/a/b/", "data/d/");
    }

    @Test
    void aFolderIsKnownAgainAfterADeeperOne() {
        candidate("data/a/1.parquet");
        named("data/a/b/1.parquet");
        named("data/a/z.parquet");
        assertThat(memory.unknownFolders()).isEmpty();
    }

    @Test
    void aFolderWhoseNameBeginsLikeAnotherIsAnother() {
        named("data/a/1.parquet");
        candidate("data/ab/1.parquet");
        assertThat(memory.unknownFolders()).containsExactly("data/ab/");
    }

    @Test
    void partitionFoldersBelongToTheirTable() {
        candidate("data/t/day=1/hour=2/1.parquet");
        named("data/t/day=2/hour=3/2.parquet");
        candidate("data/u/day=1/1.parquet");
        assertThat(memory.unknownFolders()).containsExactly("data/u/");
    }

    @Test
    void aFolderBelowAPartitionIsATableOfItsOwn() {
        candidate("data/t/day=1/x/1.parquet");
        named("data/t/day=2/2.parquet");
        assertThat(memory.unknownFolders()).containsExactly("data/t/day=1/x/");
    }

    @Test
    void keysWithoutAFolderAreOneFolder() {
        candidate("1.parquet");
        assertThat(memory.unknownFolders()).isEqualTo(Set.of(""));
    }

    @Test
    void aPartitionWithoutANameIsOneToo() {
        candidate("=1/1.parquet");
        assertThat(memory.unknownFolders()).isEqualTo(Set.of(""));
    }

    @Test
    void onlySomeAreNamed() {
        for (int i = 100; i < 150; i++) {
            candidate("data/" + i + "/1.parquet");
        }
        assertThat(memory.unknownFolders()).hasSize(20).contains("data/100/", "data/119/");
    }

    private void named(String key) {
        memory.named(new ObjectKey(key));
    }

    private void candidate(String key) {
        memory.neverNamedCandidate(new ObjectKey(key));
    }
}
