package io.fdlkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store promises, asked through its ports alone; one subclass per adapter. */
public abstract class ObjectStoreContract {

    private static final int RACERS = 8;

    /** An empty store, the same one throughout a test. */
    protected abstract ObjectStore store();

    /** How many objects make a listing long: more than the store hands out at once. */
    protected int manyObjects() {
        return 1_050;
    }

    static Stream<String> oddKeys() {
        return Stream.of(
                "data/main/t/ducklake-01a22d1c-75f0-7b1e-ba07-4b2ab955cae9.parquet",
                "data/main/t/land=Vel\u00e6en & Co/a b+c%41.parquet",
                "data/main/t/note=&amp;<x>\"'`$HOME;!*?[a]{b}|~#@^=,.parquet",
                "data/back\\slash:colon",
                "data/line\nbreak\ttab\u0001control\u007f",
                "data/ leading and trailing ",
                "data/-dash",
                "data/.dotfile",
                "data/...",
                "data/trailing.",
                "data/caf\u00e9-composed",
                "data/cafe\u0301-decomposed",
                "data/\uff5e\ufffd\ufeffend",
                "data/\ud83d\ude00\ud83d\uddd1",
                "data/" + "x".repeat(240));
    }

    @ParameterizedTest
    @MethodSource("oddKeys")
    void oddKeyIsKeptExactlyAsSpelled(String text) {
        var key = new ObjectKey(text);
        var written = create(text, "content of " + text);
        assertThat(written.key()).isEqualTo(key);
        assertThat(store().reader().head(key)).contains(written);
        assertThat(store().reader().listedAs(key)).contains(key);
        assertThat(list("")).containsExactly(written);
        assertThat(list("data/")).containsExactly(written);
        assertThat(text(text)).isEqualTo("content of " + text);
        assertThat(range(written, 8, 2)).contains("of");
        assertThat(delete(key, written.etag())).isEqualTo(DeleteStatus.DELETED);
        assertThat(list("")).isEmpty();
    }

    @Test
    void spellingsThatLookAlikeAreDifferentObjects() {
        var keys = List.of("data/T/case", "data/caf\u00e9", "data/cafe\u0301", "data/t/CASE", "data/t/case");
        keys.forEach(key -> create(key, key));
        keys.forEach(key -> assertThat(text(key)).isEqualTo(key));
        assertThat(list("")).hasSize(keys.size());
    }

    @Test
    void listingIsInTheOrderOfUtf8BytesOfWholeKeys() {
        var keys = List.of(
                "a",
                "a-b",
                "a.b",
                "a/x",
                "a0",
                "a b/x",
                "a!/x",
                "a/-",
                "a-/z",
                "b/a/c",
                "b/a.c",
                "b/a0c",
                "b/a",
                "\u00e9/x",
                "\u00e9.x",
                "e\u0301",
                "\uff5e",
                "\uff5e0/y",
                "\ud83d\ude00",
                "\ud83d\ude00/z",
                "B",
                "_",
                "~");
        var held = keys.stream().distinct().filter(key -> isFree(key, keys)).toList();
        held.forEach(key -> create(key, "x"));
        assertThat(list("").stream().map(object -> object.key().text()).toList())
                .isEqualTo(inByteOrder(held));
    }

    /** In a folder a name is a file or a folder; where both are asked for, the file is left out. */
    private static boolean isFree(String key, List<String> keys) {
        return keys.stream().noneMatch(other -> other.startsWith(key + "/"));
    }

    private static List<String> inByteOrder(List<String> keys) {
        return keys.stream()
                .sorted((left, right) -> Arrays.compareUnsigned(
                        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    @Test
    void longListingIsWhole() {
        var keys = IntStream.range(0, manyObjects())
                .mapToObj(i -> "data/%02d/%05d".formatted(i % 7, i))
                .toList();
        keys.forEach(key -> create(key, "x"));
        assertThat(list("data/").stream().map(object -> object.key().text()).toList())
                .isEqualTo(inByteOrder(keys));
        assertThat(store().lister().listLevel("data/").folders())
                .containsExactly("00", "01", "02", "03", "04", "05", "06");
    }

    @Test
    void listingOfAPrefixShowsNothingBesideIt() {
        Stream.of("data/a", "data/b/c", "data-backup/a", "data.txt", "data2/a", "dat", "Data/a")
                .forEach(key -> create(key, "x"));
        assertThat(list("data/")).extracting(object -> object.key().text()).containsExactly("data/a", "data/b/c");
    }

    @Test
    void prefixUnderWhichNothingIsListsNothing() {
        create("data/a", "x");
        assertThat(list("versions/")).isEmpty();
        assertThat(list("data/a/")).isEmpty();
        assertThat(store().lister().listLevel("versions/")).isEqualTo(new Level(List.of(), List.of()));
    }

    @Test
    void levelShowsFoldersAndObjectsDirectlyUnderThePrefix() {
        Stream.of(
                        "versions/b/version.json",
                        "versions/b/x/y",
                        "versions/a/version.json",
                        "versions/note",
                        "versions/a-/z",
                        "fdl.json")
                .forEach(key -> create(key, "x"));
        var level = store().lister().listLevel("versions/");
        assertThat(level.folders()).containsExactly("a", "a-", "b");
        assertThat(level.objects()).extracting(object -> object.key().text()).containsExactly("versions/note");
        assertThat(store().lister().listLevel("").folders()).containsExactly("versions");
    }

    @Test
    void listingLookAndWriteTellTheSameOfAnObject() {
        var written = create("data/a", "12345");
        assertThat(written.bytes()).isEqualTo(5);
        assertThat(list("")).containsExactly(written);
        assertThat(store().lister().listLevel("data/").objects()).containsExactly(written);
        assertThat(store().reader().head(written.key())).contains(written);
        assertThat(store().reader().read(written.key(), 5))
                .hasValueSatisfying(read -> assertThat(read.object()).isEqualTo(written));
        assertThat(Duration.between(written.lastModified(), store().clock().now())
                        .abs())
                .isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void objectThatIsNotThereIsAbsentInEveryWay() {
        create("data/a", "x");
        for (var key : List.of("data/b", "data", "data/a/b", "data/a/b/c", "no/where")) {
            assertAbsent(key);
            assertThat(delete(new ObjectKey(key), new ETag("any"))).isNotEqualTo(DeleteStatus.DELETED);
        }
        assertThat(delete(new ObjectKey("data/b"), new ETag("any"))).isEqualTo(DeleteStatus.ALREADY_ABSENT);
        assertThat(list("")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/../data/a", "data/./a", "./data/a", "../a", "data/x/..", ".", ".."})
    void keyWithADotSegmentIsNeverAddressed(String text) {
        create("data/a", "x");
        create("data/x/y", "x");
        var key = new ObjectKey(text);
        assertAbsent(text);
        assertThat(delete(key, create("data/b", "x").etag())).isEqualTo(DeleteStatus.REFUSED);
        assertThat(store().writer().createOnce(key, bytes("x"))).isInstanceOf(WriteAnswer.Refused.class);
        assertThat(store().writer().replace(key, bytes("x"), new ETag("any"))).isInstanceOf(WriteAnswer.Refused.class);
        assertThat(list("")).hasSize(3);
    }

    private void assertAbsent(String text) {
        var key = new ObjectKey(text);
        assertThat(store().reader().head(key)).isEmpty();
        assertThat(store().reader().read(key, 100)).isEmpty();
        assertThat(store().reader().open(key)).isEmpty();
        assertThat(store().reader().listedAs(key)).isEmpty();
        assertThat(store().reader().range(new ListedObject(key, 1, Instant.EPOCH, new ETag("any")), 0, 1))
                .isEmpty();
    }

    @Test
    void readTakesAsMuchAsTheLimitAndNoMore() {
        create("a", "12345");
        create("empty", "");
        assertThat(store().reader().read(new ObjectKey("a"), 5))
                .hasValueSatisfying(read -> assertThat(read.text()).isEqualTo("12345"));
        assertThat(store().reader().read(new ObjectKey("empty"), 0))
                .hasValueSatisfying(read -> assertThat(read.text()).isEmpty());
        assertThatThrownBy(() -> store().reader().read(new ObjectKey("a"), 4))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("5 bytes");
    }

    @Test
    void openedFileHasTheBytesAndTheStoreKeepsTheObject() throws IOException {
        var written = create("versions/v/ducklake.duckdb", "catalog");
        try (var file = store().reader().open(written.key()).orElseThrow()) {
            assertThat(Files.readString(file.path())).isEqualTo("catalog");
            assertThat(file.object()).isEqualTo(written);
        }
        assertThat(text("versions/v/ducklake.duckdb")).isEqualTo("catalog");
    }

    @Test
    void partHasExactlyTheBytesAskedFor() {
        var object = create("data/a", "0123456789");
        assertThat(range(object, 0, 10)).contains("0123456789");
        assertThat(range(object, 0, 1)).contains("0");
        assertThat(range(object, 3, 4)).contains("3456");
        assertThat(range(object, 9, 1)).contains("9");
    }

    @Test
    void partPastTheEndIsNotAskedFor() {
        var object = create("data/a", "0123456789");
        for (var range : List.of(List.of(9, 2), List.of(10, 1), List.of(0, 0), List.of(-1, 1), List.of(0, 11))) {
            assertThatThrownBy(() -> range(object, range.get(0), range.get(1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10 bytes");
        }
    }

    @Test
    void partOfAnotherContentOrOfNoneIsEmpty() {
        var first = create("data/a", "first content");
        var second = written(store().writer().replace(first.key(), bytes("other content"), first.etag()));
        assertThat(range(first, 0, 5)).isEmpty();
        assertThat(range(second, 0, 5)).contains("other");
        delete(second.key(), second.etag());
        assertThat(range(second, 0, 5)).isEmpty();
    }

    @Test
    void secondCreationLeavesTheFirst() {
        create("versions/v/expired.json", "first");
        assertThat(store().writer().createOnce(new ObjectKey("versions/v/expired.json"), bytes("second")))
                .isEqualTo(new WriteAnswer.ConditionFailed());
        assertThat(text("versions/v/expired.json")).isEqualTo("first");
    }

    @Test
    void ofManyCreatorsExactlyOneWins() {
        for (int round = 0; round < 5; round++) {
            var key = new ObjectKey("versions/v/mark-" + round);
            var answers = race(racer -> store().writer().createOnce(key, bytes("by " + racer)));
            assertOneWon(key, answers);
        }
    }

    @Test
    void ofManyReplacersExactlyOneWins() {
        for (int round = 0; round < 5; round++) {
            var base = create("refs-" + round, "base");
            var answers = race(racer -> store().writer().replace(base.key(), bytes("by " + racer), base.etag()));
            assertOneWon(base.key(), answers);
        }
    }

    private void assertOneWon(ObjectKey key, List<WriteAnswer> answers) {
        var winners = IntStream.range(0, RACERS)
                .filter(i -> answers.get(i) instanceof WriteAnswer.Written)
                .boxed()
                .toList();
        assertThat(winners).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer instanceof WriteAnswer.ConditionFailed)
                .hasSize(RACERS - 1);
        assertThat(text(key.text())).isEqualTo("by " + winners.get(0));
        assertThat(store().reader().head(key)).contains(((WriteAnswer.Written) answers.get(winners.get(0))).object());
    }

    @Test
    void ofManyDeletersExactlyOneDeletes() {
        var object = create("data/a", "x");
        var answers = race(racer -> delete(object.key(), object.etag()));
        assertThat(answers).filteredOn(answer -> answer == DeleteStatus.DELETED).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer == DeleteStatus.ALREADY_ABSENT)
                .hasSize(RACERS - 1);
    }

    @Test
    void replacementNeedsTheTagOfTheContent() {
        var first = create("refs.json", "first");
        var second = written(store().writer().replace(first.key(), bytes("other"), first.etag()));
        assertThat(second.etag()).isNotEqualTo(first.etag());
        assertThat(store().writer().replace(first.key(), bytes("late"), first.etag()))
                .isEqualTo(new WriteAnswer.ConditionFailed());
        assertThat(store().writer().replace(new ObjectKey("gone"), bytes("x"), first.etag()))
                .isEqualTo(new WriteAnswer.ConditionFailed());
        assertThat(text("refs.json")).isEqualTo("other");
        assertThat(list("")).containsExactly(second);
    }

    @Test
    void everyContentOfAKeyHasATagOfItsOwn() {
        var tags = new ArrayList<ETag>();
        var object = create("refs/heads/main", "same length 0");
        for (int i = 1; i < 8; i++) {
            tags.add(object.etag());
            object = written(store().writer().replace(object.key(), bytes("same length " + i), object.etag()));
        }
        assertThat(tags).doesNotHaveDuplicates();
    }

    @Test
    void deletionNeedsTheTagOfTheContent() {
        var old = create("data/a", "x");
        var current = written(store().writer().replace(old.key(), bytes("y"), old.etag()));
        assertThat(delete(old.key(), old.etag())).isEqualTo(DeleteStatus.CHANGED);
        assertThat(text("data/a")).isEqualTo("y");
        assertThat(delete(old.key(), current.etag())).isEqualTo(DeleteStatus.DELETED);
        assertThat(delete(old.key(), current.etag())).isEqualTo(DeleteStatus.ALREADY_ABSENT);
        create("data/a", "z");
        assertThat(text("data/a")).isEqualTo("z");
    }

    @Test
    void batchOfDeletionsIsAnsweredInItsOrder() {
        var a = create("data/a", "x");
        var b = create("data/b/c", "x");
        var answers = store().deleter()
                .deleteIfUnchanged(
                        List.of(
                                new DeleteRequest(b.key(), b.etag()),
                                new DeleteRequest(new ObjectKey("data/none"), b.etag()),
                                new DeleteRequest(a.key(), new ETag("stale")),
                                new DeleteRequest(b.key(), b.etag())),
                        () -> true);
        assertThat(answers)
                .extracting(DeleteAnswer::key)
                .containsExactly(b.key(), new ObjectKey("data/none"), a.key(), b.key());
        assertThat(answers)
                .extracting(DeleteAnswer::status)
                .containsExactly(
                        DeleteStatus.DELETED,
                        DeleteStatus.ALREADY_ABSENT,
                        DeleteStatus.CHANGED,
                        DeleteStatus.ALREADY_ABSENT);
        assertThat(store().deleter().deleteIfUnchanged(List.of(), () -> true)).isEmpty();
    }

    @Test
    void nothingIsDeletedWithoutAGoAhead() {
        var a = create("data/a", "x");
        var b = create("data/b", "x");
        var answers = store().deleter()
                .deleteIfUnchanged(
                        List.of(new DeleteRequest(a.key(), a.etag()), new DeleteRequest(b.key(), b.etag())),
                        () -> false);
        assertThat(answers)
                .extracting(DeleteAnswer::status)
                .containsExactly(DeleteStatus.NOT_ASKED, DeleteStatus.NOT_ASKED);
        assertThat(text("data/a")).isEqualTo("x");
        assertThat(text("data/b")).isEqualTo("x");
    }

    @Test
    void folderThatHoldsSomethingStays() {
        create("data/a/b", "x");
        assertThat(store().deleter().removeEmptyFolder("data/a/").status()).isNotEqualTo(DeleteStatus.DELETED);
        assertThat(store().deleter().removeEmptyFolder("data/").status()).isNotEqualTo(DeleteStatus.DELETED);
        assertThat(store().deleter().removeEmptyFolder("none/").status()).isEqualTo(DeleteStatus.ALREADY_ABSENT);
        assertThat(text("data/a/b")).isEqualTo("x");
    }

    protected final ListedObject create(String key, String content) {
        return written(store().writer().createOnce(new ObjectKey(key), bytes(content)));
    }

    private static ListedObject written(WriteAnswer answer) {
        assertThat(answer).isInstanceOf(WriteAnswer.Written.class);
        return ((WriteAnswer.Written) answer).object();
    }

    protected final List<ListedObject> list(String prefix) {
        var objects = new ArrayList<ListedObject>();
        store().lister().list(prefix, objects::add);
        return objects;
    }

    protected final String text(String key) {
        return store().reader().read(new ObjectKey(key), 10_000).orElseThrow().text();
    }

    private Optional<String> range(ListedObject object, long from, int length) {
        return store().reader().range(object, from, length).map(part -> new String(part, StandardCharsets.UTF_8));
    }

    protected final DeleteStatus delete(ObjectKey key, ETag etag) {
        return store().deleter()
                .deleteIfUnchanged(List.of(new DeleteRequest(key, etag)), () -> true)
                .get(0)
                .status();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private interface Racer<T> {
        T run(int number);
    }

    private static <T> List<T> race(Racer<T> racer) {
        var start = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(RACERS);
        try {
            var running = IntStream.range(0, RACERS)
                    .mapToObj(i -> pool.submit((Callable<T>) () -> {
                        start.await();
                        return racer.run(i);
                    }))
                    .toList();
            start.countDown();
            var results = new ArrayList<T>();
            for (var one : running) {
                results.add(one.get());
            }
            return results;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        } finally {
            pool.shutdownNow();
        }
    }
}
