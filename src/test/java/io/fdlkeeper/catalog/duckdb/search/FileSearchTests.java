package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.duckdb.parquet.CountedBytes;
import io.fdlkeeper.catalog.duckdb.parquet.MadeParquet;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetEngine;
import io.fdlkeeper.catalog.duckdb.search.FileUse.MappedColumn;
import io.fdlkeeper.catalog.duckdb.search.TableShape.Column;
import io.fdlkeeper.withdrawal.find.LeakSearch.FileSearched;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which rows of a data file a search finds, whatever became of the table's columns since it was written. */
class FileSearchTests {

    private static final String KEY = "data/main/towns/a.parquet";
    private static final String LEAK = "x@example.org";
    private static final String MAIL_IDS = "FIELD_IDS {id: 1, email: 2}";
    private static final String MAILS =
            "SELECT i AS id, CASE WHEN i = 3 THEN 'x@example.org' ELSE 'm' || i END AS email FROM range(10) t(i)";

    private final ParquetEngine engine;

    FileSearchTests(@TempDir Path temporary) {
        engine = ParquetEngine.open(temporary, "128MB", 2);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void rowsAreFoundByThePredicate() {
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email"));
        assertRows(1, table, MAILS, MAIL_IDS, "email = 'x@example.org'", "email");
        assertRows(1, table, MAILS, MAIL_IDS, "towns.email = 'x@example.org' AND id < 5", "email", "id");
        assertRows(0, table, MAILS, MAIL_IDS, "email = 'y@example.org'", "email");
        assertRows(2, table, MAILS, MAIL_IDS, "EMAIL IN ('x@example.org', 'm4') -- and nothing else", "EMAIL");
    }

    @Test
    void renamedColumnIsFoundUnderEveryNameItHad() {
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email", "mail", "contact"));
        for (var name : List.of("email", "mail", "contact")) {
            assertRows(1, table, MAILS, MAIL_IDS, name + " = 'x@example.org'", name);
        }
    }

    @Test
    void nameThatMeantTwoColumnsIsLookedForInBoth() {
        var table = table(column(2, "varchar", "old", "email"), column(3, "varchar", "email"));
        var ids = "FIELD_IDS {a: 2, b: 3}";
        assertRows(1, table, "SELECT 'x@example.org' AS a, 'y' AS b", ids, "email = 'x@example.org'", "email");
        assertRows(1, table, "SELECT 'y' AS a, 'x@example.org' AS b", ids, "email = 'x@example.org'", "email");
        assertRows(
                2,
                table,
                "FROM (VALUES ('x@example.org', 'x@example.org'), ('x@example.org', 'z'), ('q', 'q')) t(a, b)",
                ids,
                "email = 'x@example.org'",
                "email");
    }

    @Test
    void droppedColumnIsStillInOldFiles() {
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email"));
        assertRows(0, table, "SELECT 1 AS id", "FIELD_IDS {id: 1}", "email = 'x@example.org'", "email");
        assertRows(1, table, MAILS, MAIL_IDS, "email = 'x@example.org'", "email");
    }

    @Test
    void retypedColumnMatchesAsAnyTypeItHad() {
        var table = table(new Column(2, Set.of("code"), Set.of("int32", "varchar"), Optional.empty(), List.of()));
        var numbers = "SELECT i::INTEGER AS code FROM range(10) t(i)";
        assertRows(1, table, numbers, "FIELD_IDS {code: 2}", "code = '7'", "code");
        assertRows(1, table, numbers, "FIELD_IDS {code: 2}", "code = 7", "code");
        assertRows(1, table, numbers, "FIELD_IDS {code: 2}", "code LIKE '7%'", "code");
        assertRows(0, table, numbers, "FIELD_IDS {code: 2}", "code = 'seven'", "code");
        var texts = "SELECT 't' || i AS code FROM range(10) t(i)";
        assertRows(1, table, texts, "FIELD_IDS {code: 2}", "code = 't7'", "code");
    }

    @Test
    void columnThatAFileLacksHasItsDefault() {
        var country = new Column(3, Set.of("country"), Set.of("varchar"), Optional.of("DE"), List.of());
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email"), country);
        assertRows(1, table, MAILS, MAIL_IDS, "email = 'x@example.org' AND country = 'DE'", "email", "country");
        assertRows(0, table, MAILS, MAIL_IDS, "email = 'x@example.org' AND country = 'FR'", "email", "country");
        assertRows(1, table, MAILS, MAIL_IDS, "email = 'x@example.org' OR country = 'FR'", "email", "country");
        assertRows(0, table, MAILS, MAIL_IDS, "country = 'DE'", "country");
    }

    @Test
    void fieldsOfStructsInListsAndMapsAreFoundUnderEveryNameTheyHad() {
        var city = column(11, "varchar", "city", "town");
        var zip = column(12, "int32", "zip");
        var table = table(
                nested(10, "struct", "address", city, zip),
                nested(20, "list", "trips", nested(21, "struct", "element", column(22, "varchar", "stop", "halt"))),
                nested(
                        30,
                        "map",
                        "notes",
                        column(31, "varchar", "key"),
                        nested(32, "struct", "value", column(33, "varchar", "text", "body"))));
        var query = "SELECT {'city': 'c' || i, 'zip': i::INTEGER} AS address, [{'stop': 's' || i}] AS trips,"
                + " MAP {'k': {'text': 't' || i}} AS notes FROM range(10) t(i) UNION ALL SELECT NULL, NULL, NULL";
        var ids = "FIELD_IDS {address: {__duckdb_field_id: 10, city: 11, zip: 12},"
                + " trips: {__duckdb_field_id: 20, element: {__duckdb_field_id: 21, stop: 22}},"
                + " notes: {__duckdb_field_id: 30, key: 31, value: {__duckdb_field_id: 32, text: 33}}}";
        assertRows(1, table, query, ids, "address.city = 'c7'", "address");
        assertRows(1, table, query, ids, "address.town = 'c7' AND address.zip = 7", "address");
        assertRows(1, table, query, ids, "trips[1].stop = 's7'", "trips");
        assertRows(1, table, query, ids, "trips[1].halt = 's7'", "trips");
        assertRows(1, table, query, ids, "notes['k'].body = 't7'", "notes");
        assertRows(1, table, query, ids, "address IS NULL", "address");
        assertRows(
                1,
                table,
                query,
                ids,
                "address.city = 'c7' AND trips[1].halt = 's7' AND notes['k'].text = 't7'",
                "address",
                "trips",
                "notes");
    }

    @Test
    void retypedFieldOfAStructMatchesAsAnyTypeItHad() {
        var code = new Column(11, Set.of("code"), Set.of("int32", "varchar"), Optional.empty(), List.of());
        var table = table(nested(10, "struct", "info", code));
        assertRows(
                1,
                table,
                "SELECT {'code': i::INTEGER} AS info FROM range(10) t(i)",
                "FIELD_IDS {info: {__duckdb_field_id: 10, code: 11}}",
                "starts_with(info.code, '7')",
                "info");
    }

    @Test
    void registeredFileIsReadByItsMapping() {
        var table = table(
                column(1, "int64", "id"),
                column(2, "varchar", "email"),
                column(3, "varchar", "region"),
                nested(4, "struct", "address", column(5, "varchar", "city")));
        var mapping = List.of(
                new MappedColumn("EMail_Address", 2, false, List.of()),
                new MappedColumn("region", 3, true, List.of()),
                new MappedColumn("place", 4, false, List.of(new MappedColumn("ort", 5, false, List.of()))));
        var use = new FileUse(Optional.of(table), false, false, Optional.of(mapping), List.of(), List.of());
        var content = MadeParquet.of(
                "SELECT 'x@example.org' AS email_address, 'other' AS email, {'ort': 'Velden'} AS place", "");
        var key = "data/region=a%20b/x.parquet";
        assertThat(rows(content, key, List.of(use), "email = 'x@example.org'", "email"))
                .isEqualTo(1);
        assertThat(rows(content, key, List.of(use), "email = 'other'", "email")).isZero();
        assertThat(rows(content, key, List.of(use), "region = 'a b'", "region")).isEqualTo(1);
        assertThat(rows(content, key, List.of(use), "region = 'b'", "region")).isZero();
        assertThat(rows(content, key, List.of(use), "address.city = 'Velden'", "address"))
                .isEqualTo(1);
        assertThat(rows(content, key, List.of(use), "id = 5", "id")).isZero();
    }

    @Test
    void fileOfAnotherTableIsNotRead() {
        var bytes = new CountedBytes(MadeParquet.of(MAILS, MAIL_IDS));
        var other = new TableShape(
                "u2", Set.of(new TableShape.Name("main", "rivers")), List.of(column(2, "varchar", "email")));
        try (var search = search(List.of(predicate("email = 'x@example.org'", "email")), List.of(), other)) {
            assertThat(search.search(bytes, KEY, List.of(use(other)))).isEqualTo(new FileSearched.RuledOut());
        }
        assertThat(bytes.bytesAsked()).isZero();
    }

    @Test
    void fileThatNoCatalogNamesIsReadByNamesInAnyCase() {
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email", "mail"));
        var predicate = predicate("email = 'x@example.org' OR id = 77", "email", "id");
        for (var name : List.of("email", "EMail", "MAIL")) {
            var content = MadeParquet.of("SELECT 'x@example.org' AS \"" + name + "\"", "");
            assertThat(search(content, "data/other/b.parquet", List.of(), predicate, table))
                    .isInstanceOfSatisfying(
                            FileSearched.Rows.class,
                            rows -> assertThat(rows.rows()).isEqualTo(1));
        }
        var without = MadeParquet.of("SELECT 'x@example.org' AS comment", "");
        assertThat(search(without, KEY, List.of(), predicate, table))
                .isInstanceOfSatisfying(
                        FileSearched.Rows.class, rows -> assertThat(rows.rows()).isZero());
        var inside = MadeParquet.of("SELECT {'email': 'x@example.org'} AS person", "");
        assertThat(search(inside, KEY, List.of(), predicate, table)).isInstanceOf(FileSearched.MayHold.class);
        var inPath = MadeParquet.of("SELECT 1 AS n", "");
        assertThat(search(inPath, "data/email=x%40example.org/b.parquet", List.of(), predicate, table))
                .isInstanceOfSatisfying(
                        FileSearched.Rows.class, rows -> assertThat(rows.rows()).isEqualTo(1));
    }

    @Test
    void conditionThatFitsNoTypeMayHoldAndDoesNotShowTheValue() {
        var table = table(column(1, "int64", "id"));
        var answer = search(
                MadeParquet.of("SELECT 5::BIGINT AS id", "FIELD_IDS {id: 1}"),
                KEY,
                List.of(use(table)),
                predicate("id = 'x@example.org'", "id"),
                table);
        assertThat(answer)
                .isInstanceOfSatisfying(
                        FileSearched.MayHold.class,
                        may -> assertThat(may.why())
                                .contains("Conversion Error")
                                .doesNotContain(LEAK));
    }

    @Test
    void columnThatNoCatalogKnowsMayHold() {
        var table = table(column(1, "int64", "id"));
        var answer = search(
                MadeParquet.of("SELECT 5::BIGINT AS id", "FIELD_IDS {id: 1}"),
                KEY,
                List.of(use(table)),
                predicate("email = 'x@example.org'", "email"),
                table);
        assertThat(answer).isInstanceOf(FileSearched.MayHold.class);
    }

    @Test
    void fileThatCannotBeReadMayHold() {
        var table = table(column(2, "varchar", "email"));
        var predicate = predicate("email = 'x@example.org'", "email");
        var encrypted = new FileUse(Optional.of(table), false, true, Optional.empty(), List.of(), List.of());
        var content = MadeParquet.of(MAILS, MAIL_IDS);
        assertThat(search(content, KEY, List.of(use(table), encrypted), predicate, table))
                .isInstanceOf(FileSearched.MayHold.class);
        assertThat(search("no parquet".getBytes(StandardCharsets.UTF_8), KEY, List.of(use(table)), predicate, table))
                .isInstanceOf(FileSearched.MayHold.class);
        var torn = content.clone();
        Arrays.fill(torn, 4, torn.length / 3, (byte) 0);
        assertThat(search(torn, KEY, List.of(use(table)), predicate, table)).isInstanceOf(FileSearched.MayHold.class);
    }

    @Test
    void textIsFoundInColumnsOfEveryKindAndAtEveryDepth() {
        var holding = List.of(
                "'to x@example.org, now' AS a",
                "'{\"m\": \"x@example.org\"}'::JSON AS a",
                "'ax@example.orgb'::BLOB AS a",
                "['q', 'x@example.org'] AS a",
                "{'b': {'c': ['x@example.org']}} AS a",
                "MAP {'x@example.org': 1} AS a",
                "MAP {1: 'x@example.org'} AS a",
                "[{'it''s': 'x@example.org'}] AS a",
                "'x@example.org'::ENUM('x@example.org', 'y') AS a");
        for (var column : holding) {
            assertThat(textRows("SELECT " + column + ", 1 AS n UNION ALL SELECT NULL, 2", LEAK))
                    .as(column)
                    .isEqualTo(1);
        }
        for (var column : List.of("'x@example' AS a", "5 AS a", "NULL AS a", "['y'] AS a", "true AS a")) {
            assertThat(textRows("SELECT " + column, LEAK)).as(column).isZero();
        }
    }

    @Test
    void numberIsFoundAsAWholeAndATimeOrUuidInside() {
        assertThat(textRows("SELECT 4917012345 AS a", "4917012345")).isEqualTo(1);
        assertThat(textRows("SELECT 49170123456 AS a", "4917012345")).isZero();
        assertThat(textRows("SELECT 1.50::DECIMAL(5,2) AS a", "1.5")).isEqualTo(1);
        assertThat(textRows("SELECT DATE '1980-02-03' AS a", "1980-02-03")).isEqualTo(1);
        assertThat(textRows("SELECT TIMESTAMP '1980-02-03 10:00:00' AS a", "1980-02-03"))
                .isEqualTo(1);
        assertThat(textRows(
                        "SELECT '0A22D1F0-29FA-75CE-AFA1-DB4B4706764E'::UUID AS a",
                        "0A22D1F0-29FA-75CE-AFA1-DB4B4706764E"))
                .isEqualTo(1);
    }

    @Test
    void rowThatSeveralSelectorsMatchCountsOnce() {
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email"));
        var predicates = List.of(predicate("email = 'x@example.org'", "email"), predicate("id IN (3, 4)", "id"));
        try (var search = search(predicates, List.of(LEAK), table)) {
            var answer = search.search(new CountedBytes(MadeParquet.of(MAILS, MAIL_IDS)), KEY, List.of(use(table)));
            assertThat(((FileSearched.Rows) answer).rows()).isEqualTo(2);
        }
    }

    @Test
    void positionsOfDeletedRowsAreSearchedByTheirPathsAlone() {
        var table = table(column(2, "varchar", "email"));
        var use = new FileUse(Optional.of(table), true, false, Optional.empty(), List.of(), List.of());
        var predicate = predicate("email = 'x@example.org'", "email");
        var harmless = MadeParquet.of("SELECT 'data/main/towns/a.parquet' AS file_path, 3::BIGINT AS pos", "");
        var leaking = MadeParquet.of(
                "SELECT 'data/email=x@example.org/a.parquet' AS file_path, i AS pos FROM range(2) t(i)", "");
        assertThat(search(harmless, KEY, List.of(use), predicate, table))
                .isInstanceOfSatisfying(
                        FileSearched.Rows.class, rows -> assertThat(rows.rows()).isZero());
        for (var uses : List.of(List.of(use), List.<FileUse>of())) {
            assertThat(search(leaking, KEY, uses, predicate, table))
                    .isInstanceOfSatisfying(
                            FileSearched.Rows.class,
                            rows -> assertThat(rows.rows()).isEqualTo(2));
        }
        var more = MadeParquet.of("SELECT 'a' AS file_path, 3::BIGINT AS pos, 'x@example.org' AS email", "");
        assertThat(search(more, KEY, List.of(use), predicate, table)).isInstanceOf(FileSearched.MayHold.class);
    }

    @Test
    void puffinFileHoldsPositionsAndNoRows() {
        var table = table(column(2, "varchar", "email"));
        var use = new FileUse(Optional.of(table), true, false, Optional.empty(), List.of(), List.of());
        var predicate = predicate("email = 'x@example.org'", "email");
        var blob = new byte[300];
        assertThat(search(blob, "data/a-delete.puffin", List.of(use), predicate, table))
                .isEqualTo(new FileSearched.Rows(0, 300));
        assertThat(search(blob, "data/a-delete.puffin", List.of(), predicate, table))
                .isEqualTo(new FileSearched.Rows(0, 300));
        var path = "PFA1{\"referenced-data-file\": \"data/email=x@example.org/a\"}PFA1";
        assertThat(search(path.getBytes(StandardCharsets.UTF_8), KEY, List.of(use), predicate, table))
                .isEqualTo(new FileSearched.Rows(1, path.length()));
    }

    @Test
    void textBesideTheSchemaIsFoundThoughNoRowMatches() {
        var table = table(column(2, "varchar", "email"));
        var content =
                MadeParquet.of("SELECT 'y' AS email", "FIELD_IDS {email: 2}, KV_METADATA {author: 'x@example.org'}");
        assertThat(search(content, KEY, List.of(use(table)), predicate("email = 'x@example.org'", "email"), table))
                .isInstanceOfSatisfying(
                        FileSearched.Rows.class, rows -> assertThat(rows.rows()).isEqualTo(1));
    }

    @Test
    void onlyThePredicatesColumnsAreReadOfAWideFile() {
        var query = new StringBuilder("SELECT i AS id, 'm' || i AS email");
        for (int i = 0; i < 30; i++) {
            query.append(", md5((i * ").append(i + 3).append(")::VARCHAR) AS c").append(i);
        }
        var bytes = new CountedBytes(MadeParquet.of(query + " FROM range(20000) t(i)", MAIL_IDS));
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email"));
        try (var search = search(List.of(predicate("email = 'm777'", "email")), List.of(), table)) {
            var answer = (FileSearched.Rows) search.search(bytes, KEY, List.of(use(table)));
            assertThat(answer.rows()).isEqualTo(1);
            assertThat(answer.bytes()).isEqualTo(bytes.bytesAsked());
            assertThat(answer.bytes() * 50).isLessThan(bytes.size());
        }
    }

    @Test
    void manyFilesAreSearchedAtTheSameTime() throws Exception {
        var table = table(column(1, "int64", "id"), column(2, "varchar", "email"));
        var content = MadeParquet.of(MAILS, MAIL_IDS);
        var damaged = content.clone();
        Arrays.fill(damaged, damaged.length - 120, damaged.length - 20, (byte) 0x77);
        var pool = Executors.newFixedThreadPool(4);
        try (var search = search(List.of(predicate("email = 'x@example.org'", "email")), List.of(LEAK), table)) {
            var looks = new ArrayList<Callable<FileSearched>>();
            for (int i = 0; i < 40; i++) {
                var bytes = i % 5 == 4 ? damaged : content;
                looks.add(() -> search.search(new CountedBytes(bytes), KEY, List.of(use(table))));
            }
            var answers = pool.invokeAll(looks);
            for (int i = 0; i < 40; i++) {
                assertThat(answers.get(i).get())
                        .isInstanceOf(i % 5 == 4 ? FileSearched.MayHold.class : FileSearched.Rows.class);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static Column column(long id, String type, String... names) {
        return new Column(id, Set.of(names), Set.of(type), Optional.empty(), List.of());
    }

    private static Column nested(long id, String type, String name, Column... parts) {
        return new Column(id, Set.of(name), Set.of(type), Optional.empty(), List.of(parts));
    }

    private static TableShape table(Column... columns) {
        return new TableShape("u1", Set.of(new TableShape.Name("main", "towns")), List.of(columns));
    }

    private static FileUse use(TableShape table) {
        return new FileUse(Optional.of(table), false, false, Optional.empty(), List.of(), List.of());
    }

    private static Predicate predicate(String sql, String... columns) {
        return new Predicate("main", "towns", sql, Set.of(columns), List.of());
    }

    private FileSearch search(List<Predicate> predicates, List<String> texts, TableShape... tables) {
        return new FileSearch(engine, predicates, texts, List.of(tables), text -> text.contains(LEAK));
    }

    private FileSearched search(byte[] content, String key, List<FileUse> uses, Predicate predicate, TableShape table) {
        return search(List.of(predicate), List.of(), table).search(new CountedBytes(content), key, uses);
    }

    private long rows(byte[] content, String key, List<FileUse> uses, String sql, String... columns) {
        var answer = search(
                content, key, uses, predicate(sql, columns), uses.get(0).table().orElseThrow());
        assertThat(answer).isInstanceOf(FileSearched.Rows.class);
        return ((FileSearched.Rows) answer).rows();
    }

    private void assertRows(
            long expected, TableShape table, String query, String options, String sql, String... columns) {
        assertThat(rows(MadeParquet.of(query, options), KEY, List.of(use(table)), sql, columns))
                .as(sql)
                .isEqualTo(expected);
    }

    private long textRows(String query, String text) {
        var answer =
                search(List.of(), List.of(text)).search(new CountedBytes(MadeParquet.of(query, "")), KEY, List.of());
        assertThat(answer).as(query).isInstanceOf(FileSearched.Rows.class);
        return ((FileSearched.Rows) answer).rows();
    }
}
