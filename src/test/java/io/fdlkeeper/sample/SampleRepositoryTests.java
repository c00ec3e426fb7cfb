package io.fdlkeeper.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleRepositoryTests {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    private record NamedFile(String key, long bytes, boolean ended) {}

    @TempDir
    private static Path folder;

    private static Path root;
    private static SampleReport report;
    private static Connection engine;

    @BeforeAll
    static void makeOne() throws IOException, SQLException {
        root = folder.resolve("sample");
        report = SampleRepository.create(root, NOW, 7);
        engine = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterAll
    static void close() throws SQLException {
        engine.close();
    }

    @Test
    void sameTimeAndSeedGiveTheSameKeys() throws IOException {
        var again = folder.resolve("again");
        var second = SampleRepository.create(again, NOW, 7);
        assertThat(keys(again)).isEqualTo(keys(root));
        assertThat(second.orphan()).isEqualTo(report.orphan());
        assertThat(Files.readString(again.resolve("refs.json"))).isEqualTo(Files.readString(root.resolve("refs.json")));
    }

    @Test
    void folderThatHoldsSomethingIsRefused(@TempDir Path taken) throws IOException {
        Files.writeString(taken.resolve("notes.txt"), "mine");
        assertThatIOException()
                .isThrownBy(() -> SampleRepository.create(taken, NOW, 7))
                .withMessageContaining(taken + " holds something: name another folder");
        assertThat(keys(taken)).containsExactly("notes.txt");
    }

    @Test
    void reportCountsWhatIsThere() throws IOException {
        long bytes = 0;
        for (var key : keys(root)) {
            bytes += Files.size(root.resolve(key));
        }
        assertThat(report.objects()).isEqualTo(keys(root).size());
        assertThat(report.bytes()).isEqualTo(bytes).isLessThan(40_000_000);
        assertThat(report.versions()).isEqualTo(SampleStory.DAYS + 34);
        assertThat(versions().stream().filter(id -> Files.exists(version(id, "version.json"))))
                .hasSize(report.versions());
        assertThat(versions()).hasSize(report.versions() + report.unfinished());
    }

    @Test
    void everyCatalogHasTheTablesOfItsFormatInALayoutDuckDb15Reads() throws IOException, SQLException {
        for (var id : versions()) {
            assertThat(Files.exists(version(id, "ducklake.duckdb.wal"))).isFalse();
            try (var catalog = Files.newInputStream(version(id, "ducklake.duckdb"))) {
                var header = ByteBuffer.wrap(catalog.readNBytes(20)).order(ByteOrder.LITTLE_ENDIAN);
                assertThat(header.getLong(12)).as("storage version of %s", id).isBetween(64L, 68L);
            }
            assertThat(texts(id, "SELECT table_name FROM duckdb_tables() WHERE database_name = 'lake'"))
                    .as("tables of %s", id)
                    .hasSize(28)
                    .allMatch(name -> name.startsWith("ducklake_"));
            assertThat(texts(id, "SELECT value FROM lake.ducklake_metadata WHERE key = 'data_path'"))
                    .containsExactly(root.toAbsolutePath() + "/data/");
        }
    }

    @Test
    void everyNamedFileIsThereInItsTrueSize() throws IOException, SQLException {
        for (var id : versions()) {
            var named = namedBy(id);
            assertThat(named).isNotEmpty();
            for (var file : named) {
                assertThat(root.resolve(file.key())).as("named by %s", id).isRegularFile();
                assertThat(Files.size(root.resolve(file.key()))).as(file.key()).isEqualTo(file.bytes());
            }
        }
    }

    @Test
    void recordsTellTheTruthAboutTheirFolder() throws Exception {
        for (var id : versions()) {
            if (!Files.exists(version(id, "version.json"))) {
                continue;
            }
            var record = JSON.readTree(version(id, "version.json").toFile());
            assertThat(record.get("id").asText()).isEqualTo(id);
            assertThat(idTime(id))
                    .isEqualTo(Instant.parse(record.get("created_at").asText()));
            assertTrue(record.get("catalog"), id);
            assertTrue(record.get("dataset"), id);
            var snapshot = record.get("ducklake").get("snapshot_id");
            assertThat(texts(id, "SELECT max(snapshot_id) FROM lake.ducklake_snapshot"))
                    .containsExactly(snapshot.asText());
            assertThat(record.get("ducklake").get("snapshots").get(1)).isEqualTo(snapshot);
        }
    }

    @Test
    void parentsLeadFromEachHeadToTheFirstVersion() throws IOException {
        assertThat(chain("refs/heads/main")).hasSize(SampleStory.DAYS).contains(target(SampleStory.TAG));
        assertThat(chain("refs/heads/history")).hasSize(SampleStory.DAYS).doesNotContain(target("refs/heads/main"));
        assertThat(chain("refs/heads/main").get(SampleStory.TAGGED_DAY - 1)).isEqualTo(target(SampleStory.TAG));
    }

    @Test
    void writersStoreDataThenTheCatalogThenTheRecordThenTheRef() throws IOException, SQLException {
        for (var id : versions()) {
            var catalog = stored("versions/" + id + "/ducklake.duckdb");
            for (var file : namedBy(id)) {
                assertThat(stored(file.key())).as(file.key()).isBefore(catalog);
            }
            assertThat(catalog).isBefore(NOW);
            if (Files.exists(version(id, "version.json"))) {
                assertThat(stored("versions/" + id + "/dataset.json")).isAfter(catalog);
                assertThat(stored("versions/" + id + "/version.json"))
                        .isAfter(stored("versions/" + id + "/dataset.json"));
            }
        }
        for (var ref : List.of("refs/heads/main", "refs/heads/history", SampleStory.TAG)) {
            assertThat(stored(ref)).isAfter(stored("versions/" + target(ref) + "/version.json"));
            assertThat(stored("refs.json")).isAfter(stored(ref));
        }
    }

    @Test
    void oneFileIsNamedByTheTaggedVersionAlone() throws IOException, SQLException {
        assertThat(namers(report.keptByTag())).containsExactly(target(SampleStory.TAG));
    }

    @Test
    void oneFileIsNamedByEndedRowsAlone() throws IOException, SQLException {
        assertThat(namers(report.heldByHistory())).contains(target("refs/heads/history"));
        for (var id : versions()) {
            assertThat(namedBy(id)).noneMatch(file -> file.key().equals(report.heldByHistory()) && !file.ended());
        }
    }

    @Test
    void oneOldFileIsNamedByNothing() throws IOException, SQLException {
        assertThat(stored(report.orphan())).isBefore(NOW.minus(Duration.ofDays(30)));
        assertThat(namers(report.orphan())).isEmpty();
        for (var id : versions()) {
            assertThat(texts(id, "SELECT path FROM lake.ducklake_files_scheduled_for_deletion"))
                    .doesNotContain(report.orphan().substring("data/".length()));
        }
    }

    @Test
    void newestTownsFileIsTheOnlyOneOfItsTableThatItsCatalogNames() throws IOException, SQLException {
        var head = target("refs/heads/main");
        assertThat(namedBy(head))
                .filteredOn(file -> file.key().contains("/towns/"))
                .hasSize(1);
        assertThat(texts(head, "SELECT path FROM lake.ducklake_files_scheduled_for_deletion"))
                .hasSizeGreaterThan(80);
    }

    @Test
    void newestReadingsCatalogNamesEveryFileOfItsTable() throws IOException, SQLException {
        var named = namedBy(target("refs/heads/history")).stream()
                .map(NamedFile::key)
                .collect(Collectors.toSet());
        assertThat(named).containsAll(keys(root.resolve("data/main/readings"), "data/main/readings/"));
    }

    @Test
    void partitionFoldersAreEncodedAndDeletedRowsHaveTheirFile() throws IOException {
        assertThat(keys(root))
                .anyMatch(key -> key.startsWith("data/main/visits/region=S%C3%A3o%20Paulo%20%2F%20Centro/"))
                .anyMatch(key -> key.startsWith("data/main/visits/") && key.endsWith("-delete.parquet"))
                .anyMatch(key -> key.startsWith("data/main/readings/") && key.endsWith("-delete.parquet"));
    }

    private static void assertTrue(JsonNode part, String id) throws Exception {
        var content = Files.readAllBytes(version(id, part.get("path").asText()));
        assertThat(part.get("bytes").asLong()).isEqualTo(content.length);
        assertThat(part.get("sha256").asText())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    }

    private static List<String> namers(String key) throws IOException, SQLException {
        var namers = new ArrayList<String>();
        for (var id : versions()) {
            if (namedBy(id).stream().anyMatch(file -> file.key().equals(key))) {
                namers.add(id);
            }
        }
        return namers;
    }

    private static List<NamedFile> namedBy(String id) throws SQLException {
        var query = """
                SELECT 'data/' || s.path || t.path || f.path, f.file_size_bytes, f.end_snapshot IS NOT NULL
                FROM (SELECT table_id, path, file_size_bytes, end_snapshot FROM lake.ducklake_data_file UNION ALL
                      SELECT table_id, path, file_size_bytes, end_snapshot FROM lake.ducklake_delete_file) f
                JOIN lake.ducklake_table t USING (table_id) JOIN lake.ducklake_schema s USING (schema_id)""";
        return read(id, query, row -> new NamedFile(row.getString(1), row.getLong(2), row.getBoolean(3)));
    }

    private static List<String> texts(String id, String query) throws SQLException {
        return read(id, query, row -> row.getString(1));
    }

    private static <T> List<T> read(String id, String query, Sql.Row<T> reader) throws SQLException {
        var rows = new ArrayList<T>();
        try (var statement = engine.createStatement()) {
            statement.execute("ATTACH '" + version(id, "ducklake.duckdb") + "' AS lake (READ_ONLY)");
            try (var result = statement.executeQuery(query)) {
                while (result.next()) {
                    rows.add(reader.read(result));
                }
            }
            statement.execute("DETACH lake");
        }
        return rows;
    }

    private static List<String> chain(String ref) throws IOException {
        var chain = new ArrayList<String>();
        var id = target(ref);
        while (id != null) {
            chain.add(0, id);
            var record = JSON.readTree(version(id, "version.json").toFile());
            assertThat(record.get("seq").asInt() + chain.size() - 1).isEqualTo(SampleStory.DAYS);
            id = record.get("parents").isEmpty()
                    ? null
                    : record.get("parents").get(0).asText();
        }
        return chain;
    }

    private static Instant idTime(String id) {
        return Instant.ofEpochMilli(Long.parseLong(id.replace("-", "").substring(0, 12), 16));
    }

    private static Instant stored(String key) throws IOException {
        return Files.getLastModifiedTime(root.resolve(key)).toInstant();
    }

    private static String target(String ref) throws IOException {
        return Files.readString(root.resolve(ref)).strip();
    }

    private static Path version(String id, String name) {
        return root.resolve("versions").resolve(id).resolve(name);
    }

    private static List<String> versions() throws IOException {
        try (var folders = Files.list(root.resolve("versions"))) {
            return folders.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static Set<String> keys(Path under) throws IOException {
        return keys(under, "");
    }

    private static Set<String> keys(Path under, String prefix) throws IOException {
        try (var all = Files.walk(under)) {
            return all.filter(Files::isRegularFile)
                    .map(path -> prefix + under.relativize(path))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
