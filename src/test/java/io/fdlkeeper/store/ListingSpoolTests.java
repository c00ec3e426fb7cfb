package io.fdlkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingSpoolTests {

    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00.123456789Z");

    @TempDir
    Path directory;

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void everyPassGivesBackWhatWasListed() {
        var objects = List.of(
                new ListedObject(new ObjectKey("data/a"), 5, TIME, new ETag("one")),
                new ListedObject(
                        new ObjectKey("data/\u00e4\uff5e"), Long.MAX_VALUE - 5, Instant.EPOCH, new ETag("two")));
        try (var spool = spool(objects)) {
            assertThat(all(spool)).isEqualTo(objects);
            assertThat(all(spool)).isEqualTo(objects);
            assertThat(spool.count()).isEqualTo(2);
            assertThat(spool.bytes()).isEqualTo(Long.MAX_VALUE);
            assertThat(spool.arrivedInOrder()).isTrue();
        }
    }

    @Test
    void emptyListingHasNoObjects() {
        try (var spool = spool(List.of());
                var pass = spool.pass()) {
            assertThat(pass.hasNext()).isFalse();
            assertThat(spool.count()).isZero();
        }
    }

    @Test
    void listingInTheOrderOfJavaStringsIsSortedByItsBytes() {
        // U+FF5E comes before U+1F600 in UTF-8 and after it in UTF-16.
        try (var spool = spool(keyed("\ud83d\ude00", "\uff5e", "a"))) {
            assertThat(spool.arrivedInOrder()).isFalse();
            assertThat(keys(spool)).containsExactly("a", "\uff5e", "\ud83d\ude00");
        }
    }

    @Test
    void anyOrderOfAnySizeIsSorted() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int size : new int[] {2, 3, 4, 5, 64 * 3, 64 * 3 + 1, 1000}) {
            var keys = new ArrayList<>(
                    IntStream.range(0, size).mapToObj(i -> "k%05d".formatted(i)).toList());
            Collections.shuffle(keys, random);
            try (var spool = spool(keyed(keys.toArray(String[]::new)))) {
                assertThat(keys(spool))
                        .as("size %s, seed %s", size, seed)
                        .isEqualTo(keys.stream().sorted().toList());
                assertThat(spool.count()).isEqualTo(size);
            }
        }
    }

    @Test
    void keyRepeatedAtOnceIsNamed() {
        assertRepeated("b", "a", "b", "b");
    }

    @Test
    void keyRepeatedFarApartIsNamed() {
        assertRepeated("c", "c", "a", "b", "d", "e", "f", "g", "h", "c");
    }

    @Test
    void keyRepeatedWithinOneRunIsNamed() {
        assertRepeated("b", "b", "a", "b");
    }

    private void assertRepeated(String expected, String... keys) {
        assertThatThrownBy(() -> spool(keyed(keys)))
                .isInstanceOfSatisfying(
                        RepeatedKeyException.class,
                        e -> assertThat(e.key().text()).isEqualTo(expected));
    }

    @Test
    void listingThatBreaksOffLeavesNoFile() {
        assertThatThrownBy(() -> ListingSpool.of(
                        lister(sink -> {
                            sink.object(keyed("a").get(0));
                            throw new ListingIncompleteException("", "broke off", null);
                        }),
                        "",
                        directory,
                        3))
                .isInstanceOf(ListingIncompleteException.class);
    }

    @Test
    void keyOutsideOfThePrefixIsNoListing() {
        assertThatThrownBy(() -> ListingSpool.of(
                        lister(sink -> sink.object(keyed("versions/a").get(0))), "data/", directory))
                .isInstanceOf(ListingIncompleteException.class)
                .hasMessageContaining("versions/a");
    }

    @Test
    void spoolThatWasCutShortIsAnErrorAndNoShortListing() throws IOException {
        try (var spool = spool(keyed("a", "b", "c"))) {
            var file = spoolFiles().get(0);
            Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), (int) Files.size(file) - 1));
            assertThatThrownBy(() -> all(spool))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cannot be read back");
        }
    }

    @Test
    void folderThatIsNotThereIsNamed() {
        var missing = directory.resolve("missing");
        assertThatThrownBy(() -> ListingSpool.of(lister(sink -> {}), "", missing))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(missing.toString());
    }

    @Test
    void everyProtectedKeyIsKeptWhileForeignNamesAreBounded() {
        int many = ListingSpool.NAMED + 5;
        var lister = lister(sink -> {
            for (int i = 0; i < many; i++) {
                sink.foreign(new ForeignEntry("link" + i, "symbolic link", Optional.of("data/" + i + "/")));
                sink.emptyFolder(new EmptyFolder("data/empty" + i + "/", TIME));
            }
            sink.foreign(new ForeignEntry("one", "symbolic link", Optional.of("data/file")));
        });
        try (var spool = ListingSpool.of(lister, "", directory)) {
            assertThat(spool.foreign()).hasSize(ListingSpool.NAMED);
            assertThat(spool.emptyFolders()).hasSize(ListingSpool.NAMED);
            assertThat(spool.foreignCount()).isEqualTo(many + 1);
            assertThat(spool.protectedKeys()).hasSize(many + 1);
            assertThat(spool.protectorOf(new ObjectKey("data/" + (many - 1) + "/deep/x")))
                    .contains("data/" + (many - 1) + "/");
            assertThat(spool.protectorOf(new ObjectKey("data/file"))).contains("data/file");
            assertThat(spool.protectorOf(new ObjectKey("data/file2"))).isEmpty();
            assertThat(spool.protectorOf(new ObjectKey("data/1"))).isEmpty();
        }
    }

    private ListingSpool spool(List<ListedObject> objects) {
        return ListingSpool.of(lister(sink -> objects.forEach(sink::object)), "", directory, 3);
    }

    private static ObjectLister lister(Consumer<ListingSink> listing) {
        return new ObjectLister() {
            @Override
            public void list(String prefix, ListingSink sink) {
                listing.accept(sink);
            }

            @Override
            public Level listLevel(String prefix) {
                throw new UnsupportedOperationException();
            }
        };
    }

    private static List<ListedObject> keyed(String... keys) {
        return Stream.of(keys)
                .map(key -> new ListedObject(new ObjectKey(key), 1, TIME, new ETag("e")))
                .toList();
    }

    private static List<ListedObject> all(ListingSpool spool) {
        try (var pass = spool.pass()) {
            var objects = new ArrayList<ListedObject>();
            pass.forEachRemaining(objects::add);
            return objects;
        }
    }

    private static List<String> keys(ListingSpool spool) {
        return all(spool).stream().map(object -> object.key().text()).toList();
    }

    private List<Path> spoolFiles() {
        try (var files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
