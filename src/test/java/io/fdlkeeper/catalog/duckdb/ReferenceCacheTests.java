package io.fdlkeeper.catalog.duckdb;

import static io.fdlkeeper.catalog.duckdb.HandMadeLake.all;
import static io.fdlkeeper.catalog.duckdb.HandMadeLake.file;
import static io.fdlkeeper.catalog.duckdb.HandMadeLake.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.fake.Op;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceCacheTests {

    private static final Instant LATER = Instant.now().plus(Duration.ofHours(2));

    @TempDir
    private Path folder;

    private HandMadeLake made;
    private CatalogSource first;
    private CatalogSource second;

    @BeforeEach
    void start() {
        made = new HandMadeLake(folder);
        first = made.lake(1, file(1, "a"), file(2, "b"), file(3, "%63"));
        second = made.lake(
                2,
                file(1, "b"),
                file(2, "d"),
                file(3, 1, "s3://other/e", false),
                file(4, 1, "https://some.example/f", false),
                file(5, 9, "g", true),
                "UPDATE ducklake_data_file SET end_snapshot = 2 WHERE data_file_id = 1",
                "INSERT INTO ducklake_view VALUES (1, 'v', 'SELECT 1')",
                "INSERT INTO ducklake_files_scheduled_for_deletion VALUES (7, 'main/t/h', true)");
    }

    /** What a set of both catalogs holds. */
    private record Seen(List<CatalogReading> readings, List<NamedKey> keys, long opened) {}

    private Seen readBoth() {
        long before = opened();
        try (var set = made.open()) {
            var readings = List.of(set.add(first, NameRole.LIVE), set.add(second, NameRole.LIVE));
            return new Seen(readings, all(set), opened() - before);
        }
    }

    private long opened() {
        return made.store().calls().stream().filter(call -> call.is(Op.OPEN)).count();
    }

    @Test
    void theSecondReadingOpensNoCatalogAndGivesTheSame() {
        var fresh = readBoth();
        var cached = readBoth();
        assertThat(fresh.opened()).isEqualTo(2);
        assertThat(cached.opened()).isZero();
        assertThat(cached.readings()).isEqualTo(fresh.readings());
        assertThat(cached.keys()).isEqualTo(fresh.keys());
        assertThat(cached.keys()).hasSize(6);
    }

    @Test
    void aListingIsEnoughToSeeALogBesideACatalogReadBefore() {
        readBoth();
        var log = made.store().put(first.object().key() + ".wal", "rows");
        long before = made.store().calls().size();
        try (var set = made.open()) {
            assertThat(set.add(listedWith(second, List.of(log)), NameRole.LIVE))
                    .isInstanceOf(CatalogReading.Read.class);
            assertThat(set.add(listedWith(first, List.of(first.object(), log)), NameRole.LIVE))
                    .isInstanceOf(CatalogReading.Refused.class);
            assertThat(made.store().calls()).hasSize((int) before);
            assertThat(set.add(first, NameRole.LIVE)).isInstanceOf(CatalogReading.Refused.class);
            first = made.lake(1, file(1, "new"));
            assertThat(set.add(listedWith(first, List.of()), NameRole.LIVE)).isInstanceOf(CatalogReading.Refused.class);
        }
    }

    private static CatalogSource listedWith(CatalogSource source, List<ListedObject> beside) {
        return new CatalogSource(
                source.version(),
                source.object(),
                source.expectedBytes(),
                source.expectedSha256(),
                Optional.of(beside));
    }

    @Test
    void anotherObjectOrAnotherAddressIsReadAgain() {
        readBoth();
        first = made.lake(1, file(1, "z"));
        assertThat(readBoth().opened()).isEqualTo(1);
        long before = opened();
        var moved = new RepositoryAddress("data/", List.of("s3://moved/"));
        try (var set = made.sets().open(made.store().ports().reader(), moved)) {
            set.add(first, NameRole.LIVE);
        }
        assertThat(opened() - before).isEqualTo(1);
    }

    @Test
    void aDamagedCacheIsMadeAgain() throws IOException {
        var fresh = readBoth();
        var random = new Random(20261130);
        for (int round = 0; round < 25; round++) {
            var files = cached("");
            var file = files.get(random.nextInt(files.size()));
            var bytes = Files.readAllBytes(file);
            switch (random.nextInt(4)) {
                case 0 -> Files.delete(file);
                case 1 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
                default -> {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    Files.write(file, bytes);
                }
            }
            var again = readBoth();
            assertThat(again.opened()).as("round %s, %s", round, file).isPositive();
            assertThat(again.readings()).as("round %s, %s", round, file).isEqualTo(fresh.readings());
            assertThat(again.keys()).as("round %s, %s", round, file).isEqualTo(fresh.keys());
        }
    }

    @Test
    void aDamagedRecordOfALostCatalogIsNotKnown() throws IOException {
        readBoth();
        var record = cached(ReferenceCache.SUFFIX).stream()
                .filter(file ->
                        file.getFileName().toString().startsWith(version(1).text()))
                .findFirst()
                .orElseThrow();
        var bytes = Files.readAllBytes(record);
        bytes[bytes.length - 1]++;
        Files.write(record, bytes);
        try (var set = made.open()) {
            assertThat(set.addRecorded(version(1), NameRole.RELEASED)).isFalse();
            assertThat(set.addRecorded(version(2), NameRole.RELEASED)).isTrue();
        }
    }

    @Test
    void catalogsThatShareTheirNamesShareTheirList() throws IOException {
        readBoth();
        assertThat(cached(NameSegments.SUFFIX)).hasSize(2);
        second = made.lake(3, file(1, "a"), file(2, "b"));
        assertThat(readBoth().opened()).isEqualTo(1);
        assertThat(cached(NameSegments.SUFFIX)).hasSize(2);
    }

    @Test
    void pruningForgetsTheOldestVersionsFirstButThoseToKeep() throws IOException {
        readBoth();
        assertThat(made.sets().prune(Set.of(), Long.MAX_VALUE, LATER)).isZero();
        assertThat(made.sets().prune(Set.of(version(1)), 0, LATER)).isEqualTo(2);
        var again = readBoth();
        assertThat(again.opened()).isEqualTo(1);
        assertThat(again.keys()).hasSize(6);
        assertThat(made.sets().prune(Set.of(), 0, LATER)).isEqualTo(4);
        assertThat(cached("")).isEmpty();
    }

    @Test
    void pruningLeavesAloneWhatOthersMayStillBeWriting() throws IOException {
        readBoth();
        var unfinished = Files.writeString(folder.resolve("cache").resolve("x" + NameSegments.TEMPORARY), "half");
        Files.setLastModifiedTime(unfinished, FileTime.from(LATER));
        made.sets().prune(Set.of(), 0, LATER);
        assertThat(unfinished).exists();
        made.sets().prune(Set.of(), 0, LATER.plus(Duration.ofHours(2)));
        assertThat(unfinished).doesNotExist();
    }

    @Test
    void nothingIsPrunedFromUnderASetThatIsOpen() throws IOException {
        readBoth();
        var before = cached("");
        try (var set = made.open()) {
            assertThat(set).isNotNull();
            assertThat(made.sets().prune(Set.of(), 0, LATER)).isZero();
            assertThat(cached("")).isEqualTo(before);
        }
        assertThat(made.sets().prune(Set.of(), 0, LATER)).isPositive();
    }

    @Test
    void pruningRemovesDamagedRecords() throws IOException {
        readBoth();
        var record = cached(ReferenceCache.SUFFIX).get(0);
        Files.write(record, new byte[] {1, 2, 3});
        made.sets().prune(Set.of(version(1), version(2)), 0, LATER);
        assertThat(record).doesNotExist();
        assertThat(readBoth().keys()).hasSize(6);
    }

    @Test
    void aFolderThatIsNotThereYetNeedsNoPruning() {
        var sets = new DuckDbReferenceSets(folder.resolve("none"), folder.resolve("temp"), "128MB", 1, false);
        assertThat(sets.prune(Set.of(), 0, LATER)).isZero();
    }

    private List<Path> cached(String suffix) throws IOException {
        try (var files = Files.list(folder.resolve("cache"))) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}
