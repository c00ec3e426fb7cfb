package io.fdlkeeper.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ids, names and folders can be. */
class ValuesTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01900000-0000-4000-8000-000000000001",
                "01900000-0000-7000-c000-000000000001",
                "01900000-0000-7000-8000-00000000000G",
                "01900000-0000-7000-8000-00000000000A",
                "019000000000700080000000000000001",
                "01900000-0000-7000-8000-0000000000011",
                ""
            })
    void anIdIsALowerCaseUuidOfVersionSeven(String text) {
        assertThat(VersionId.isValid(text)).isFalse();
        assertThatThrownBy(() -> new VersionId(text)).hasMessageStartingWith("not a version id");
    }

    @Test
    void idsSortByTheirText() {
        assertThat(History.id(1)).isLessThan(History.id(2)).hasToString("01900000-0000-7000-8000-000000000001");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "refs/", "heads/main", "refs/heads/", "Refs/heads/main"})
    void aRefsFullNameBeginsWithRefs(String text) {
        assertThatThrownBy(() -> new RefName(text)).hasMessageStartingWith("not a ref name");
    }

    @ParameterizedTest
    @CsvSource({
        "refs/heads/a/b, true",
        "refs/requests/1, true",
        "refs/tags/v1, false",
        "refs/notes/x, false",
        "refs/headsx, false"
    })
    void branchesAndRequestsAreTips(String name, boolean tip) {
        assertThat(new RefName(name).isTip()).isEqualTo(tip);
    }

    @Test
    void refsSortByName() {
        assertThat(new RefName("refs/a")).isLessThan(new RefName("refs/b")).hasToString("refs/a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/", "tables/", "a/b/c/", "data x/", "versionsx/", "Versions/", "r/"})
    void aFolderOfItsOwnIsAGoodDataFolder(String folder) {
        assertThat(DataFolder.fault(folder)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', is not a relative folder",
        "/data/, is not a relative folder",
        "s3://bucket/data/, is not a relative folder",
        "data, does not end with a slash",
        "a//b/, 'holds an empty, . or .. segment'",
        "a/./b/, 'holds an empty, . or .. segment'",
        "../data/, 'holds an empty, . or .. segment'",
        "./, 'holds an empty, . or .. segment'",
        "versions/, overlaps versions/",
        "versions/x/, overlaps versions/",
        "refs/, overlaps refs/",
        "refs/data/, overlaps refs/"
    })
    void anyOtherIsToldWhatIsWrong(String folder, String fault) {
        assertThat(DataFolder.fault(folder)).contains(fault);
    }

    @Test
    void everyGuardHasAnIdOfItsOwnAndAMeaning() {
        assertThat(Stream.of(Guard.values()).map(Guard::id))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[a-z0-9-]+"));
        assertThat(Stream.of(Guard.values())).allMatch(guard -> !guard.meaning().isBlank() && guard.stops() != null);
        assertThat(Guard.REF_TO_MISSING_VERSION.id()).isEqualTo("ref-to-missing-version");
        assertThat(Guard.DANGLING.stops()).isEqualTo(Guard.Stops.COLLECTION);
        assertThat(Guard.KEEPS_NOTHING.stops()).isEqualTo(Guard.Stops.RETENTION);
    }
}
