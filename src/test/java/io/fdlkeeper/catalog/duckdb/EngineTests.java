package io.fdlkeeper.catalog.duckdb;

import static io.fdlkeeper.catalog.duckdb.HandMadeLake.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.catalog.NameRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTests {

    @TempDir
    private Path folder;

    private Engine open(Path... reach) {
        var settings = new EngineSettings(folder.resolve("cache"), folder.resolve("temp"), "64MB", 1);
        return Engine.open(settings, Set.of(reach));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM read_text('%s')",
                "FROM read_csv('%s')",
                "COPY (SELECT 1) TO '%s'",
                "ATTACH '%s' AS other",
                "SET enable_external_access = true",
                "SET allowed_directories = ['/']",
                "INSTALL httpfs",
                "LOAD '%s'"
            })
    void nothingOutsideItsFoldersIsReached(String sql) throws IOException {
        var outside = Files.writeString(
                Files.createDirectories(folder.resolve("outside")).resolve("a.csv"), "a\n1\n");
        try (var engine = open(Files.createDirectories(folder.resolve("inside")))) {
            assertThatThrownBy(() -> engine.run(sql.formatted(outside))).isInstanceOf(SQLException.class);
            assertThat(engine.isSound()).isTrue();
        }
        assertThat(outside).hasContent("a\n1\n");
    }

    @Test
    void aLinkLeadsNoFurtherThanAPath() throws IOException {
        var outside = Files.writeString(folder.resolve("a.csv"), "a\n1\n");
        var inside = Files.createDirectories(folder.resolve("inside"));
        Files.createSymbolicLink(inside.resolve("b.csv"), outside);
        try (var engine = open(inside)) {
            assertThatThrownBy(() -> engine.number("SELECT count(*) FROM read_csv('" + inside.resolve("b.csv") + "')"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void whatAllTakeIsToldWhileTheyLive() throws SQLException {
        long before = EngineMemory.bytes();
        try (var engine = open()) {
            engine.run("CREATE TABLE big AS SELECT range AS a FROM range(1_000_000)");
            assertThat(EngineMemory.bytes()).isGreaterThan(before + 1_000_000);
            assertThat(EngineMemory.temporaryBytes()).isNotNegative();
        }
        assertThat(EngineMemory.bytes()).isLessThanOrEqualTo(before);
    }

    @Test
    void whatItSpilledIsRemovedWhenItCloses() throws IOException, SQLException {
        try (var engine = open()) {
            engine.run("CREATE TABLE big AS SELECT range AS a, md5(range::VARCHAR) || md5((range + 1)::VARCHAR) AS b"
                    + " FROM range(2_000_000)");
            assertThat(engine.number("SELECT count(DISTINCT b) FROM big")).isEqualTo(2_000_000);
            assertThat(folder.resolve("temp")).isNotEmptyDirectory();
        }
        assertThat(folder.resolve("temp")).isEmptyDirectory();
    }

    @Test
    void namesMoveToANewEngineWhenACatalogLiesElsewhere() throws SQLException {
        var made = new HandMadeLake(folder);
        made.read(made.lake(1, file(1, "a"), file(2, "b")));
        var settings = new EngineSettings(folder.resolve("cache"), folder.resolve("temp"), "64MB", 1);
        var segments = new NameSegments(settings.cacheFolder());
        var names = new NameTable(segments);
        var record = new ReferenceCache(settings.cacheFolder(), segments)
                .ofVersion(HandMadeLake.version(1))
                .get(0);
        var marks = new NameMarks();
        marks.add(record.names(names), NameRole.LIVE);
        try (var slot = new EngineSlot(settings, names)) {
            var first = slot.reaching(folder.resolve("one"));
            names.load(first);
            assertThat(slot.reaching(folder.resolve("one").resolve("below"))).isSameAs(first);
            var second = slot.reaching(folder.resolve("two"));
            assertThat(second).isNotSameAs(first);
            names.load(second);
            assertThat(second.number("SELECT count(*) FROM " + NameTable.NAMES)).isEqualTo(2);
            assertThat(slot.reaching(folder.resolve("one"))).isSameAs(second);
            second.connection().close();
            slot.suspect();
            var third = slot.engine();
            assertThat(third.isSound()).isTrue();
            names.load(third);
            assertThat(third.number("SELECT count(*) FROM " + NameTable.NAMES)).isEqualTo(2);
        }
    }
}
