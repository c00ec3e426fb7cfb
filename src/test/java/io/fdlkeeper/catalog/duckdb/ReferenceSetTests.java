package io.fdlkeeper.catalog.duckdb;

import static io.fdlkeeper.catalog.duckdb.HandMadeLake.all;
import static io.fdlkeeper.catalog.duckdb.HandMadeLake.file;
import static io.fdlkeeper.catalog.duckdb.HandMadeLake.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.store.ObjectKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceSetTests {

    @TempDir
    private Path folder;

    private HandMadeLake made;

    @BeforeEach
    void start() {
        made = new HandMadeLake(folder);
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("data/main/t/" + name);
    }

    @Test
    void keysComeInTheOrderOfTheirUtf8Bytes() {
        var names = List.of(
                "B", "a", "a b", "a-b", "a/b", "a0", "ä", "ö", "読み込み", "\uFFFD", "\uD83D\uDE00", "~", "Z", "\u00FF");
        var rows = new String[names.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = file(i, names.get(i));
        }
        assertThat(made.read(made.lake(1, rows)).texts())
                .containsExactlyElementsOf(names.stream()
                        .map(name -> "data/main/t/" + name)
                        .sorted(ObjectKey::compareUtf8)
                        .toList());
    }

    @Test
    void spellingsOfOneKeyComeInTheOrderOfTheirReferences() {
        var names = made.read(made.lake(1, file(1, "a%62.parquet"), file(2, "ab.parquet"), file(3, "%61b.parquet")));
        assertThat(names.keys())
                .extracting(named -> named.key().lastSegment() + " < "
                        + key(named.reference()).lastSegment())
                .containsExactly(
                        "%61b.parquet < %61b.parquet",
                        "a%62.parquet < a%62.parquet",
                        "ab.parquet < %61b.parquet",
                        "ab.parquet < a%62.parquet",
                        "ab.parquet < ab.parquet");
    }

    @Test
    void eachRoleSetsItsOwnMarks() {
        var live = made.lake(
                1,
                file(1, "live"),
                file(2, "ended"),
                "UPDATE ducklake_data_file SET end_snapshot = 2 WHERE data_file_id = 2");
        var released = made.lake(2, file(1, "released"), file(2, "ended"));
        var former = made.lake(
                3,
                file(1, "former"),
                "INSERT INTO ducklake_files_scheduled_for_deletion VALUES (5, 'main/t/live', true)");
        try (var set = made.open()) {
            set.add(live, NameRole.LIVE);
            set.add(released, NameRole.RELEASED);
            set.add(former, NameRole.FORMER);
            assertThat(all(set))
                    .containsExactly(
                            new NamedKey(key("ended"), "data/main/t/ended", true, false, true, true),
                            new NamedKey(key("former"), "data/main/t/former", false, false, false, true),
                            new NamedKey(key("live"), "data/main/t/live", true, true, false, true),
                            new NamedKey(key("released"), "data/main/t/released", false, false, true, true));
        }
    }

    @Test
    void liveKeysAndTheVersionsThatNameThemAreToldAsOfNow() {
        var first = made.lake(1, file(1, "a"), file(2, "b"));
        var second = made.lake(2, file(1, "b"), file(2, "c"));
        var scheduling = made.lake(3, "INSERT INTO ducklake_files_scheduled_for_deletion VALUES (5, 'main/t/b', true)");
        try (var set = made.open()) {
            set.add(first, NameRole.LIVE);
            set.add(scheduling, NameRole.LIVE);
            var asked = List.of(key("a"), key("b"), key("c"), key("d"));
            assertThat(set.liveAmong(asked)).containsExactlyInAnyOrder(key("a"), key("b"));
            set.add(second, NameRole.LIVE);
            assertThat(set.liveAmong(asked)).containsExactlyInAnyOrder(key("a"), key("b"), key("c"));
            assertThat(set.liveAmong(List.of())).isEmpty();
            assertThat(set.versionsNaming(key("b"))).containsExactly(version(1), version(2));
            assertThat(set.versionsNaming(key("d"))).isEmpty();
        }
    }

    @Test
    void aStreamOfKeysOutlivesWhatIsAddedMeanwhile() {
        var first = made.lake(
                1,
                Stream.iterate(0, i -> i + 1)
                        .limit(50)
                        .map(i -> file(i, "a" + i))
                        .toArray(String[]::new));
        try (var set = made.open()) {
            set.add(first, NameRole.LIVE);
            var stream = set.inKeyOrder();
            stream.next();
            set.add(made.lake(2, file(1, "z")), NameRole.LIVE);
            assertThat(set.liveAmong(List.of(key("z")))).hasSize(1);
            int left = 0;
            for (; stream.hasNext(); stream.next()) {
                left++;
            }
            assertThat(left).isEqualTo(49);
        }
    }

    @Test
    void namesOfAVersionWhoseCatalogIsGoneAreRemembered() {
        var source = made.lake(1, file(1, "a"), file(2, "%62"));
        made.read(source);
        made.store().remove(source.object().key().text());
        try (var set = made.open()) {
            assertThat(set.addRecorded(version(2), NameRole.RELEASED)).isFalse();
            assertThat(set.addRecorded(version(1), NameRole.RELEASED)).isTrue();
            assertThat(all(set)).extracting(NamedKey::key).containsExactly(key("%62"), key("a"), key("b"));
            assertThat(all(set)).allMatch(NamedKey::released);
            assertThat(set.liveAmong(List.of(key("a")))).isEmpty();
            assertThat(set.versionsNaming(key("a"))).isEmpty();
        }
    }

    @Test
    void namesRecordedByOtherCatalogsAreNotInTheSet() {
        made.read(made.lake(1, file(1, "a"), file(2, "b")));
        assertThat(made.read(made.lake(2, file(1, "b"))).texts()).containsExactly("data/main/t/b");
    }

    @Test
    void aRefusalLeavesTheSetAsItWas() {
        try (var set = made.open()) {
            set.add(made.lake(1, file(1, "a")), NameRole.LIVE);
            var before = all(set);
            var bad = made.lake(
                    2, file(1, "b"), file(2, "c"), "UPDATE ducklake_data_file SET path = NULL WHERE data_file_id = 2");
            assertThat(set.add(bad, NameRole.LIVE)).isInstanceOf(CatalogReading.Refused.class);
            assertThat(all(set)).isEqualTo(before);
            set.add(made.lake(3, file(1, "d")), NameRole.LIVE);
            assertThat(set.liveAmong(List.of(key("b"), key("d")))).isEqualTo(Set.of(key("d")));
        }
    }

    @Test
    void anEmptySetHasNoKeys() {
        try (var set = made.open()) {
            assertThat(set.inKeyOrder()).isExhausted();
            assertThat(set.liveAmong(List.of(key("a")))).isEmpty();
        }
    }
}
