package io.fdlkeeper.catalog.duckdb.search;

import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.INLINED;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.LEAK;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.column;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.file;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.inlined;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.statistics;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.value;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.LeakSearch.CatalogSearched;
import io.fdlkeeper.withdrawal.find.LeakSearch.FileSearched;
import io.fdlkeeper.withdrawal.find.LeakSearch.NamedFile;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search as a whole: what selectors must be, what catalogs name and tell of files, and what never shows the value. */
class LeakSearchTests {

    private static final Selector MAIL = where("mail = '" + LEAK + "'");

    private final LeakyLake lake;

    LeakSearchTests(@TempDir Path folder) {
        lake = new LeakyLake(folder);
    }

    private static CatalogSearched.Read read(LeakSearch search, CatalogSource source) {
        return (CatalogSearched.Read) search.catalog(source);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mail = = 'x@example.org'",
                "mail = 'x@example.org' ORDER BY 1",
                "mail = 'x@example.org') UNION SELECT * FROM (SELECT 'x@example.org'",
                "mail = 'x@example.org') GROUP BY ALL HAVING (true",
                "mail IN (SELECT 'x@example.org')",
                "EXISTS (SELECT 'x@example.org')",
                "mail = ANY (SELECT 'x@example.org')",
                "COLUMNS(*) = 'x@example.org'",
                "mail = $1 AND tenant = 'x@example.org'",
                "row_number() OVER () = 'x@example.org'",
                "main.people.mail = 'x@example.org'",
                "1 = 1); SELECT ('x@example.org'",
                ""
            })
    void whatIsNoConditionIsRefusedWithoutShowingIt(String predicate) {
        assertThatExceptionOfType(BadSelectorException.class)
                .isThrownBy(() -> lake.open(where(predicate)).close())
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(LEAK).contains("predicate"))
                .withNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a, b", "main.people p", "(SELECT 1)", "read_parquet('x')", "main.people JOIN b", "a.b.c"})
    void whatIsNoTableIsRefused(String table) {
        var selector = new Selector(Selector.Kind.WHERE, Optional.of(table), "mail = '" + LEAK + "'");
        assertThatExceptionOfType(BadSelectorException.class)
                .isThrownBy(() -> lake.open(selector).close())
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(LEAK));
    }

    @Test
    void unknownTableIsAnErrorThatNamesTheNearest() {
        var selector = new Selector(Selector.Kind.WHERE, Optional.of("main.peopel"), "mail = '" + LEAK + "'");
        try (var search = lake.open(selector)) {
            search.catalog(lake.catalog());
            assertThatExceptionOfType(BadSelectorException.class)
                    .isThrownBy(search::bind)
                    .withMessageContaining("main.peopel")
                    .withMessageContaining("main.people")
                    .satisfies(e -> assertThat(e.selector()).contains(selector))
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain(LEAK));
        }
    }

    @Test
    void unknownColumnIsAnErrorThatNamesTheNearest() {
        var selector = where("tenant = 7 AND mial = '" + LEAK + "'");
        try (var search = lake.open(selector)) {
            search.catalog(lake.catalog());
            assertThatExceptionOfType(BadSelectorException.class)
                    .isThrownBy(search::bind)
                    .withMessageContaining("column mial in a table main.people")
                    .withMessageContaining("mail")
                    .satisfies(e -> assertThat(e.selector()).contains(selector));
        }
    }

    @Test
    void namesAreComparedAsSqlDoes() {
        var selector = new Selector(Selector.Kind.WHERE, Optional.of("\"PEOPLE\""), "MAIL = '" + LEAK + "'");
        assertThat(lake.places(lake.catalog(INLINED, inlined(LEAK, 7, "a", "b")), selector))
                .containsExactly(Place.INLINED);
    }

    @Test
    void catalogNamesItsFilesInEverySpelling() {
        var source = lake.catalog(
                file(2, "m=a%20b/c.parquet"),
                "INSERT INTO ducklake_data_file (data_file_id, table_id, begin_snapshot, path, path_is_relative, file_format)"
                        + " VALUES (3, 1, 1, 's3://people/data/main/people/d.parquet', false, 'parquet'),"
                        + " (4, 1, 1, 's3://elsewhere/e.parquet', false, 'parquet')",
                "INSERT INTO ducklake_delete_file (delete_file_id, table_id, begin_snapshot, path, path_is_relative, format)"
                        + " VALUES (5, 1, 1, 'a-delete.parquet', true, 'parquet')");
        try (var search = lake.open(MAIL)) {
            assertThat(read(search, source).names())
                    .containsExactlyInAnyOrder(
                            new NamedFile(List.of("data/main/people/a.parquet"), Optional.empty(), false),
                            new NamedFile(
                                    List.of("data/main/people/m=a%20b/c.parquet", "data/main/people/m=a b/c.parquet"),
                                    Optional.empty(),
                                    false),
                            new NamedFile(List.of("data/main/people/d.parquet"), Optional.empty(), false),
                            new NamedFile(List.of(), Optional.of("s3://elsewhere/e.parquet"), false),
                            new NamedFile(List.of("data/main/people/a-delete.parquet"), Optional.empty(), true));
        }
    }

    @Test
    void namesTheReferenceReaderFindsAreFound() {
        var source = lake.catalog(
                "UPDATE ducklake_metadata SET value = 's3://built-at/data//' WHERE key = 'data_path'",
                "INSERT INTO ducklake_table VALUES (1, '11111111-1111-1111-1111-111111111111', 2, NULL, 0, 'folk', 'folk', true)",
                file(2, "./b.parquet"));
        try (var search = lake.open(MAIL)) {
            var spellings = read(search, source).names().stream()
                    .flatMap(name -> name.spellings().stream())
                    .toList();
            assertThat(spellings)
                    .contains("data//main/people/a.parquet", "data/main/people/a.parquet", "data/main/folk/b.parquet");
        }
    }

    @Test
    void whatCatalogsSayOfAFileRulesItOut() {
        var source = lake.catalog(statistics(1, 2, "y", "z"), file(2, "b.parquet"), statistics(2, 2, "a", "z"));
        var away = lake.store().put(new ObjectKey("data/main/people/a.parquet"), "no Parquet".getBytes());
        var maybe = lake.store().put(new ObjectKey("data/main/people/b.parquet"), "no Parquet".getBytes());
        try (var search = lake.open(MAIL)) {
            search.catalog(source);
            search.bind();
            assertThat(search.file(away, Set.of(away.key().text()))).isInstanceOf(FileSearched.RuledOut.class);
            assertThat(search.file(maybe, Set.of(maybe.key().text()))).isInstanceOf(FileSearched.MayHold.class);
            assertThat(search.file(away, Set.of("data/unnamed.parquet"))).isInstanceOf(FileSearched.MayHold.class);
        }
        try (var search = lake.open(MAIL, value(LEAK))) {
            search.catalog(source);
            search.bind();
            assertThat(search.file(away, Set.of(away.key().text()))).isInstanceOf(FileSearched.MayHold.class);
        }
    }

    @Test
    void encryptedFileMayHold() {
        var source = lake.catalog("UPDATE ducklake_data_file SET encryption_key = 'AAAAAAAAAAAAAAAAAAAAAA=='");
        var object = lake.store().put(new ObjectKey("data/main/people/a.parquet"), "PARE".getBytes());
        try (var search = lake.open(MAIL)) {
            search.catalog(source);
            search.bind();
            assertThat(search.file(object, Set.of(object.key().text())))
                    .isInstanceOfSatisfying(
                            FileSearched.MayHold.class,
                            may -> assertThat(may.why()).contains("encrypted"));
        }
    }

    @Test
    void catalogIsOutdatedOnceAnotherTellsANameOfItsTable() {
        var early = lake.catalog(INLINED, inlined("m" + LEAK, 7, "a", "b"));
        var late = lake.catalog(
                "INSERT INTO ducklake_table VALUES (1, '11111111-1111-1111-1111-111111111111', 2, NULL, 0, 'folk', 'people/', true)",
                column(2, "contact", "varchar", null));
        var selector = new Selector(Selector.Kind.WHERE, Optional.of("main.folk"), "contact LIKE '%@example.org'");
        try (var search = lake.open(selector)) {
            assertThat(read(search, early).places()).isEmpty();
            assertThat(search.isOutdated(early, Optional.empty())).isFalse();
            assertThat(read(search, late).places()).isEmpty();
            assertThat(search.isOutdated(early, Optional.empty())).isTrue();
            assertThat(search.isOutdated(late, Optional.empty())).isFalse();
            assertThat(read(search, early).places()).containsExactly(Place.INLINED);
            assertThat(search.isOutdated(early, Optional.empty())).isFalse();
            search.bind();
        }
    }

    @Test
    void columnKnownOnlyLaterDoesNotMakeACatalogUnreadable() {
        var early = lake.catalog(INLINED, inlined(LEAK, 7, "a", "b"));
        try (var search = lake.open(where("contact LIKE '%@example.org'"))) {
            assertThat(read(search, early).places()).isEmpty();
            read(search, lake.catalog(column(2, "contact", "varchar", null)));
            assertThat(search.isOutdated(early, Optional.empty())).isTrue();
            assertThat(read(search, early).places()).containsExactly(Place.INLINED);
        }
    }

    @Test
    void tableMadeAnewWithoutTheColumnIsToldOf() {
        var source = lake.catalog(
                "INSERT INTO ducklake_table VALUES (2, '22222222-2222-2222-2222-222222222222', 2, NULL, 0, 'people', 'p/', true)",
                "CREATE TABLE ducklake_inlined_data_2_1 (row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, other INT)",
                "INSERT INTO ducklake_inlined_data_2_1 VALUES (1, 1, NULL, 5)");
        try (var search = lake.open(MAIL)) {
            assertThat(read(search, source).places()).isEmpty();
            search.bind();
            assertThat(search.notes())
                    .singleElement()
                    .asString()
                    .contains("main.people")
                    .contains("no such column");
        }
    }

    @Test
    void predicateThatCannotBeAskedMakesTheCatalogUnreadable() {
        var source = lake.catalog(INLINED, inlined("a@b.c", 7, "a", "b"));
        assertThat(lake.unreadable(source, where("tenant = CAST('" + LEAK + "' AS INTEGER)")))
                .contains("inlined")
                .doesNotContain(LEAK);
    }

    @Test
    void damagedCatalogIsUnreadableForAReasonThatDoesNotShowTheValue() {
        var good = lake.catalog(
                file(2, LEAK + ".parquet"),
                "UPDATE ducklake_metadata SET value = '" + LEAK + "' WHERE key = 'version'");
        assertThat(lake.unreadable(good, MAIL))
                .contains("DuckLake version")
                .contains("[withheld]")
                .doesNotContain(LEAK);
        assertThat(lake.unreadable(lake.put(LEAK.getBytes()), MAIL)).contains("no DuckDB file");
        assertThat(lake.unreadable(lake.put(new byte[0]), MAIL)).contains("no DuckDB file");
        var nowhere = lake.catalog("UPDATE ducklake_data_file SET path = NULL");
        assertThat(lake.unreadable(nowhere, MAIL)).contains("without a path");
    }

    @Test
    void catalogThatIsNotWhatItsRecordTellsIsUnreadable() {
        var source = lake.catalog();
        var object = source.object();
        assertThat(lake.unreadable(
                        new CatalogSource(source.version(), object, OptionalLong.of(5), Optional.empty()), MAIL))
                .contains("its record tells 5");
        assertThat(lake.unreadable(
                        new CatalogSource(source.version(), object, OptionalLong.empty(), Optional.of("0".repeat(64))),
                        MAIL))
                .contains("SHA-256");
        lake.store().put(new ObjectKey(object.key() + ".wal"), "rows".getBytes());
        assertThat(lake.unreadable(source, MAIL)).contains(".wal");
        lake.store().remove(object.key() + ".wal");
        lake.store().remove(object.key().text());
        assertThat(lake.unreadable(source, MAIL)).contains("went away");
    }

    @Test
    void oldVersionOfACatalogIsSearchedAsItWas() {
        lake.store().versioning(Versioning.ENABLED);
        var source = lake.catalog(INLINED, inlined(LEAK, 7, "a", "b"));
        var key = source.object().key();
        lake.store().remove(key.text());
        var old = lake.store().versions(key.text()).get(1);
        try (var search = lake.open(MAIL)) {
            assertThat(((CatalogSearched.Read) search.catalog(source, old)).places())
                    .containsExactly(Place.INLINED);
            lake.store().removeVersion(old);
            assertThat(search.catalog(source, old)).isInstanceOf(CatalogSearched.Unreadable.class);
        }
    }

    @Test
    void textsShowTheValueInEverySpelling() {
        try (var search = lake.open(value("Jörg \"x\""), where("tenant = 7 AND mail = '" + LEAK + "'"))) {
            assertThat(search.shows("about Jörg \"x\"")).isTrue();
            assertThat(search.shows("{\"about\": \"Jörg \\\"x\\\"\"}")).isTrue();
            assertThat(search.shows("{\"about\": \"J\\u00f6rg \\\"x\\\"\"}")).isTrue();
            assertThat(search.shows("data/main/name=J%C3%B6rg%20%22x%22/a.parquet"))
                    .isTrue();
            assertThat(search.shows("tenant 7: " + LEAK)).isTrue();
            assertThat(search.shows("tenant 7")).isFalse();
            assertThat(search.shows("tenant 17: " + LEAK)).isFalse();
            assertThat(search.shows("Jörg")).isFalse();
        }
    }

    @Test
    void valueIsWithheldInEverySpelling() {
        try (var search = lake.open(
                value("Jörg"), value("42"), where("tenant = 7 AND mail IN ('" + LEAK + "') OR mail LIKE '%other@%'"))) {
            assertThat(search.withholding("J%C3%B6rg Jörg J\\u00F6rg JÖRG"))
                    .isEqualTo("[withheld] [withheld] [withheld] [withheld]");
            assertThat(search.withholding("data/mail=x%40example.org/tenant=7/a7.parquet"))
                    .isEqualTo("data/mail=[withheld]/tenant=[withheld]/a7.parquet");
            assertThat(search.withholding("42 of 142, other@host")).isEqualTo("[withheld] of 142, [withheld]host");
            assertThat(search.withholding("nothing")).isEqualTo("nothing");
        }
    }

    @Test
    void placesThatAreNotSearchedAreToldOf() {
        try (var search = lake.open(where("mail LIKE '%" + LEAK + "'"))) {
            assertThat(search.notes())
                    .singleElement()
                    .asString()
                    .contains("not searched")
                    .doesNotContain(LEAK);
        }
        try (var search = lake.open(where("mail = '" + LEAK + "' OR tenant > 7"))) {
            assertThat(search.notes()).singleElement().asString().contains("in part");
        }
        try (var search = lake.open(where("tenant = 7"))) {
            assertThat(search.notes()).singleElement().asString().contains("small number");
        }
        try (var search = lake.open(MAIL, value(LEAK))) {
            assertThat(search.notes()).isEmpty();
        }
    }

    @Test
    void emptyTextIsRefused() {
        assertThatExceptionOfType(BadSelectorException.class)
                .isThrownBy(() -> lake.open(value(" ")).close());
    }

    @Test
    void versionsAndKeysNeedNoSearch() {
        var source = lake.catalog(INLINED, inlined(LEAK, 7, "a", "b"));
        assertThat(lake.places(
                        source,
                        new Selector(Selector.Kind.KEY, Optional.empty(), "data/main/people/a.parquet"),
                        new Selector(
                                Selector.Kind.VERSION,
                                Optional.empty(),
                                source.version().text())))
                .isEmpty();
    }

    @Test
    void catalogAfterADamagedOneIsRead() {
        var good = lake.catalog(INLINED, inlined(LEAK, 7, "a", "b"));
        var bytes = lake.bytes(INLINED, inlined(LEAK, 7, "a", "b"));
        Arrays.fill(bytes, 12_288, bytes.length - 12_288, (byte) 0x5a);
        var damaged = lake.put(bytes);
        try (var search = lake.open(MAIL)) {
            assertThat(search.catalog(damaged)).isInstanceOf(CatalogSearched.Unreadable.class);
            assertThat(read(search, good).places()).containsExactly(Place.INLINED);
            assertThat(search.catalog(damaged)).isInstanceOf(CatalogSearched.Unreadable.class);
            assertThat(read(search, good).places()).containsExactly(Place.INLINED);
        }
    }
}
