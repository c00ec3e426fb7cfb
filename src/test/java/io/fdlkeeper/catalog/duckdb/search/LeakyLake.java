package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.LeakSearch.CatalogSearched;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Catalogs of a table {@code main.people}, made with plain SQL, in a store of their own.
 *
 * <p>The table is number 1; its columns are {@code id} (1), {@code mail} (2), {@code tenant} (3), {@code tags} (4, a list of 5) and
 * {@code home} (6, a struct of {@code city}, 7). File 1 is {@code data/main/people/a.parquet}.
 */
final class LeakyLake {

    static final String LEAK = "x@example.org";
    static final RepositoryAddress ADDRESS = new RepositoryAddress("data/", List.of("s3://people/"));

    private static final String SCRIPT = "/io/fdlkeeper/sample/ducklake-1.0.sql";
    private static final String VERSION = "01a18f41-8c00-7fc4-a158-fb57a6e04b6";

    static final String[] PEOPLE = {
        "INSERT INTO ducklake_metadata VALUES ('version', '1.0', NULL, NULL), ('data_path', 's3://built-at/data/', NULL, NULL)",
        "INSERT INTO ducklake_snapshot (snapshot_id, schema_version) VALUES (1, 1)",
        "INSERT INTO ducklake_schema (schema_id, begin_snapshot, schema_name, path, path_is_relative) VALUES (0, 0, 'main',"
                + " 'main/', true)",
        "INSERT INTO ducklake_table VALUES (1, '11111111-1111-1111-1111-111111111111', 1, NULL, 0, 'people', 'people/', true)",
        column(1, "id", "int64", null),
        column(2, "mail", "varchar", null),
        column(3, "tenant", "int32", null),
        column(4, "tags", "list", null),
        column(5, "element", "varchar", 4),
        column(6, "home", "struct", null),
        column(7, "city", "varchar", 6),
        file(1, "a.parquet")
    };

    private static final byte[] USUAL = usual();

    private final Path folder;
    private final FakeStore store = new FakeStore(Instant.parse("2026-11-30T00:00:00Z"));
    private int made;
    private int versions;

    LeakyLake(Path folder) {
        this.folder = folder;
    }

    FakeStore store() {
        return store;
    }

    static String column(int id, String name, String type, Integer parent) {
        return "INSERT INTO ducklake_column (column_id, begin_snapshot, table_id, column_order, column_name, column_type,"
                + " parent_column) VALUES (" + id + ", 1, 1, " + id + ", '" + name + "', '" + type + "', " + parent
                + ")";
    }

    static String file(int id, String path) {
        return "INSERT INTO ducklake_data_file (data_file_id, table_id, begin_snapshot, path, path_is_relative, file_format)"
                + " VALUES (" + id + ", 1, 1, '" + path + "', true, 'parquet')";
    }

    static String statistics(int file, int column, String min, String max) {
        return "INSERT INTO ducklake_file_column_stats (data_file_id, table_id, column_id, value_count, null_count, min_value,"
                + " max_value) VALUES (" + file + ", 1, " + column + ", 2, 0, '" + min + "', '" + max + "')";
    }

    /** A table of rows inside of the catalog, as of the columns' names now. */
    static final String INLINED =
            "CREATE TABLE ducklake_inlined_data_1_1 (row_id BIGINT, begin_snapshot BIGINT, end_snapshot"
                    + " BIGINT, id BIGINT, mail VARCHAR, tenant INTEGER, tags VARCHAR[], home STRUCT(city VARCHAR))";

    static String inlined(String mail, int tenant, String tag, String city) {
        return "INSERT INTO ducklake_inlined_data_1_1 VALUES (1, 1, 2, 9, '" + mail + "', " + tenant + ", ['" + tag
                + "'], {'city': '" + city + "'})";
    }

    static Selector where(String predicate) {
        return new Selector(Selector.Kind.WHERE, Optional.of("main.people"), predicate);
    }

    static Selector value(String text) {
        return new Selector(Selector.Kind.VALUE, Optional.empty(), text);
    }

    /** Makes a catalog of the usual tables, of {@link #PEOPLE} and of these statements. */
    CatalogSource catalog(String... more) {
        return put(bytes(more));
    }

    /** Returns the bytes of such a catalog. */
    byte[] bytes(String... more) {
        Path file = folder.resolve("made-" + made++ + ".duckdb");
        try {
            Files.write(file, USUAL);
            run(file, List.of(more));
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Made once, since making it takes longer than any test. */
    private static byte[] usual() {
        List<String> statements = new ArrayList<>(script());
        statements.addAll(List.of(PEOPLE));
        try {
            Path scratch = Files.createTempDirectory("leaky");
            Path file = scratch.resolve("usual.duckdb");
            run(file, statements);
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            Files.delete(scratch);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> script() {
        try (InputStream script = LeakyLake.class.getResourceAsStream(SCRIPT)) {
            List<String> statements = new ArrayList<>();
            for (String statement : new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)^--.*$", "")
                    .split(";")) {
                if (!statement.isBlank()) {
                    statements.add(statement);
                }
            }
            return statements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(Path file, List<String> statements) {
        try (var connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Puts bytes where the next version's catalog belongs. */
    CatalogSource put(byte[] bytes) {
        VersionId version = new VersionId(VERSION + versions++);
        ObjectKey key = new ObjectKey("versions/" + version + "/ducklake.duckdb");
        return new CatalogSource(version, store.put(key, bytes), OptionalLong.empty(), Optional.empty());
    }

    LeakSearch open(Selector... selectors) {
        return new DuckDbLeakSearches(folder.resolve("temp"), "128MB", 1, false)
                .open(store.ports(), ADDRESS, List.of(selectors));
    }

    /** Returns the places of one catalog, which must be readable, and in which the selectors must mean something. */
    Set<Place> places(CatalogSource source, Selector... selectors) {
        try (LeakSearch search = open(selectors)) {
            CatalogSearched searched = search.catalog(source);
            search.bind();
            return ((CatalogSearched.Read) searched).places();
        }
    }

    /** Returns why a catalog cannot be read. */
    String unreadable(CatalogSource source, Selector... selectors) {
        try (LeakSearch search = open(selectors)) {
            return ((CatalogSearched.Unreadable) search.catalog(source)).why();
        }
    }
}
