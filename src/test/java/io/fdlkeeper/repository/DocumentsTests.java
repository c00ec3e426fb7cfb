package io.fdlkeeper.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format's documents, read and written. */
class DocumentsTests {

    private static final VersionId ID = History.id(1);
    private static final VersionId PARENT = History.id(2);
    private static final Instant TIME = Instant.parse("2026-11-01T10:00:00Z");

    @Test
    void readsTheRepositorysDocument() {
        assertThat(Documents.repository("{\"fdl\":\"0.1\",\"id\":\"x\",\"data_dir\":\"tables/\",\"more\":[1]}"))
                .isEqualTo(new RepositoryDocument("0.1", "x", "tables/"));
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0", "0, 0", "1.0, 1", "10.2.3, 10", "x, x"})
    void theMajorVersionIsWhatStandsBeforeTheFirstDot(String format, String major) {
        assertThat(Documents.major(format)).isEqualTo(major);
    }

    @Test
    void readsAVersionsRecord() {
        VersionRecord record = Documents.version(FakeRepository.record(ID, TIME, PARENT)
                .replace("\"ducklake.duckdb\"", "\"ducklake.duckdb\",\"bytes\":12,\"sha256\":\"AbC\""));
        assertThat(record)
                .isEqualTo(new VersionRecord(
                        ID,
                        java.util.List.of(PARENT),
                        TIME,
                        "m",
                        "ducklake.duckdb",
                        OptionalLong.of(12),
                        Optional.of("abc")));
        assertThat(record.firstParent()).contains(PARENT);
    }

    @Test
    void aRecordMayTellLess() {
        String text = "{\"id\":\"" + ID + "\",\"created_at\":\"2026-11-01T12:00:00+02:00\",\"parents\":null,"
                + "\"catalog\":{\"path\":\"c\",\"bytes\":\"12\",\"sha256\":5}}";
        assertThat(Documents.version(text))
                .isEqualTo(new VersionRecord(
                        ID, java.util.List.of(), TIME, "", "c", OptionalLong.empty(), Optional.empty()));
    }

    @Test
    void newerToolsCallTheCatalogMetadata() {
        String text = FakeRepository.record(ID, TIME)
                .replace("\"catalog\":{\"path\":\"ducklake.duckdb\"}", "\"metadata\":{\"path\":\"metadata.db\"}");
        assertThat(Documents.version(text).catalogName()).isEqualTo("metadata.db");
        assertThat(Documents.catalogNameOf(text)).contains("metadata.db");
    }

    @Test
    void aRecordThatCannotBeReadNamesNoCatalog() {
        assertThat(Documents.catalogNameOf("{")).isEmpty();
    }

    static Stream<Arguments> malformed() {
        String record = FakeRepository.record(ID, TIME, PARENT);
        return Stream.of(
                Arguments.of("", "it is not a JSON object"),
                Arguments.of("[]", "it is not a JSON object"),
                Arguments.of("null", "it is not a JSON object"),
                Arguments.of("{\"id\":", "it is not complete JSON: "),
                Arguments.of("\uFEFF{}", "it is not complete JSON: "),
                Arguments.of(record.substring(0, record.length() - 1), "it is not complete JSON: "),
                Arguments.of(record.replace("\"id\"", "\"ID\""), "it has no text member 'id'"),
                Arguments.of(record.replace(ID.text(), " "), "it has no text member 'id'"),
                Arguments.of(
                        record.replace(ID.text(), "X" + ID),
                        "not a version id (a lower-case UUIDv7 is expected): X" + ID),
                Arguments.of(
                        record.replace(PARENT.text(), "p"), "not a version id (a lower-case UUIDv7 is expected): p"),
                Arguments.of(
                        record.replace("[\"" + PARENT + "\"]", "\"" + PARENT + "\""), "its parents are not a list"),
                Arguments.of(record.replace("created_at", "created"), "it has no text member 'created_at'"),
                Arguments.of(
                        record.replace(TIME.toString(), "2026-11-01"),
                        "'2026-11-01' is no time with a zone (2026-12-01T00:00:00Z is expected)"),
                Arguments.of(record.replace("\"catalog\"", "\"katalog\""), "it names no catalog"),
                Arguments.of(record.replace("\"path\"", "\"p\""), "it has no text member 'path'"));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void aMalformedRecordIsToldInOneSentence(String text, String sentence) {
        assertThatThrownBy(() -> Documents.version(text))
                .isInstanceOf(MalformedDocumentException.class)
                .hasMessageStartingWith(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"fdl\":1,\"data_dir\":\"data/\"}", "{\"data_dir\":\"data/\"}", "{\"fdl\":\"0.1\"}"})
    void aRepositorysDocumentHasAFormatAndADataFolder(String text) {
        assertThatThrownBy(() -> Documents.repository(text)).hasMessageStartingWith("it has no text member '");
    }

    @Test
    void readsAMark() {
        assertThat(Documents.mark("{\"expired_at\":\"2026-11-01T10:00:00Z\",\"reason\":\"withdrawn\",\"run\":\"r\"}"))
                .isEqualTo(new ExpiryMark(Optional.of(TIME), "withdrawn", Optional.of("r")))
                .matches(ExpiryMark::isWithdrawal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"expired_at\":\"yesterday\",", "\"expired_at\":5,", "\"run\":7,"})
    void aMarkNeedsAReasonAndNothingElse(String more) {
        assertThat(Documents.mark("{" + more + "\"reason\":\"retention\"}"))
                .isEqualTo(new ExpiryMark(Optional.empty(), "retention", Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"reason\":\"\"}", "{\"reason\":null}", "\"retention\"", ""})
    void aMarkWithoutAReasonIsNone(String text) {
        assertThatThrownBy(() -> Documents.mark(text)).isInstanceOf(MalformedDocumentException.class);
    }

    @Test
    void aMarkOfOursIsReadBackAsOurs() {
        byte[] content = Documents.markFor(Instant.parse("2026-11-01T10:00:00.9Z"), ExpiryMark.RETENTION, "run-7");
        String text = new String(content, StandardCharsets.UTF_8);
        assertThat(text).endsWith("\n");
        assertThat(Documents.mark(text))
                .isEqualTo(new ExpiryMark(Optional.of(TIME), "retention", Optional.of("run-7")));
        assertThat(Documents.isMarkOf(content, "run-7")).isTrue();
        assertThat(Documents.isMarkOf(content, "run-8")).isFalse();
        assertThat(Documents.isMarkOf("{".getBytes(StandardCharsets.UTF_8), "run-7"))
                .isFalse();
    }

    @Test
    void readsHeadAndRefs() {
        assertThat(Documents.head("ref: refs/heads/main\n")).isEqualTo(new RefName("refs/heads/main"));
        assertThat(Documents.ref(ID + "\n")).isEqualTo(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "refs/heads/main", "ref:refs/heads/main", "ref: heads/main", "ref: refs/heads/"})
    void aHeadThatNamesNoBranchIsMalformed(String text) {
        assertThatThrownBy(() -> Documents.head(text)).isInstanceOf(MalformedDocumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ref: refs/heads/main", "01900000-0000-4000-8000-000000000001", "two ids"})
    void aRefThatNamesNoVersionIsMalformed(String text) {
        assertThatThrownBy(() -> Documents.ref(text)).isInstanceOf(MalformedDocumentException.class);
    }

    @Test
    void theIndexOfRefsIsReadInAnyShapeThatMapsNamesToIds() {
        Map<RefName, VersionId> expected =
                Map.of(new RefName("refs/heads/main"), ID, new RefName("refs/tags/a"), PARENT);
        assertThat(Documents.refsIndex("{\"HEAD\":\"refs/heads/main\",\"refs\":{\"refs/heads/main\":\"" + ID
                        + "\",\"refs/tags/a\":\"" + PARENT + "\"}}"))
                .isEqualTo(expected);
        assertThat(Documents.refsIndex(
                        "{\"refs/heads/main\":\"" + ID + "\",\"x\":{\"y\":{\"refs/tags/a\":\"" + PARENT + "\"}}}"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "7", "{\"refs/heads/main\":5}", "{\"refs/heads/main\":\"x\"}"})
    void anIndexThatIsNotUnderstoodNamesNothing(String text) {
        assertThat(Documents.refsIndex(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"refs/", "refs/heads/", "heads/main"})
    void aNameInTheIndexThatIsNoneIsPassedOver(String name) {
        assertThat(Documents.refsIndex("{\"" + name + "\":\"" + ID + "\",\"refs/tags/a\":\"" + ID + "\"}"))
                .containsOnlyKeys(new RefName("refs/tags/a"));
    }

    @Test
    void tablesWithRowsAreTold() {
        assertThat(Documents.tablesWithRows("{\"tables\":[{\"name\":\"b\",\"rows\":1},{\"name\":\"a\",\"row_count\":2},"
                        + "{\"name\":\"c\",\"rows\":0},{\"name\":\"d\"},{\"rows\":3}]}"))
                .containsExactly("?", "a", "b");
        assertThat(Documents.tablesWithRows("{}")).isEmpty();
    }
}
