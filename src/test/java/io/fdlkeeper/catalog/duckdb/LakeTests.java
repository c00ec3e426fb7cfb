package io.fdlkeeper.catalog.duckdb;

import static io.fdlkeeper.catalog.duckdb.HandMadeLake.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.repository.Guard;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Catalogs no extension of today writes, but some writer did or may. */
class LakeTests {

    private static final String[] LAKE_0_1 = {
        "CREATE TABLE ducklake_metadata(key VARCHAR, value VARCHAR)",
        "CREATE TABLE ducklake_schema(schema_id BIGINT, schema_name VARCHAR)",
        "CREATE TABLE ducklake_table(table_id BIGINT, schema_id BIGINT, table_name VARCHAR)",
        "CREATE TABLE ducklake_view(view_id BIGINT, sql VARCHAR)",
        "CREATE TABLE ducklake_data_file(data_file_id BIGINT, table_id BIGINT, end_snapshot BIGINT, path VARCHAR,"
                + " path_is_relative BOOLEAN, file_format VARCHAR, partial_file_info VARCHAR)",
        "CREATE TABLE ducklake_delete_file(delete_file_id BIGINT, table_id BIGINT, end_snapshot BIGINT, path VARCHAR,"
                + " path_is_relative BOOLEAN, format VARCHAR)",
        "CREATE TABLE ducklake_files_scheduled_for_deletion(data_file_id BIGINT, path VARCHAR, path_is_relative BOOLEAN)",
        "INSERT INTO ducklake_metadata VALUES ('version', '0.1'), ('data_path', 'lake.db.files')",
        "INSERT INTO ducklake_data_file VALUES (1, 1, NULL, 'a.parquet', true, 'parquet', NULL),"
                + " (2, 1, 5, '/b.parquet', true, 'parquet', '2:4|6:7')"
    };

    @TempDir
    private Path folder;

    private HandMadeLake made;

    @BeforeEach
    void start() {
        made = new HandMadeLake(folder);
    }

    @Test
    void theFirstFormatHasItsFilesDirectlyUnderTheDataPath() {
        var names = made.read(made.catalog(1, LAKE_0_1));
        assertThat(names.main()).containsExactly("data//b.parquet", "data/a.parquet");
        assertThat(names.spellingsOf("data//b.parquet")).containsExactly("data//b.parquet", "data/b.parquet");
        assertThat(names.facts().format()).isEqualTo("0.1");
        assertThat(names.facts().dataPath()).isEqualTo("lake.db.files");
    }

    @Test
    void aLaterFormatWithoutFoldersIsNoLakeWeKnow() {
        var lake = Stream.concat(
                        Arrays.stream(LAKE_0_1),
                        Stream.of("UPDATE ducklake_metadata SET value = '0.3' WHERE key = 'version'"))
                .toArray(String[]::new);
        assertThat(made.refusals(made.catalog(1, lake))).containsExactly(Guard.CATALOG_SHAPE);
    }

    @Test
    void aLakeInAnotherSchemaIsFound() {
        var elsewhere = Stream.concat(
                        Stream.of("CREATE SCHEMA \"my \"\"meta\"\"\"", "USE \"my \"\"meta\"\"\""),
                        Stream.concat(Arrays.stream(HandMadeLake.LAKE_1_0), Stream.of(file(1, "a.parquet"))))
                .toArray(String[]::new);
        assertThat(made.read(made.catalog(1, elsewhere)).texts()).containsExactly("data/main/t/a.parquet");
    }

    @Test
    void twoLakesInOneFileAreBothRead() {
        var two = Stream.of(
                        Arrays.stream(HandMadeLake.LAKE_1_0),
                        Stream.of(file(1, "a.parquet"), "CREATE SCHEMA second", "USE second"),
                        Arrays.stream(HandMadeLake.LAKE_1_0),
                        Stream.of(
                                "UPDATE ducklake_metadata SET value = 's3://b/data//' WHERE key = 'data_path'",
                                file(1, "b.parquet")))
                .flatMap(sql -> sql)
                .toArray(String[]::new);
        var names = made.read(made.catalog(1, two));
        assertThat(names.texts())
                .containsExactly("data//main/t/b.parquet", "data/main/t/a.parquet", "data/main/t/b.parquet");
        assertThat(names.spellingsOf("data//main/t/b.parquet")).hasSize(2);
        assertThat(names.facts().references()).isEqualTo(2);
    }

    @Test
    void aRenamedTableKeepsItsFolderAndItsFiles() {
        var names = made.read(made.lake(
                1, "INSERT INTO ducklake_table VALUES (1, 3, NULL, 0, 'renamed', 't/', true)", file(1, "a.parquet")));
        assertThat(names.keys()).singleElement().satisfies(named -> {
            assertThat(named.key().text()).isEqualTo("data/main/t/a.parquet");
            assertThat(named.isMainSpelling()).isTrue();
        });
    }

    @Test
    void aTableWithTwoFoldersHasItsFilesInEither() {
        var names = made.read(made.lake(
                1, "INSERT INTO ducklake_table VALUES (1, 3, NULL, 0, 't', 'u/', true)", file(1, "a.parquet")));
        assertThat(names.spellingsOf("data/main/t/a.parquet"))
                .containsExactly("data/main/t/a.parquet", "data/main/u/a.parquet");
    }

    @Test
    void aFolderWithoutItsSlashIsJoinedInBothWays() {
        var names = made.read(made.lake(1, "UPDATE ducklake_table SET path = 't'", file(1, "a.parquet")));
        assertThat(names.spellingsOf("data/main/ta.parquet"))
                .containsExactly("data/main/t/a.parquet", "data/main/ta.parquet");
    }

    @Test
    void aSchemaWithTwoFoldersIsNotGuessedAt() {
        var source = made.lake(
                1,
                "CREATE TABLE s AS FROM ducklake_schema",
                "DROP TABLE ducklake_schema",
                "ALTER TABLE s RENAME TO ducklake_schema",
                "INSERT INTO ducklake_schema VALUES (0, 'main', 'other/', true)",
                file(1, "a.parquet"));
        assertThat(made.refusals(source)).containsExactly(Guard.NULL_PATH);
    }

    @Test
    void aNullFolderAddsNothing() {
        var names = made.read(made.lake(
                1,
                "UPDATE ducklake_schema SET path = NULL, path_is_relative = NULL",
                "UPDATE ducklake_table SET path = NULL, path_is_relative = NULL",
                file(1, "a.parquet")));
        assertThat(names.texts()).containsExactly("data/a.parquet");
    }

    @Test
    void currentEndedAndScheduledRowsAreToldApart() {
        var names = made.read(made.lake(
                1,
                file(1, "current.parquet"),
                file(2, "ended.parquet"),
                "UPDATE ducklake_data_file SET end_snapshot = 4 WHERE data_file_id = 2",
                "INSERT INTO ducklake_delete_file VALUES (3, 1, 1, NULL, 1, 'd-delete.parquet', true, 'parquet'),"
                        + " (4, 1, 1, NULL, 1, 'd-delete.puffin', true, 'puffin')",
                "INSERT INTO ducklake_files_scheduled_for_deletion VALUES (9, 'main/t/gone.parquet', true),"
                        + " (1, 'main/t/current.parquet', true), (8, NULL, NULL), (7, 's3://other/x.parquet', false)"));
        assertThat(names.keys())
                .extracting(named -> named.key().lastSegment(), named -> named.live(), named -> named.current())
                .containsExactly(
                        tuple("current.parquet", true, true),
                        tuple("d-delete.parquet", true, true),
                        tuple("d-delete.puffin", true, true),
                        tuple("ended.parquet", true, false),
                        tuple("gone.parquet", false, false));
        assertThat(names.keys()).allMatch(named -> named.everNamed());
        assertThat(names.facts().references()).isEqualTo(4);
        assertThat(names.facts().scheduled()).isEqualTo(4);
        assertThat(names.facts().externalUrls()).isEmpty();
    }

    @Test
    void aRowWhoseTableIsGoneNamesByItsEnd() {
        var names = made.read(made.lake(
                1, file(1, 77, "year=2024/a.parquet", true), file(2, 77, "s3://towns/data/b.parquet", false)));
        assertThat(names.facts().looseTails()).containsExactly("year=2024/a.parquet");
        assertThat(names.texts()).containsExactly("data/b.parquet");
    }

    @Test
    void absoluteRowsAreHereWhereTheLakeOrTheRepositorySaysSo() {
        var names = made.read(made.lake(
                1,
                file(1, 1, "s3://built-at/lake/data/main/t/own.parquet", false),
                file(2, 1, "s3a://towns/data/at.parquet", false),
                file(3, 1, "https://host.example/alice/towns/data/a%20b.parquet?raw=1", false),
                file(4, 1, "s3://towns/other/not-data.parquet", false),
                file(5, 1, "https://another.example/x/data/c.parquet", false),
                file(6, 1, "/srv/lake/d.parquet", false),
                file(7, 1, "./people.parquet", false)));
        assertThat(names.texts())
                .contains("data/main/t/own.parquet", "data/at.parquet", "data/a b.parquet")
                .doesNotContain("other/not-data.parquet");
        assertThat(names.facts().externalUrls())
                .containsExactlyInAnyOrder("s3://towns/other/not-data.parquet", "/srv/lake/d.parquet");
        assertThat(names.facts().httpUrls()).containsExactly("https://another.example/x/data/c.parquet");
        assertThat(names.facts().externalSegments())
                .containsExactlyInAnyOrder("not-data.parquet", "c.parquet", "d.parquet");
        assertThat(names.facts().looseTails()).containsExactly("people.parquet");
        assertThat(names.facts().references()).isEqualTo(7);
    }

    @Test
    void anAbsoluteFolderCarriesItsFiles() {
        var names = made.read(made.lake(
                1,
                "UPDATE ducklake_table SET path = 's3://built-at/lake/data/moved/', path_is_relative = false",
                file(1, "a.parquet"),
                "INSERT INTO ducklake_table VALUES (2, 1, NULL, 0, 'far', 's3://other/far/', false)",
                file(2, 2, "b.parquet", true)));
        assertThat(names.texts()).containsExactly("data/moved/a.parquet");
        assertThat(names.facts().externalUrls()).containsExactly("s3://other/far/b.parquet");
    }

    @Test
    void hiveFoldersKeepTheirPercentSigns() {
        var names = made.read(made.lake(1, file(1, "ts=2024-01-15%2012%3A30/a.parquet")));
        assertThat(names.main()).containsExactly("data/main/t/ts=2024-01-15%2012%3A30/a.parquet");
        assertThat(names.texts()).contains("data/main/t/ts=2024-01-15 12:30/a.parquet");
    }

    @Test
    void flagsOfALakeThatWasOnceInSqliteAreNumbers() {
        var names = made.read(
                made.lake(
                        1,
                        "ALTER TABLE ducklake_schema ALTER path_is_relative TYPE BIGINT USING path_is_relative::BIGINT",
                        "ALTER TABLE ducklake_table ALTER path_is_relative TYPE BIGINT USING path_is_relative::BIGINT",
                        file(1, "a.parquet"),
                        file(2, 1, "s3://other/b.parquet", false),
                        "DROP TABLE ducklake_files_scheduled_for_deletion",
                        "CREATE TABLE ducklake_files_scheduled_for_deletion(data_file_id BIGINT, path VARCHAR, path_is_relative BIGINT)"));
        assertThat(names.texts()).containsExactly("data/main/t/a.parquet");
        assertThat(names.facts().externalUrls()).containsExactly("s3://other/b.parquet");
    }

    @Test
    void sqlAndInlinedRowsAreTold() {
        var names = made.read(made.lake(
                1,
                "INSERT INTO ducklake_view VALUES (1, 'v', 'SELECT 1'), (2, 'w', NULL)",
                "CREATE TABLE ducklake_macro_impl(macro_id BIGINT, sql VARCHAR)",
                "INSERT INTO ducklake_macro_impl VALUES (1, 'x + 1')",
                "CREATE TABLE ducklake_column(column_id BIGINT, default_value VARCHAR)",
                "INSERT INTO ducklake_column VALUES (1, 'plain'), (2, 'now()')",
                "CREATE TABLE ducklake_inlined_data_1_1(row_id BIGINT, url VARCHAR)",
                "INSERT INTO ducklake_inlined_data_1_1 VALUES (1, 'a'), (2, 'b')",
                "CREATE TABLE ducklake_inlined_data_2_1(row_id BIGINT, url VARCHAR)",
                "INSERT INTO ducklake_inlined_data_2_1 VALUES (1, 'a')",
                "CREATE TABLE ducklake_inlined_delete_1(file_id BIGINT, row_id BIGINT)"));
        assertThat(names.facts().sqlTexts()).containsExactlyInAnyOrder("SELECT 1", "x + 1", "now()");
        assertThat(names.facts().inlinedRows()).isEqualTo(3);
    }

    @Test
    void sqlOfACatalogIsNeverRun() {
        var outside = folder.resolve("outside.csv");
        var names = made.read(made.lake(
                1,
                "COPY (SELECT 1 AS a) TO " + Sql.literal(outside.toString()),
                "CREATE VIEW innocent AS SELECT * FROM read_csv(" + Sql.literal(outside.toString()) + ")",
                "CREATE MACRO lower(x) AS 'unreadable'",
                file(1, "a.parquet")));
        assertThat(names.texts()).containsExactly("data/main/t/a.parquet");
    }

    @Test
    void theDevelopmentFormatNeedsASwitch() {
        var source = made.lake(
                1, "UPDATE ducklake_metadata SET value = '1.1-dev1' WHERE value = '1.0'", file(1, "a.parquet"));
        assertThat(made.refusals(source)).containsExactly(Guard.UNKNOWN_DUCKLAKE_VERSION);
        try (var set = made.sets(true).open(made.store().ports().reader(), HandMadeLake.ADDRESS)) {
            assertThat(set.add(source, NameRole.LIVE)).isInstanceOf(CatalogReading.Read.class);
        }
        assertThat(made.refusals(source)).containsExactly(Guard.UNKNOWN_DUCKLAKE_VERSION);
    }
}
