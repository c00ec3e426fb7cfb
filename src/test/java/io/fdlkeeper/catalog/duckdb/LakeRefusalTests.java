package io.fdlkeeper.catalog.duckdb;

import static io.fdlkeeper.catalog.duckdb.HandMadeLake.file;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.fake.Op;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read completely is refused, whatever it is. */
class LakeRefusalTests {

    @TempDir
    private Path folder;

    private HandMadeLake made;

    @BeforeEach
    void start() {
        made = new HandMadeLake(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DROP TABLE ducklake_delete_file",
                "DROP TABLE ducklake_files_scheduled_for_deletion",
                "ALTER TABLE ducklake_table DROP path",
                "ALTER TABLE ducklake_schema DROP path_is_relative",
                "ALTER TABLE ducklake_delete_file DROP format",
                "ALTER TABLE ducklake_table ALTER path TYPE BLOB",
                "ALTER TABLE ducklake_table ALTER path_is_relative TYPE VARCHAR",
                "ALTER TABLE ducklake_data_file ALTER end_snapshot TYPE VARCHAR",
                "CREATE TABLE ducklake_deletion_vector(blob_path VARCHAR)",
                "CREATE TABLE ducklake_inlined_data_x(path VARCHAR)",
                "ALTER TABLE ducklake_data_file ADD COLUMN sidecar_file VARCHAR",
                "ALTER TABLE ducklake_table ADD COLUMN base_url VARCHAR",
                "ALTER TABLE ducklake_view ADD COLUMN LOCATION VARCHAR",
                "CREATE VIEW ducklake_macro_impl AS SELECT 1 AS sql",
                "CREATE SCHEMA other; CREATE TABLE other.ducklake_data_file(path VARCHAR)"
            })
    void aLakeOfAnotherShapeIsRefused(String change) {
        assertThat(made.refusals(made.lake(1, change.split(";")))).containsExactly(Guard.CATALOG_SHAPE);
    }

    @Test
    void aViewInsteadOfATableIsRefused() {
        var source = made.lake(
                1,
                "ALTER TABLE ducklake_delete_file RENAME TO hidden",
                "CREATE VIEW ducklake_delete_file AS FROM hidden");
        assertThat(made.refusals(source)).containsExactly(Guard.CATALOG_SHAPE);
    }

    @Test
    void aFileWithoutALakeIsRefused() {
        assertThat(made.refusals(made.catalog(1, "CREATE TABLE t(a INTEGER)"))).containsExactly(Guard.CATALOG_SHAPE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE ducklake_metadata SET value = '2.0' WHERE value = '1.0'                        | UNKNOWN_DUCKLAKE_VERSION
            INSERT INTO ducklake_metadata VALUES ('version', '1.0', NULL, NULL)                   | UNKNOWN_DUCKLAKE_VERSION
            DELETE FROM ducklake_metadata WHERE key = 'version'                                   | UNKNOWN_DUCKLAKE_VERSION
            UPDATE ducklake_metadata SET value = NULL WHERE key = 'version' AND scope IS NULL     | UNKNOWN_DUCKLAKE_VERSION
            DELETE FROM ducklake_metadata WHERE key = 'data_path'                                 | NO_DATA_PATH
            INSERT INTO ducklake_metadata VALUES ('data_path', 's3://b/', NULL, NULL)             | NO_DATA_PATH
            UPDATE ducklake_metadata SET value = '' WHERE key = 'data_path'                       | NO_DATA_PATH
            UPDATE ducklake_data_file SET path = NULL                                             | NULL_PATH
            UPDATE ducklake_data_file SET path_is_relative = NULL                                 | NULL_PATH
            UPDATE ducklake_data_file SET table_id = NULL                                         | NULL_PATH
            UPDATE ducklake_table SET schema_id = 5                                               | NULL_PATH
            UPDATE ducklake_table SET schema_id = NULL                                            | NULL_PATH
            UPDATE ducklake_table SET path_is_relative = NULL                                     | NULL_PATH
            UPDATE ducklake_schema SET path_is_relative = NULL                                    | NULL_PATH
            UPDATE ducklake_data_file SET file_format = 'orc'                                     | UNKNOWN_FILE_FORMAT
            UPDATE ducklake_data_file SET file_format = NULL                                      | UNKNOWN_FILE_FORMAT
            UPDATE ducklake_data_file SET file_format = 'puffin'                                  | UNKNOWN_FILE_FORMAT
            INSERT INTO ducklake_delete_file VALUES (1, 1, 1, NULL, 1, 'd', true, 'roaring')      | UNKNOWN_FILE_FORMAT
            """)
    void rowsThatDoNotSayWhatTheyNameAreRefused(String change, Guard guard) {
        assertThat(made.refusals(made.lake(1, file(1, "a.parquet"), change))).containsExactly(guard);
    }

    @Test
    void aRefusalSaysWhichCatalogAndHowManyRows() {
        var source =
                made.lake(1, file(1, "a.parquet"), file(2, "b.parquet"), "UPDATE ducklake_data_file SET path = NULL");
        try (var set = made.open()) {
            assertThat(set.add(source, NameRole.LIVE))
                    .hasToString("Refused[refusals=[Refusal[guard=NULL_PATH, subject="
                            + source.object().key()
                            + ", detail=the catalog has 2 data or delete rows without a path, or without the table or schema"
                            + " it is relative to]]]");
        }
    }

    @Test
    void anUnresolvedTableWithoutFilesHarmsNobody() {
        var source = made.lake(
                1, "INSERT INTO ducklake_table VALUES (2, 1, NULL, 99, 'lost', 'lost/', true)", file(1, "a.parquet"));
        assertThat(made.read(source).texts()).containsExactly("data/main/t/a.parquet");
    }

    @ParameterizedTest
    @ValueSource(strings = {".wal", ".wal.checkpoint", ".wal.recovery"})
    void aLogBesideTheCatalogIsRefused(String suffix) {
        var source = made.lake(1, file(1, "a.parquet"));
        made.store().put(source.object().key() + suffix, "");
        assertThat(made.read(source).texts()).hasSize(1);
        made.store().put(source.object().key() + suffix, "rows");
        assertThat(made.refusals(source)).containsExactly(Guard.CATALOG_WAL);
    }

    @Test
    void aSqliteFileIsToldAsSuch() {
        var bytes = Arrays.copyOf("SQLite format 3\0".getBytes(StandardCharsets.US_ASCII), 4096);
        var source = made.source(1, bytes);
        assertThat(made.refusals(source)).containsExactly(Guard.CATALOG_SQLITE);
        made.store().put(source.object().key() + "-journal", "rows");
        assertThat(made.refusals(source)).containsExactly(Guard.CATALOG_WAL, Guard.CATALOG_SQLITE);
    }

    @Test
    void anEncryptedFileIsToldAsSuch() throws IOException {
        var secret = folder.resolve("secret.duckdb");
        made.catalog(
                1,
                "SET force_mbedtls_unsafe = true",
                "ATTACH " + Sql.literal(secret.toString()) + " AS secret (ENCRYPTION_KEY 'key')",
                "CREATE TABLE secret.t AS SELECT 1",
                "DETACH secret");
        assertThat(made.refusals(made.source(1, Files.readAllBytes(secret)))).containsExactly(Guard.CATALOG_ENCRYPTED);
    }

    @Test
    void otherBytesAreUnreadable() {
        assertThat(made.refusals(made.source(1, new byte[0]))).containsExactly(Guard.CATALOG_UNREADABLE);
        assertThat(made.refusals(made.source(1, new byte[50_000]))).containsExactly(Guard.CATALOG_UNREADABLE);
    }

    @Test
    void sizeAndDigestAreThoseOfTheRecordOrTheCatalogIsRefused() {
        var source = made.lake(1, file(1, "a.parquet"));
        var object = source.object();
        var short1 = new CatalogSource(source.version(), object, OptionalLong.of(object.bytes() + 1), Optional.of("0"));
        assertThat(made.refusals(short1)).containsExactly(Guard.CATALOG_TRUNCATED);
        var other = new CatalogSource(
                source.version(), object, OptionalLong.of(object.bytes()), Optional.of("0".repeat(64)));
        assertThat(made.refusals(other)).containsExactly(Guard.CATALOG_SHA256_MISMATCH);
        assertThat(made.read(source).texts()).hasSize(1);
        assertThat(made.refusals(other))
                .as("also once it was read without a digest")
                .containsExactly(Guard.CATALOG_SHA256_MISMATCH);
    }

    @Test
    void aCatalogThatIsNotTheListedOneIsRefused() {
        var old = made.lake(1, file(1, "a.parquet"));
        made.lake(1, file(1, "b.parquet"));
        assertThat(made.refusals(old)).containsExactly(Guard.CATALOG_CHANGED);
        made.store().remove(old.object().key().text());
        assertThat(made.refusals(old)).containsExactly(Guard.CATALOG_CHANGED);
    }

    @Test
    void aCatalogThatChangesWhileItIsReadIsRefused() {
        var source = made.lake(1, file(1, "a.parquet"));
        var key = source.object().key();
        made.store().afterCall(call -> {
            if (call.op() == Op.OPEN) {
                made.store().put(new ObjectKey(key.text()), new byte[] {1});
            }
        });
        assertThat(made.refusals(source)).containsExactly(Guard.CATALOG_CHANGED);
    }
}
