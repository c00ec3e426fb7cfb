package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.fake.FakeStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** A catalog written by hand, one statement after another, in a store of its own. */
final class HandMadeLake {

    static final RepositoryAddress ADDRESS =
            new RepositoryAddress("data/", List.of("s3://towns/", "https://host.example/alice/towns/"));

    /** Schema 0 is {@code main/}, table 1 is {@code t/}. */
    static final String[] LAKE_1_0 = {
        "CREATE TABLE ducklake_metadata(key VARCHAR, value VARCHAR, scope VARCHAR, scope_id BIGINT)",
        "CREATE TABLE ducklake_schema(schema_id BIGINT PRIMARY KEY, schema_name VARCHAR, path VARCHAR, path_is_relative BOOLEAN)",
        "CREATE TABLE ducklake_table(table_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, schema_id BIGINT,"
                + " table_name VARCHAR, path VARCHAR, path_is_relative BOOLEAN)",
        "CREATE TABLE ducklake_view(view_id BIGINT, view_name VARCHAR, sql VARCHAR)",
        "CREATE TABLE ducklake_data_file(data_file_id BIGINT PRIMARY KEY, table_id BIGINT, begin_snapshot BIGINT,"
                + " end_snapshot BIGINT, file_order BIGINT, path VARCHAR, path_is_relative BOOLEAN, file_format VARCHAR,"
                + " file_size_bytes BIGINT)",
        "CREATE TABLE ducklake_delete_file(delete_file_id BIGINT PRIMARY KEY, table_id BIGINT, begin_snapshot BIGINT,"
                + " end_snapshot BIGINT, data_file_id BIGINT, path VARCHAR, path_is_relative BOOLEAN, format VARCHAR)",
        "CREATE TABLE ducklake_files_scheduled_for_deletion(data_file_id BIGINT, path VARCHAR, path_is_relative BOOLEAN)",
        "INSERT INTO ducklake_metadata VALUES ('version', '1.0', NULL, NULL), ('data_path', 's3://built-at/lake/data/', NULL, NULL),"
                + " ('version', 'of a table', 'table', 1)",
        "INSERT INTO ducklake_schema VALUES (0, 'main', 'main/', true)",
        "INSERT INTO ducklake_table VALUES (1, 1, NULL, 0, 't', 't/', true)"
    };

    private static final String VERSION = "01a18f41-8c00-7fc4-a158-fb57a6e04b6";

    private final Path folder;
    private final FakeStore store = new FakeStore(Instant.parse("2026-11-30T00:00:00Z"));
    private int files;

    HandMadeLake(Path folder) {
        this.folder = folder;
    }

    FakeStore store() {
        return store;
    }

    DuckDbReferenceSets sets() {
        return sets(false);
    }

    DuckDbReferenceSets sets(boolean developmentFormat) {
        return new DuckDbReferenceSets(folder.resolve("cache"), folder.resolve("temp"), "128MB", 1, developmentFormat);
    }

    ReferenceSet open() {
        return sets().open(store.ports().reader(), ADDRESS);
    }

    /** Returns one of ten version ids. */
    static VersionId version(int number) {
        return new VersionId(VERSION + Integer.toHexString(number));
    }

    /** A row of a data file in table 1. */
    static String file(int id, String path) {
        return file(id, 1, path, true);
    }

    static String file(int id, int table, String path, boolean relative) {
        return "INSERT INTO ducklake_data_file VALUES (" + id + ", " + table + ", 1, NULL, NULL, " + Sql.literal(path)
                + ", " + relative + ", 'parquet', 9)";
    }

    /** Makes a catalog of the usual layout with these statements after it. */
    CatalogSource lake(int version, String... more) {
        return catalog(
                version,
                IntStream.range(0, LAKE_1_0.length + more.length)
                        .mapToObj(i -> i < LAKE_1_0.length ? LAKE_1_0[i] : more[i - LAKE_1_0.length])
                        .toArray(String[]::new));
    }

    /** Makes a catalog of exactly these statements. */
    CatalogSource catalog(int version, String... statements) {
        var file = folder.resolve("made-" + files++ + ".duckdb");
        try (var connection = DriverManager.getConnection("jdbc:duckdb:" + file)) {
            for (var sql : statements) {
                try (var statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        try {
            return source(version, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts bytes where a version's catalog belongs. */
    CatalogSource source(int version, byte[] bytes) {
        var key = new ObjectKey("versions/" + version(version) + "/ducklake.duckdb");
        return new CatalogSource(version(version), store.put(key, bytes), OptionalLong.empty(), Optional.empty());
    }

    /** Reads one catalog into a set of its own; it must be readable. */
    Names read(CatalogSource source) {
        try (var set = open()) {
            var reading = set.add(source, NameRole.LIVE);
            if (reading instanceof CatalogReading.Read read) {
                return new Names(read.facts(), all(set));
            }
            throw new AssertionError(reading);
        }
    }

    /** Reads one catalog that must be refused. */
    List<Guard> refusals(CatalogSource source) {
        try (var set = open()) {
            var reading = set.add(source, NameRole.LIVE);
            if (reading instanceof CatalogReading.Refused refused) {
                if (set.inKeyOrder().hasNext()) {
                    throw new AssertionError("a refused catalog left names");
                }
                return refused.refusals().stream().map(Refusal::guard).toList();
            }
            throw new AssertionError(reading);
        }
    }

    static List<NamedKey> all(ReferenceSet set) {
        var keys = new ArrayList<NamedKey>();
        set.inKeyOrder().forEachRemaining(keys::add);
        return keys;
    }

    /** What one catalog gave. */
    record Names(CatalogFacts facts, List<NamedKey> keys) {

        List<String> texts() {
            return keys.stream().map(named -> named.key().text()).toList();
        }

        /** The main spellings, in order. */
        List<String> main() {
            return keys.stream()
                    .filter(NamedKey::isMainSpelling)
                    .map(named -> named.key().text())
                    .toList();
        }

        /** Every spelling of the row whose main one this is, in order. */
        List<String> spellingsOf(String reference) {
            return keys.stream()
                    .filter(named -> named.reference().equals(reference))
                    .map(named -> named.key().text())
                    .toList();
        }
    }
}
