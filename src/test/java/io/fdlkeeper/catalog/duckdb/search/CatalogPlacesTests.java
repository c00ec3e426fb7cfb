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

import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every place inside of a catalog in which a leaked value may stand. */
class CatalogPlacesTests {

    private static final Selector MAIL = where("mail = '" + LEAK + "'");
    private static final Selector MAIL_OF_TENANT = where("tenant = 7 AND mail = '" + LEAK + "'");

    private final LeakyLake lake;

    CatalogPlacesTests(@TempDir Path folder) {
        lake = new LeakyLake(folder);
    }

    @Test
    void catalogWithoutTheValueShowsNone() {
        var source = lake.catalog(INLINED, inlined("y@example.org", 7, "a", "b"), statistics(1, 2, "a@b.c", "z@b.c"));
        assertThat(lake.places(source, MAIL, MAIL_OF_TENANT, value(LEAK))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mail = 'x@example.org'",
                "people.mail = 'x@example.org'",
                "mail LIKE 'x@%'",
                "tenant = 7",
                "tenant BETWEEN 7 AND 8",
                "home.city = 'Bern'",
                "people.home.city IN ('Bern', 'Thun')",
                "list_contains(tags, 'secret')",
                "'secret' = ANY(tags)",
                "'secret' IN tags",
                "len(list_filter(tags, lambda t: t = 'secret')) > 0",
                "true -- all"
            })
    void inlinedRowIsFoundByThePredicateWhateverSnapshotShowsIt(String predicate) {
        var source = lake.catalog(INLINED, inlined(LEAK, 7, "secret", "Bern"));
        assertThat(lake.places(source, where(predicate))).containsExactly(Place.INLINED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"mail = 'z@example.org'", "tenant = 8", "NOT (mail = 'x@example.org')", "home.city = 'Thun'"})
    void inlinedRowIsNotFoundByAnother(String predicate) {
        var source = lake.catalog(INLINED, inlined(LEAK, 7, "secret", "Bern"));
        assertThat(lake.places(source, where(predicate))).isEmpty();
    }

    @Test
    void numberIsNoTextToFindInOtherColumnsOfInlinedRows() {
        var source = lake.catalog(INLINED, inlined(LEAK, 7, "secret", "Bern"));
        assertThat(lake.places(source, where("id = 7"))).isEmpty();
        assertThat(lake.places(source, where("id = 9"))).containsExactly(Place.INLINED);
    }

    @Test
    void textIsFoundInAnyColumnOfInlinedRows() {
        var source = lake.catalog(INLINED, inlined("a@b.c", 7, "secret of " + LEAK, "Bern"));
        assertThat(lake.places(source, value(LEAK))).containsExactly(Place.INLINED);
        assertThat(lake.places(source, MAIL)).containsExactly(Place.INLINED);
        assertThat(lake.places(source, MAIL_OF_TENANT)).containsExactly(Place.INLINED);
    }

    @Test
    void literalsTogetherMustStandInOneRow() {
        var source = lake.catalog(INLINED, inlined(LEAK, 6, "a", "b"), inlined("a@b.c", 7, "a", "b"));
        assertThat(lake.places(source, MAIL_OF_TENANT)).isEmpty();
        assertThat(lake.places(source, MAIL)).containsExactly(Place.INLINED);
    }

    @Test
    void inlinedBytesAreReadAsText() {
        var source = lake.catalog(
                column(8, "raw", "blob", null),
                "CREATE TABLE ducklake_inlined_data_1_2 (row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, raw BLOB)",
                "INSERT INTO ducklake_inlined_data_1_2 VALUES (1, 1, NULL, encode('für ' || 'münchen@example.org'))");
        assertThat(lake.places(source, value("münchen@example.org"))).containsExactly(Place.INLINED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mail", "email", "contact"})
    void renamedColumnOfInlinedRowsIsFoundUnderEachName(String name) {
        var source = lake.catalog(
                "UPDATE ducklake_column SET end_snapshot = 2 WHERE column_id = 2",
                column(2, "email", "varchar", null),
                column(2, "contact", "varchar", null),
                INLINED.replace("mail VARCHAR", "contact VARCHAR"),
                inlined("m" + LEAK, 7, "a", "b"));
        assertThat(lake.places(source, where(name + " LIKE 'mx@example%'"))).containsExactly(Place.INLINED);
    }

    @Test
    void retypedColumnOfInlinedRowsIsAskedAsEachTypeItHad() {
        var source = lake.catalog(column(3, "tenant", "varchar", null), INLINED, inlined("a@b.c", 7, "a", "b"));
        assertThat(lake.places(source, where("tenant = '7'"))).containsExactly(Place.INLINED);
        assertThat(lake.places(source, where("tenant = 7"))).containsExactly(Place.INLINED);
        assertThat(lake.places(source, where("tenant LIKE '7%'"))).containsExactly(Place.INLINED);
    }

    @Test
    void rowsOfATableThatNobodyKnowsAnyMoreAreAskedByName() {
        var source = lake.catalog(
                INLINED.replace("_1_1", "_77_1"), inlined(LEAK, 7, "a", "b").replace("_1_1", "_77_1"));
        assertThat(lake.places(source, where("mail LIKE '%@example.org'"))).containsExactly(Place.INLINED);
    }

    @Test
    void rowsOfTheDevelopmentFormatAreFoundBesideItsOwnColumns() {
        var source = lake.catalog(
                "CREATE TABLE ducklake_inlined_data_1_1 (_ducklake_row_id BIGINT, _ducklake_begin_snapshot BIGINT,"
                        + " _ducklake_end_snapshot BIGINT, mail VARCHAR, row_id BIGINT)",
                "INSERT INTO ducklake_inlined_data_1_1 VALUES (1, 1, NULL, 'a', 4711001)");
        assertThat(lake.places(source, value("4711001"))).containsExactly(Place.INLINED);
    }

    @Test
    void smallestAndLargestValuesAreFoundInStatisticsOfTheColumn() {
        assertThat(lake.places(lake.catalog(statistics(1, 2, LEAK, "z")), MAIL)).containsExactly(Place.STATISTICS);
        assertThat(lake.places(lake.catalog(statistics(1, 2, "a", LEAK)), MAIL)).containsExactly(Place.STATISTICS);
        assertThat(lake.places(lake.catalog(statistics(1, 3, "5", "7")), where("tenant = 7")))
                .containsExactly(Place.STATISTICS);
        assertThat(lake.places(lake.catalog(statistics(1, 3, "5", "77")), where("tenant = 7")))
                .isEmpty();
        assertThat(lake.places(lake.catalog(statistics(1, 5, "a", "secret")), where("list_contains(tags, 'secret')")))
                .containsExactly(Place.STATISTICS);
        assertThat(lake.places(lake.catalog(statistics(1, 7, "Bern", "Thun")), where("home.city = 'Bern'")))
                .containsExactly(Place.STATISTICS);
    }

    @Test
    void statisticsOfAnotherColumnAreFoundByTextOnly() {
        var source = lake.catalog(statistics(1, 7, LEAK, "z"));
        assertThat(lake.places(source, MAIL)).isEmpty();
        assertThat(lake.places(source, value(LEAK))).containsExactly(Place.STATISTICS);
    }

    @Test
    void literalsTogetherMustStandInStatisticsOfOneFile() {
        var apart = lake.catalog(file(2, "b.parquet"), statistics(1, 2, LEAK, "z"), statistics(2, 3, "7", "9"));
        assertThat(lake.places(apart, MAIL_OF_TENANT)).isEmpty();
        var together = lake.catalog(statistics(1, 2, LEAK, "z"), statistics(1, 3, "7", "9"));
        assertThat(lake.places(together, MAIL_OF_TENANT)).containsExactly(Place.STATISTICS);
        var tenantAlone = lake.catalog(statistics(1, 2, "a", "z"), statistics(1, 3, "7", "9"));
        assertThat(lake.places(tenantAlone, MAIL_OF_TENANT)).isEmpty();
    }

    @Test
    void textShortenedInStatisticsIsFoundByWhatIsLeft() {
        var text = "leak ".repeat(80);
        var source = lake.catalog(statistics(1, 2, text.substring(0, 256), text.substring(0, 255) + "l"));
        assertThat(lake.places(source, where("mail = '" + text + "'"))).contains(Place.STATISTICS);
    }

    @Test
    void statisticsOfTablesAndOfOtherKindsAreFound() {
        assertThat(lake.places(
                        lake.catalog(
                                "INSERT INTO ducklake_table_column_stats (table_id, column_id, min_value, max_value)"
                                        + " VALUES (1, 2, 'a', '" + LEAK + "')"),
                        MAIL))
                .containsExactly(Place.STATISTICS);
        assertThat(lake.places(
                        lake.catalog("INSERT INTO ducklake_file_variant_stats (data_file_id, table_id, column_id,"
                                + " variant_path, min_value) VALUES (1, 1, 2, 'p', '" + LEAK + "')"),
                        MAIL))
                .containsExactly(Place.STATISTICS);
        assertThat(lake.places(
                        lake.catalog("INSERT INTO ducklake_table_column_stats (table_id, column_id, extra_stats)"
                                + " VALUES (1, 2, '{\"most\": \"" + LEAK + "\"}')"),
                        MAIL))
                .containsExactly(Place.STATISTICS);
    }

    @Test
    void statisticsOfRenamedTablesOfOldFormatsAreFound() {
        var source = lake.catalog(
                "UPDATE ducklake_metadata SET value = '0.2' WHERE key = 'version'",
                statistics(1, 2, LEAK, "z"),
                "ALTER TABLE ducklake_file_column_stats DROP COLUMN extra_stats",
                "ALTER TABLE ducklake_file_column_stats RENAME TO ducklake_file_column_statistics");
        assertThat(lake.places(source, MAIL)).containsExactly(Place.STATISTICS);
        assertThat(lake.places(source, value(LEAK))).containsExactly(Place.STATISTICS);
    }

    @Test
    void catalogOfTheOldestFormatIsSearched() {
        var source = lake.catalog(
                "UPDATE ducklake_metadata SET value = '0.1' WHERE key = 'version'",
                "ALTER TABLE ducklake_metadata DROP COLUMN scope",
                "ALTER TABLE ducklake_metadata DROP COLUMN scope_id",
                "ALTER TABLE ducklake_schema DROP COLUMN path",
                "ALTER TABLE ducklake_schema DROP COLUMN path_is_relative",
                "ALTER TABLE ducklake_table DROP COLUMN path",
                "ALTER TABLE ducklake_table DROP COLUMN path_is_relative",
                "DROP TABLE ducklake_name_mapping",
                "DROP TABLE ducklake_column_mapping",
                "DROP TABLE ducklake_macro",
                "DROP TABLE ducklake_macro_impl",
                "DROP TABLE ducklake_macro_parameters",
                "DROP TABLE ducklake_sort_expression",
                "DROP TABLE ducklake_file_variant_stats",
                "ALTER TABLE ducklake_data_file DROP COLUMN mapping_id",
                "ALTER TABLE ducklake_snapshot_changes DROP COLUMN author",
                "ALTER TABLE ducklake_snapshot_changes DROP COLUMN commit_message",
                "ALTER TABLE ducklake_snapshot_changes DROP COLUMN commit_extra_info",
                INLINED,
                inlined(LEAK, 7, "a", "b"));
        assertThat(lake.places(source, MAIL)).containsExactly(Place.INLINED);
    }

    @Test
    void partitionValueIsFound() {
        var partition = new String[] {
            "INSERT INTO ducklake_partition_column VALUES (5, 1, 0, 2, 'identity'), (5, 1, 1, 3, 'bucket(8)')",
            "UPDATE ducklake_data_file SET partition_id = 5",
            "INSERT INTO ducklake_file_partition_value VALUES (1, 1, 0, '" + LEAK + "'), (1, 1, 1, '7')"
        };
        var source = lake.catalog(partition);
        assertThat(lake.places(source, MAIL)).containsExactly(Place.PARTITION);
        assertThat(lake.places(source, value(LEAK))).containsExactly(Place.PARTITION);
        assertThat(lake.places(source, where("tenant = 7"))).isEmpty();
        assertThat(lake.places(source, MAIL_OF_TENANT)).isEmpty();
    }

    @Test
    void foldersOfPathsAreFoundAsTheyAreSpelled() {
        var encoded = lake.catalog(file(2, "mail=x%40example.org/b.parquet"));
        var plain = lake.catalog(file(2, "mail=x@example.org/b.parquet"));
        for (var source : List.of(encoded, plain)) {
            assertThat(lake.places(source, MAIL)).containsExactly(Place.KEY_NAME);
            assertThat(lake.places(source, value(LEAK))).containsExactly(Place.KEY_NAME);
        }
        var tenant = lake.catalog(file(2, "tenant=7/b.parquet"));
        assertThat(lake.places(tenant, where("tenant = 7"))).containsExactly(Place.KEY_NAME);
        assertThat(lake.places(tenant, MAIL_OF_TENANT)).isEmpty();
        var both = lake.catalog(file(2, "tenant=7/mail=x%40example.org/b.parquet"));
        assertThat(lake.places(both, MAIL_OF_TENANT)).containsExactly(Place.KEY_NAME);
    }

    @Test
    void oneFileMayShowItInSeveralPlacesTogether() {
        var source = lake.catalog(file(2, "tenant=7/b.parquet"), statistics(2, 2, LEAK, "z"));
        assertThat(lake.places(source, MAIL_OF_TENANT)).containsExactlyInAnyOrder(Place.KEY_NAME, Place.STATISTICS);
    }

    @Test
    void pathsOfScheduledFilesAndOfTablesAreFound() {
        assertThat(lake.places(
                        lake.catalog("INSERT INTO ducklake_files_scheduled_for_deletion VALUES (8,"
                                + " 'main/people/mail=x%40example.org/old.parquet', true, now())"),
                        MAIL))
                .containsExactly(Place.KEY_NAME);
        assertThat(lake.places(lake.catalog("UPDATE ducklake_table SET path = 'x@example.org/'"), MAIL))
                .containsExactly(Place.KEY_NAME);
        assertThat(lake.places(
                        lake.catalog(
                                "INSERT INTO ducklake_delete_file (delete_file_id, table_id, begin_snapshot, path,"
                                        + " path_is_relative, format) VALUES (8, 1, 1, 'x@example.org-delete.parquet', true, 'parquet')"),
                        MAIL))
                .containsExactly(Place.KEY_NAME);
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of(
                        Place.VIEW,
                        "INSERT INTO ducklake_view (view_id, view_name, sql) VALUES (3, 'v', 'SELECT * FROM"
                                + " people WHERE mail <> ''x@example.org''')"),
                Arguments.of(
                        Place.VIEW,
                        "INSERT INTO ducklake_macro_impl VALUES (4, 0, 'duckdb', '''x@example.org''', 'scalar')"),
                Arguments.of(
                        Place.VIEW,
                        "INSERT INTO ducklake_macro_parameters (macro_id, default_value) VALUES (4,"
                                + " 'x@example.org')"),
                Arguments.of(
                        Place.VIEW, "UPDATE ducklake_column SET default_value = 'x@example.org' WHERE column_id = 2"),
                Arguments.of(
                        Place.VIEW, "UPDATE ducklake_column SET initial_default = 'x@example.org' WHERE column_id = 2"),
                Arguments.of(
                        Place.VIEW,
                        "INSERT INTO ducklake_sort_expression (sort_id, table_id, expression) VALUES (1, 1,"
                                + " 'mail = ''x@example.org''')"),
                Arguments.of(
                        Place.VIEW, "INSERT INTO ducklake_tag VALUES (1, 1, NULL, 'comment', 'ask x@example.org')"),
                Arguments.of(
                        Place.VIEW,
                        "INSERT INTO ducklake_column_tag VALUES (1, 2, 1, NULL, 'comment', 'ask x@example.org')"),
                Arguments.of(Place.VIEW, "COMMENT ON TABLE ducklake_tag IS 'ask x@example.org'"),
                Arguments.of(Place.VIEW, "CREATE VIEW mails AS SELECT 'x@example.org' AS mail"),
                Arguments.of(Place.VIEW, "CREATE MACRO mails() AS 'x@example.org'"),
                Arguments.of(Place.VIEW, "CREATE TABLE notes AS SELECT 'x@example.org' AS beside_the_lake"),
                Arguments.of(
                        Place.MESSAGE,
                        "INSERT INTO ducklake_snapshot_changes VALUES (1, '', 'x@example.org', NULL, NULL)"),
                Arguments.of(
                        Place.MESSAGE,
                        "INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, 'add x@example.org', NULL)"),
                Arguments.of(
                        Place.MESSAGE,
                        "INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, NULL, '{\"for\":\"x\\u0040example.org\"}')"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void textsThatPeopleWroteAreFound(Place place, String statement) {
        var source = lake.catalog(statement);
        assertThat(lake.places(source, MAIL)).containsExactly(place);
        assertThat(lake.places(source, value(LEAK))).containsExactly(place);
        assertThat(lake.places(source, where("mail IN ('a@b.c', 'x@example.org')")))
                .containsExactly(place);
        assertThat(lake.places(source, where("mail = 'x@example.org' OR tenant > 5")))
                .containsExactly(place);
        assertThat(lake.places(source, where("mail = 'x@example.org' AND id > 5")))
                .containsExactly(place);
        assertThat(lake.places(source, where("mail <> 'x@example.org' AND mail LIKE '%x@example.org'")))
                .isEmpty();
        assertThat(lake.places(source, where("NOT (mail = 'x@example.org')"))).isEmpty();
    }

    @Test
    void tenantsNumberAloneIsNoHitInTexts() {
        var source = lake.catalog("INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, 'load tenant 7', NULL)");
        assertThat(lake.places(source, MAIL_OF_TENANT)).isEmpty();
        assertThat(lake.places(source, where("tenant = 7"))).isEmpty();
        assertThat(lake.places(source, value("7"))).contains(Place.MESSAGE);
        assertThat(lake.places(
                        lake.catalog(
                                "INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, 'x@example.org of tenant 7', NULL)"),
                        MAIL_OF_TENANT))
                .containsExactly(Place.MESSAGE);
        assertThat(lake.places(
                        lake.catalog(
                                "INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, 'x@example.org of tenant 17', NULL)"),
                        MAIL_OF_TENANT))
                .isEmpty();
    }

    @Test
    void secondLakeOfTheFileIsSearchedToo() {
        var source = lake.catalog(
                "CREATE SCHEMA other",
                "CREATE TABLE other.ducklake_metadata AS FROM main.ducklake_metadata",
                "CREATE TABLE other.ducklake_schema AS FROM main.ducklake_schema",
                "CREATE TABLE other.ducklake_table AS FROM main.ducklake_table",
                "CREATE TABLE other.ducklake_view AS FROM main.ducklake_view",
                "CREATE TABLE other.ducklake_column AS FROM main.ducklake_column",
                "CREATE TABLE other.ducklake_data_file AS FROM main.ducklake_data_file",
                "CREATE TABLE other.ducklake_delete_file AS FROM main.ducklake_delete_file",
                "CREATE TABLE other.ducklake_files_scheduled_for_deletion AS FROM main.ducklake_files_scheduled_for_deletion",
                INLINED.replace("ducklake_inlined", "other.ducklake_inlined"),
                inlined(LEAK, 7, "a", "b").replace("ducklake_inlined", "other.ducklake_inlined"));
        assertThat(lake.places(source, MAIL)).containsExactly(Place.INLINED);
    }

    private static String[] withDeletedRows(String... more) {
        return Stream.concat(
                        Stream.of(
                                "PRAGMA force_compression = 'uncompressed'",
                                "CREATE TABLE gone AS SELECT i AS n, CASE WHEN i = 77 THEN 'x@example.org' ELSE"
                                        + " md5(i::VARCHAR) || sha256(i::VARCHAR) END AS t FROM range(20000) r(i)",
                                "CHECKPOINT",
                                "CREATE TABLE behind AS SELECT md5(i::VARCHAR) AS t FROM range(20000) r(i)",
                                "CHECKPOINT",
                                "DROP TABLE gone",
                                "CHECKPOINT"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    @Test
    void valueInBlocksThatNoTableUsesIsFound() {
        var source = lake.catalog(withDeletedRows());
        assertThat(lake.places(source, MAIL)).containsExactly(Place.FREED_BLOCKS);
        assertThat(lake.places(source, value(LEAK))).containsExactly(Place.FREED_BLOCKS);
        assertThat(lake.places(source, where("mail = 'never@example.org'"))).isEmpty();
    }

    @Test
    void valueThatATableShowsIsNoneOfFreedBlocks() {
        var source = lake.catalog(withDeletedRows(
                "INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, 'tell x@example.org', NULL)"));
        assertThat(lake.places(source, MAIL)).containsExactly(Place.MESSAGE);
        assertThat(lake.places(source, where("mail = 'x@example.org' AND home.city = 'Winterthur'")))
                .isEmpty();
    }

    @Test
    void manyLiteralsAreLookedForAtOnce() {
        var source = lake.catalog(
                "INSERT INTO ducklake_snapshot_changes VALUES (1, '', NULL, 'tell p77@example.org', NULL)");
        var all = IntStream.range(0, 500)
                .mapToObj(i -> "'p" + i + "@example.org'")
                .toList();
        assertThat(lake.places(source, where("mail IN (" + String.join(", ", all) + ")")))
                .containsExactly(Place.MESSAGE);
    }

    @Test
    void strangeCatalogsEndNoSearch() {
        var source = lake.catalog(
                // A column inside of itself, and a table number that no number holds.
                "UPDATE ducklake_column SET parent_column = 6 WHERE column_id = 6",
                column(8, "deep", "struct", 9),
                column(9, "deeper", "struct", 8),
                INLINED.replace("_1_1", "_123456789012345678901234567890_1"),
                inlined(LEAK, 7, "a", "b").replace("_1_1", "_123456789012345678901234567890_1"));
        assertThat(lake.places(source, MAIL)).containsExactly(Place.INLINED);
    }

    @Test
    void mappingOfARegisteredFileIsReadWhateverItSays() {
        var source = lake.catalog(
                "INSERT INTO ducklake_name_mapping VALUES (3, 1, 'e_mail', 2, NULL, false), (3, 2, 'loop', 4, 2, false)",
                "UPDATE ducklake_data_file SET mapping_id = 3");
        assertThat(lake.places(source, MAIL)).isEmpty();
        assertThat(lake.places(source, value("e_mail"))).containsExactly(Place.VIEW);
    }
}
