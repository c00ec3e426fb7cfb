package io.fdlkeeper.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.fdlkeeper.store.EmptyFolder;
import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.ObjectLister;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalListingTests {

    @TempDir
    Path temporary;

    private Path root;
    private ObjectLister lister;

    @BeforeEach
    void open() throws IOException {
        root = Files.createDirectory(temporary.resolve("repository")).toRealPath();
        lister = LocalStore.at(root, Clock.systemUTC()).lister();
    }

    /** All that a listing tells. */
    private static class Seen implements ListingSink {
        final List<String> keys = new ArrayList<>();
        final List<ForeignEntry> foreign = new ArrayList<>();
        final List<EmptyFolder> empty = new ArrayList<>();

        @Override
        public void object(ListedObject object) {
            keys.add(object.key().text());
        }

        @Override
        public void foreign(ForeignEntry entry) {
            foreign.add(entry);
        }

        @Override
        public void emptyFolder(EmptyFolder folder) {
            empty.add(folder);
        }
    }

    private Seen list(String prefix) {
        var seen = new Seen();
        lister.list(prefix, seen);
        return seen;
    }

    private Path file(String key) throws IOException {
        var path = root.resolve(key);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, key);
    }

    @Test
    void randomTreeIsListedInTheOrderOfBytes() throws IOException {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var letters = new String[] {"-", ".", "a", "0", "~", " ", "!", "\u00e4", "\uff5e", "\ud83d\ude00"};
        var expected = new TreeSet<String>((left, right) ->
                Arrays.compareUnsigned(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)));
        for (int i = 0; i < 600; i++) {
            var key = new StringBuilder();
            for (int depth = random.nextInt(3); depth >= 0; depth--) {
                key.append(key.isEmpty() ? "" : "/").append("n");
                for (int length = random.nextInt(3); length >= 0; length--) {
                    key.append(letters[random.nextInt(letters.length)]);
                }
            }
            if (isFree(key.toString())) {
                file(key.toString());
                expected.add(key.toString());
            }
        }
        assertThat(list("").keys).as("seed %s", seed).containsExactlyElementsOf(expected);
    }

    private boolean isFree(String key) {
        for (var path = root.resolve(key); !path.equals(root); path = path.getParent()) {
            if (Files.isRegularFile(path)) {
                return false;
            }
        }
        return !Files.exists(root.resolve(key));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lost+found",
                ".snapshot",
                ".zfs",
                ".nfs0000000001a2b3c400000001",
                "@eaDir",
                "#recycle",
                ".fdl-keeper-tmp-1"
            })
    void reservedNameIsNeitherEnteredNorListed(String name) throws IOException {
        file("data/main/a");
        file("data/main/" + name + "/copy.parquet");
        file("data/" + name);
        var seen = list("data/");
        assertThat(seen.keys).containsExactly("data/main/a");
        assertThat(seen.foreign)
                .containsExactlyInAnyOrder(
                        new ForeignEntry("data/main/" + name, "reserved name", Optional.empty()),
                        new ForeignEntry("data/" + name, "reserved name", Optional.empty()));
        assertThatThrownBy(() -> list("data/main/" + name + "/")).isInstanceOf(ListingIncompleteException.class);
    }

    @Test
    void linkProtectsWhatItPointsAtInTheRepository() throws IOException {
        var target = file("data/main/t/a.parquet");
        link("data/link-to-file", target);
        link("data/link-to-folder", root.resolve("data/main/t"));
        link("data/link-to-link", root.resolve("data/link-to-folder"));
        link("data/relative", Path.of("main/t/a.parquet"));
        link("data/to-root", root);
        link("data/dangling", root.resolve("data/nothing"));
        link("data/out", temporary);
        var seen = list("data/");
        assertThat(seen.keys).containsExactly("data/main/t/a.parquet");
        assertThat(seen.foreign)
                .containsExactlyInAnyOrder(
                        linkTo("data/link-to-file", "data/main/t/a.parquet"),
                        linkTo("data/link-to-folder", "data/main/t/"),
                        linkTo("data/link-to-link", "data/main/t/"),
                        linkTo("data/relative", "data/main/t/a.parquet"),
                        linkTo("data/to-root", ""),
                        new ForeignEntry("data/dangling", "symbolic link", Optional.empty()),
                        new ForeignEntry("data/out", "symbolic link", Optional.empty()));
    }

    private void link(String key, Path target) throws IOException {
        Files.createSymbolicLink(root.resolve(key), target);
    }

    private static ForeignEntry linkTo(String key, String target) {
        return new ForeignEntry(key, "symbolic link", Optional.of(target));
    }

    @Test
    void linkWhoseTargetCannotBeToldMakesTheListingIncomplete() throws IOException {
        file("data/a");
        link("data/loop", root.resolve("data/loop"));
        assertThatThrownBy(() -> list("data/"))
                .isInstanceOf(ListingIncompleteException.class)
                .hasMessageContaining("'data/loop'");
    }

    @Test
    void prefixThatIsALinkIsAnErrorAndNotAnEmptyFolder() throws IOException {
        Files.createDirectories(temporary.resolve("big-disk"));
        Files.writeString(temporary.resolve("big-disk/a.parquet"), "x");
        link("data", temporary.resolve("big-disk"));
        assertThatThrownBy(() -> list("data/"))
                .isInstanceOfSatisfying(
                        ListingIncompleteException.class,
                        e -> assertThat(e.prefix()).isEqualTo("data/"))
                .hasMessageContaining("symbolic link");
        assertThatThrownBy(() -> lister.listLevel("data/")).isInstanceOf(ListingIncompleteException.class);
        assertThat(list("").keys).isEmpty();
    }

    @Test
    void rootThatWasRemovedIsAnErrorAndNotAnEmptyFolder() throws IOException {
        Files.delete(root);
        assertThatThrownBy(() -> list("")).isInstanceOf(ListingIncompleteException.class);
        assertThatThrownBy(() -> list("data/")).isInstanceOf(ListingIncompleteException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "data//", "/data/", "data/../", "./", "data"})
    void prefixThatNoFolderHasIsAnError(String prefix) throws IOException {
        file("data/a");
        assertThatThrownBy(() -> list(prefix))
                .isInstanceOf(ListingIncompleteException.class)
                .hasMessageContaining("'" + prefix + "'");
    }

    @Test
    void folderThatCannotBeOpenedIsAnErrorAndNotAnEmptyFolder() throws IOException {
        file("data/closed/a");
        file("data/open/b");
        var closed = root.resolve("data/closed");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(
                    Files.isReadable(closed),
                    "skipped: this process reads folders whatever their permissions; failures halfway are tested without them");
            assertThatThrownBy(() -> list("data/"))
                    .isInstanceOfSatisfying(
                            ListingIncompleteException.class,
                            e -> assertThat(e.prefix()).isEqualTo("data/closed/"))
                    .hasMessageContaining("permission denied");
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void folderThatFailsHalfwayIsAnErrorAndNotAShortFolder() throws IOException {
        file("data/a");
        file("data/sub/b");
        file("data/sub/c");
        lister = listing(
                names -> new Iterator<>() {
                    private int given;

                    @Override
                    public boolean hasNext() {
                        if (given == 1) {
                            throw new DirectoryIteratorException(new IOException("Input/output error"));
                        }
                        return names.hasNext();
                    }

                    @Override
                    public Path next() {
                        given++;
                        return names.next();
                    }
                },
                "data/sub/");
        assertThatThrownBy(() -> list(""))
                .isInstanceOfSatisfying(
                        ListingIncompleteException.class,
                        e -> assertThat(e.prefix()).isEqualTo("data/sub/"))
                .hasMessageContaining("Input/output error");
        assertThatThrownBy(() -> lister.listLevel("data/sub/")).isInstanceOf(ListingIncompleteException.class);
    }

    @Test
    void fileThatCannotBeLookedAtIsAnError() throws IOException {
        file("data/a");
        var longer = Path.of("x".repeat(300));
        lister = listing(names -> List.of(Path.of("data").resolve(longer)).iterator(), "data/");
        assertThatThrownBy(() -> list("data/")).isInstanceOf(ListingIncompleteException.class);
    }

    @Test
    void whatVanishesBetweenNameAndLookIsPassedOver() throws IOException {
        file("data/a");
        var gone = file("data/b");
        file("data/c");
        lister = listing(
                names -> {
                    delete(gone);
                    return List.of(root.resolve("data/a"), gone, root.resolve("data/c"))
                            .iterator();
                },
                "data/");
        assertThat(list("data/").keys).containsExactly("data/a", "data/c");
    }

    @Test
    void folderThatVanishesBeforeItIsEnteredIsPassedOver() throws IOException {
        file("data/a");
        var gone = Files.createDirectory(root.resolve("data/b"));
        file("data/c");
        var seen = new Seen() {
            @Override
            public void object(ListedObject object) {
                super.object(object);
                delete(gone);
            }
        };
        lister.list("data/", seen);
        assertThat(seen.keys).containsExactly("data/a", "data/c");
        assertThat(seen.empty).isEmpty();
    }

    @Test
    void folderExchangedForALinkIsNotFollowed() throws IOException {
        Files.createDirectories(temporary.resolve("outside"));
        Files.writeString(temporary.resolve("outside/secret"), "x");
        file("data/a");
        var folder = Files.createDirectory(root.resolve("data/b"));
        var seen = new Seen() {
            @Override
            public void object(ListedObject object) {
                super.object(object);
                delete(folder);
                try {
                    Files.createSymbolicLink(folder, temporary.resolve("outside"));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        assertThatThrownBy(() -> lister.list("data/", seen)).isInstanceOf(ListingIncompleteException.class);
        assertThat(seen.keys).containsExactly("data/a");
    }

    @Test
    void emptyFoldersAreReportedWithTheirTime() throws IOException {
        var time = Instant.parse("2026-10-01T00:00:00Z");
        file("data/full/a");
        Files.createDirectories(root.resolve("data/deep/empty"));
        Files.createDirectories(root.resolve("data/holds-reserved/lost+found"));
        Files.setLastModifiedTime(root.resolve("data/deep/empty"), FileTime.from(time));
        assertThat(list("data/").empty).containsExactly(new EmptyFolder("data/deep/empty/", time));
        Files.delete(root.resolve("data/full/a"));
        assertThat(list("data/").empty)
                .extracting(EmptyFolder::folder)
                .containsExactly("data/deep/empty/", "data/full/");
        assertThat(list("data/deep/empty/").empty)
                .as("never the folder that is listed itself")
                .isEmpty();
    }

    @Test
    void nameThatIsNoUtf8IsForeign() throws Exception {
        file("data/a");
        file("data/real-\ufffd");
        var making = new ProcessBuilder(
                        "sh",
                        "-c",
                        "touch \"$(printf 'bad\\377.parquet')\"; mkdir \"$(printf 'bad\\300')\" && touch \"$(printf 'bad\\300')/x\"")
                .directory(root.resolve("data").toFile())
                .inheritIO()
                .start();
        assumeFalse(making.waitFor() != 0, "skipped: this file system takes no names but UTF-8");
        var seen = list("data/");
        assertThat(seen.keys).containsExactly("data/a", "data/real-\ufffd");
        assertThat(seen.foreign)
                .hasSize(2)
                .allSatisfy(entry -> assertThat(entry.why()).isEqualTo("name not in UTF-8"));
    }

    @Test
    void specialFileIsForeign() throws Exception {
        file("data/a");
        var making = new ProcessBuilder("mkfifo", root.resolve("data/pipe").toString())
                .inheritIO()
                .start();
        assertThat(making.waitFor()).isZero();
        assertThat(list("data/").keys).containsExactly("data/a");
        assertThat(list("data/").foreign)
                .containsExactly(new ForeignEntry("data/pipe", "special file", Optional.empty()));
    }

    private interface Changing {
        Iterator<Path> of(Iterator<Path> names);
    }

    /** A lister that gets other names in the folder that holds these entries. */
    private FolderLister listing(Changing changing, String folder) {
        return new FolderLister(new FolderTree(root), stream -> {
            var here = FolderTree.look(stream);
            try (var other = new FolderTree(root).open(Address.ofFolder(folder).orElseThrow())) {
                return FolderTree.look(other).equals(here) ? changing.of(stream.iterator()) : stream.iterator();
            }
        });
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
