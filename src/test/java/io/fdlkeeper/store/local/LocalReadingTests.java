package io.fdlkeeper.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalReadingTests {

    @TempDir
    Path temporary;

    private Path root;
    private ObjectReader reader;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectory(temporary.resolve("repository")).toRealPath();
        Files.createDirectories(root.resolve("data/main/t"));
        Files.writeString(root.resolve("data/main/t/a.parquet"), "content");
        reader = new FolderReader(new FolderTree(root));
    }

    @Test
    void keyThroughALinkIsListedAsTheRealKey() throws IOException {
        Files.createSymbolicLink(root.resolve("data/link"), Path.of("main/t"));
        Files.createSymbolicLink(root.resolve("data/file"), Path.of("link/a.parquet"));
        for (var text : List.of("data/link/a.parquet", "data/file")) {
            var key = new ObjectKey(text);
            assertThat(reader.head(key)).hasValueSatisfying(object -> {
                assertThat(object.key()).isEqualTo(key);
                assertThat(object.bytes()).isEqualTo(7);
            });
            assertThat(reader.listedAs(key)).contains(new ObjectKey("data/main/t/a.parquet"));
            assertThat(reader.read(key, 10))
                    .hasValueSatisfying(read -> assertThat(read.text()).isEqualTo("content"));
        }
    }

    @Test
    void keyThatLeadsOutOfTheRepositoryIsListedNowhereAndNotRead() throws IOException {
        var secret = Files.writeString(temporary.resolve("secret"), "x");
        Files.createSymbolicLink(root.resolve("data/out"), secret);
        var key = new ObjectKey("data/out");
        assertThat(reader.head(key)).isPresent();
        assertThat(reader.listedAs(key)).isEmpty();
        assertThatThrownBy(() -> reader.read(key, 10))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("out of the repository");
        assertThatThrownBy(() -> reader.open(key))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("out of the repository");
    }

    @Test
    void linkThatLeadsNowhereIsNothing() throws IOException {
        Files.createSymbolicLink(root.resolve("data/dangling"), Path.of("nothing"));
        assertThat(reader.head(new ObjectKey("data/dangling"))).isEmpty();
        assertThat(reader.listedAs(new ObjectKey("data/dangling"))).isEmpty();
    }

    @Test
    void linkThatCannotBeFollowedIsAnErrorAndNotAnAbsence() throws IOException {
        Files.createSymbolicLink(root.resolve("data/loop"), Path.of("loop"));
        assertThatThrownBy(() -> reader.head(new ObjectKey("data/loop")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("data/loop");
        assertThatThrownBy(() -> reader.listedAs(new ObjectKey("data/loop"))).isInstanceOf(StoreException.class);
    }

    @Test
    void keyOfDoubledSlashesIsNoOtherSpellingOfAFile() {
        assertThat(reader.head(new ObjectKey("data//main/t/a.parquet"))).isEmpty();
        assertThat(reader.head(new ObjectKey("/data/main/t/a.parquet"))).isEmpty();
        assertThat(reader.listedAs(new ObjectKey("data/main/t/a.parquet/"))).isEmpty();
    }

    @Test
    void openedFileIsTheFileItself() {
        try (var file = reader.open(new ObjectKey("data/main/t/a.parquet")).orElseThrow()) {
            assertThat(file.path()).isEqualTo(root.resolve("data/main/t/a.parquet"));
        }
        assertThat(root.resolve("data/main/t/a.parquet")).exists();
    }

    @Test
    void foldedNameIsListedAsItIsStored() throws IOException {
        var spelling = new Spelling(new FoldingFolders());
        assertThat(spelling.of(root, root.resolve("DATA/Main/T/A.PARQUET")))
                .isEqualTo(root.resolve("data/main/t/a.parquet"));
        assertThat(spelling.of(root, root.resolve("data/main/t/a.parquet")))
                .isEqualTo(root.resolve("data/main/t/a.parquet"));
        assertThat(spelling.of(root, root)).isEqualTo(root);
    }

    @Test
    void nameThatOpensUnderNoOtherSpellingCostsNoListing() throws IOException {
        var folders = new FoldingFolders() {
            @Override
            public Optional<Object> identity(Path path) throws IOException {
                return Files.exists(path) ? super.identity(path) : Optional.empty();
            }
        };
        new Spelling(folders).of(root, root.resolve("data/main/t/a.parquet"));
        assertThat(folders.listed).isEmpty();
    }

    @Test
    void hardLinksThatDifferInCaseAreTwoNames() throws IOException {
        Files.createLink(root.resolve("data/main/t/A.parquet"), root.resolve("data/main/t/a.parquet"));
        Files.createLink(root.resolve("data/main/t/A.PARQUET"), root.resolve("data/main/t/a.parquet"));
        for (var key : List.of("data/main/t/A.parquet", "data/main/t/a.parquet", "data/main/t/A.PARQUET")) {
            assertThat(reader.listedAs(new ObjectKey(key))).contains(new ObjectKey(key));
        }
    }

    /** Answers for a folder on disk as a file system that folds case does. */
    private static class FoldingFolders implements Spelling.Folders {
        final List<Path> listed = new ArrayList<>();

        @Override
        public Optional<Object> identity(Path path) throws IOException {
            return Optional.of(path.toString().toLowerCase(Locale.ROOT));
        }

        @Override
        public List<String> names(Path folder) throws IOException {
            listed.add(folder);
            try (var entries = Files.list(folder)) {
                return new ArrayList<>(
                        entries.map(entry -> entry.getFileName().toString()).toList());
            }
        }
    }
}
