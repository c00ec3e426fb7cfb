package io.fdlkeeper.catalog.duckdb.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFileTests {

    private static final String WIDE = "SELECT i % 10 AS few, i AS id, 'mail' || i || '@example.org' AS email, "
            + "md5(i::VARCHAR) AS a, md5((i + 1)::VARCHAR) AS b, md5((i + 2)::VARCHAR) AS c,"
            + " {'city': 'c' || i, 'junk': md5((i * 3)::VARCHAR)} AS address FROM range(100000) t(i)";

    private final Path temporary;
    private final ParquetEngine engine;

    ParquetFileTests(@TempDir Path temporary) {
        this.temporary = temporary;
        engine = ParquetEngine.open(temporary, "128MB", 2);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void onlyTheFooterAndTheColumnAskedForAreRead() throws Exception {
        var bytes = new CountedBytes(MadeParquet.of(WIDE, "ROW_GROUP_SIZE 20000"));
        try (var file = ParquetFile.open(engine, bytes)) {
            assertThat(bytes.bytesAsked()).isLessThan(40_000);
            file.fetch(List.of(column(file, "email")));
            assertThat(count(file, "email = 'mail77777@example.org'")).isEqualTo(1);
            assertThat(count(file, "email LIKE 'mail7%'")).isEqualTo(11_111);
            assertThat(file.bytesRead()).isEqualTo(bytes.bytesAsked());
            assertThat(bytes.bytesAsked() * 8).isLessThan(bytes.size());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id = 77777",
                "a = 'x'",
                "c IS NULL",
                "address.city = 'c77777'",
                "few = 3",
                "few = 77",
                "id < 0",
                "address IS NULL",
                "email = 'mail77777@example.org' AND b = 'x'"
            })
    void columnThatWasNotFetchedIsAnErrorAndNeverARowLess(String condition) throws Exception {
        try (var file = ParquetFile.open(engine, new CountedBytes(MadeParquet.of(WIDE, "")))) {
            file.fetch(List.of(column(file, "email")));
            assertThatThrownBy(() -> count(file, condition)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void columnWithFewValuesIsReadWithItsDictionaryAndWithoutItsBloomFilter() throws Exception {
        var bytes = new CountedBytes(MadeParquet.of(WIDE, "ROW_GROUP_SIZE 20000"));
        try (var file = ParquetFile.open(engine, bytes)) {
            file.fetch(List.of(column(file, "few"), column(file, "address")));
            assertThat(count(file, "few = 3")).isEqualTo(10_000);
            assertThat(count(file, "address.city = 'c77777' AND few = 7")).isEqualTo(1);
        }
    }

    @Test
    void smallestAndLargestValuesInAFooterLeaveNoRowOut() throws Exception {
        var content = MadeParquet.of("SELECT 'mmm' AS email FROM range(3)", "");
        var text = new String(content, StandardCharsets.ISO_8859_1);
        // What stands in the footer is made to say that there is nothing but 'zzz'.
        int footer = text.lastIndexOf("email");
        var lying = (text.substring(0, footer) + text.substring(footer).replace("mmm", "zzz"))
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(lying).isNotEqualTo(content);
        try (var file = ParquetFile.open(engine, new CountedBytes(lying))) {
            file.fetch(file.columns());
            assertThat(count(file, "email = 'mmm'")).isEqualTo(3);
        }
    }

    @Test
    void smallFileComesInOneRequest() throws Exception {
        var bytes = new CountedBytes(MadeParquet.of("SELECT 1 AS a, 'x' AS b", ""));
        try (var file = ParquetFile.open(engine, bytes)) {
            file.fetch(file.columns());
            assertThat(count(file, "b = 'x' AND a = 1")).isEqualTo(1);
        }
        assertThat(bytes.asked()).containsExactly(new Span(0, bytes.size()));
    }

    @Test
    void nestedColumnsHaveTheirFieldIdsAtEveryLevel() throws Exception {
        var content = MadeParquet.of(
                "SELECT 1 AS id, {'city': 'x', 'zip': [1, 2]} AS addr, MAP {'k': {'a': 1, 'b': 'v'}} AS m, [{'x': 1}] AS l,"
                        + " [[1]] AS deep",
                "FIELD_IDS {id: 1, addr: {__duckdb_field_id: 3, city: 4, zip: {__duckdb_field_id: 5, element: 6}},"
                        + " m: {__duckdb_field_id: 7, key: 8, value: {__duckdb_field_id: 9, a: 10, b: 11}},"
                        + " l: {__duckdb_field_id: 12, element: {__duckdb_field_id: 13, x: 14}}}");
        try (var file = ParquetFile.open(engine, new CountedBytes(content))) {
            assertThat(file.columns().stream().map(ParquetFileTests::told))
                    .containsExactly(
                            "id#1 PLAIN[]",
                            "addr#3 STRUCT[city#4 PLAIN[], zip#5 LIST[element#6 PLAIN[]]]",
                            "m#7 MAP[key#8 PLAIN[], value#9 STRUCT[a#10 PLAIN[], b#11 PLAIN[]]]",
                            "l#12 LIST[element#13 STRUCT[x#14 PLAIN[]]]",
                            "deep LIST[element LIST[element PLAIN[]]]");
            assertThat(file.columns().get(2).leaves()).isEqualTo(new ParquetColumn.Leaves(3, 3));
        }
    }

    private static String told(ParquetColumn column) {
        var id = column.fieldId().equals(OptionalLong.empty())
                ? ""
                : "#" + column.fieldId().getAsLong();
        return column.name() + id + " " + column.kind()
                + column.parts().stream().map(ParquetFileTests::told).toList();
    }

    @Test
    void namesThatDifferInCaseOnlyAreToldApart() throws Exception {
        var content =
                new String(MadeParquet.of("SELECT 'one' AS mail, 'two' AS mxil", ""), StandardCharsets.ISO_8859_1);
        var twice = content.replace("mxil", "MAIL").getBytes(StandardCharsets.ISO_8859_1);
        try (var file = ParquetFile.open(engine, new CountedBytes(twice))) {
            file.fetch(file.columns());
            var second = file.columns().get(1).name();
            assertThat(count(file, '"' + second + "\" = 'two'")).isEqualTo(1);
        }
    }

    @Test
    void textsBesideTheSchemaAreShown() throws Exception {
        var content = MadeParquet.of("SELECT 1 AS a", "KV_METADATA {note: 'x@example.org'}");
        try (var file = ParquetFile.open(engine, new CountedBytes(content))) {
            assertThat(file.metadata()).containsExactly("note", "x@example.org");
        }
    }

    @Test
    void fileThatChangesWhileItIsReadIsUnreadable() throws Exception {
        var content = MadeParquet.of(WIDE, "");
        assertThatThrownBy(() -> ParquetFile.open(engine, new CountedBytes(content).changingAfter(0)))
                .isInstanceOf(UnreadableParquetException.class)
                .hasMessageContaining("changed");
        try (var file = ParquetFile.open(engine, new CountedBytes(content).changingAfter(1))) {
            assertThatThrownBy(() -> file.fetch(file.columns())).isInstanceOf(UnreadableParquetException.class);
        }
    }

    @Test
    void fileThatIsNoParquetFileSaysWhatItIs() {
        assertUnreadable("PAR1", "too short");
        assertUnreadable("PAR1" + "x".repeat(40), "does not end");
        assertUnreadable("PAR1" + "x".repeat(40) + "\4\0\0\0PARE", "encrypted");
        assertUnreadable("PFA1" + "x".repeat(40) + "\4\0\0\0PFA1", "Puffin");
        assertUnreadable("PAR1" + "x".repeat(40) + "\uffff\uffff\0\0PAR1", "footer");
        assertUnreadable("PAR1" + "x".repeat(40) + "\0\0\0\0PAR1", "footer");
    }

    private void assertUnreadable(String content, String why) {
        var bytes = new CountedBytes(content.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ParquetFile.open(engine, bytes))
                .isInstanceOf(UnreadableParquetException.class)
                .hasMessageContaining(why);
    }

    @Test
    void damagedFooterIsAnError() throws Exception {
        var content = MadeParquet.of("SELECT 1 AS a, 'x' AS b", "");
        Arrays.fill(content, content.length - 100, content.length - 10, (byte) 0x55);
        assertThatThrownBy(() -> ParquetFile.open(engine, new CountedBytes(content)))
                .isInstanceOfAny(SQLException.class, UnreadableParquetException.class);
        try (var next = ParquetFile.open(engine, new CountedBytes(MadeParquet.of("SELECT 1 AS a", "")))) {
            assertThat(next.number("SELECT count(*) FROM " + next.table())).isEqualTo(1);
        }
    }

    @Test
    void copiesAreTheOwnersAloneAndGoAtOnce() throws Exception {
        try (var file = ParquetFile.open(engine, new CountedBytes(MadeParquet.of(WIDE, "")))) {
            assertThat(file.columns()).hasSize(7);
            assertThat(files())
                    .hasSize(2)
                    .allSatisfy(path -> assertThat(
                                    PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())))
                            .isEqualTo("rwx------"));
        }
        assertThat(files()).singleElement().satisfies(lock -> assertThat(lock).hasFileName("lock"));
        engine.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void whatAKilledProcessLeftIsRemovedAndWhatIsInUseStays() throws IOException {
        var left = Files.createDirectory(temporary.resolve("columns-of-files-left"));
        Files.createFile(left.resolve("lock"));
        Files.writeString(left.resolve("columns-1.parquet"), "x@example.org");
        try (var second = ParquetEngine.open(temporary, "64MB", 1)) {
            assertThat(left).doesNotExist();
            assertThat(second.scratch()).exists();
            assertThat(engine.scratch()).exists();
        }
    }

    private List<Path> files() throws IOException {
        try (var all = Files.walk(temporary)) {
            return new ArrayList<>(all.filter(Files::isRegularFile).toList());
        }
    }

    private static ParquetColumn column(ParquetFile file, String name) {
        return file.columns().stream()
                .filter(column -> column.name().equals(name) && column.kind() != Kind.LIST)
                .findFirst()
                .orElseThrow();
    }

    private static long count(ParquetFile file, String condition) throws SQLException {
        return file.number("SELECT count(*) FROM " + file.table() + " WHERE " + condition);
    }
}
