package io.fdlkeeper.repository;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.store.ListedObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTests {

    private static final VersionId ID = History.id(1);
    private static final Instant STORED = Instant.parse("2026-11-01T10:00:00Z");
    private static final Duration TOLERANCE = Duration.ofMinutes(15);

    @Test
    void theMainCatalogAndAllBelowCatalogsAreItsCatalogs() {
        Version version = version(
                Optional.of("ducklake.duckdb"),
                "catalogs/",
                "catalogs/a/b.duckdb",
                "catalogs/x.duckdb",
                "catalogs/x.duckdb.wal",
                "dataset.json",
                "ducklake.duckdb",
                "ducklake.duckdb.wal",
                "metadata.db",
                "version.json");
        assertThat(names(version.catalogs()))
                .containsExactly("catalogs/a/b.duckdb", "catalogs/x.duckdb", "ducklake.duckdb");
        assertThat(names(version.catalogsAndLogs()))
                .containsExactly(
                        "catalogs/a/b.duckdb",
                        "catalogs/x.duckdb",
                        "catalogs/x.duckdb.wal",
                        "ducklake.duckdb",
                        "ducklake.duckdb.wal");
    }

    @ParameterizedTest
    @CsvSource({".wal", ".wal.checkpoint", ".wal.recovery", "-wal", "-journal", "-shm"})
    void logsGoWithTheirCatalog(String suffix) {
        Version version = version(Optional.of("metadata.db"), "metadata.db" + suffix, "other" + suffix);
        assertThat(version.catalogs()).isEmpty();
        assertThat(names(version.catalogsAndLogs())).containsExactly("metadata.db" + suffix);
    }

    @Test
    void theRecordTellsTheMainCatalogAndNothingElseDoes() {
        Version version = version(Optional.of("sub/lake.db"), "ducklake.duckdb", "metadata.db", "sub/lake.db");
        assertThat(names(version.catalogs())).containsExactly("sub/lake.db");
        assertThat(version.isMainCatalog(Version.key(ID, "sub/lake.db"))).isTrue();
        assertThat(version.isMainCatalog(Version.key(ID, "ducklake.duckdb"))).isFalse();
    }

    @Test
    void withoutARecordBothNamesMayBeTheCatalog() {
        Version version = version(Optional.empty(), "ducklake.duckdb", "metadata.db", "other.db");
        assertThat(names(version.catalogs())).containsExactly("ducklake.duckdb", "metadata.db");
        assertThat(version.isMainCatalog(Version.key(ID, "ducklake.duckdb"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01T10:15:00Z, 2026-11-01T10:15:00Z, false",
        "2026-11-01T10:15:01Z, 2026-11-01T10:00:00Z, true",
        "2026-11-01T10:00:00Z, 2026-11-01T10:00:00Z, false",
        "2026-11-01T09:59:59Z, 2026-11-01T10:00:00Z, false",
        "2099-01-01T00:00:00Z, 2026-11-01T10:00:00Z, true"
    })
    void theLaterOfBothTimesCountsUnlessTheRecordsIsTooLate(Instant told, Instant counts, boolean doubtful) {
        Version version = version(told, "version.json");
        assertThat(version.createdAt(TOLERANCE)).isEqualTo(counts);
        assertThat(version.hasDoubtfulTime(TOLERANCE)).isEqualTo(doubtful);
    }

    @Test
    void withoutARecordsObjectTheYoungestObjectCounts() {
        Version version = version(Optional.empty(), "ducklake.duckdb");
        assertThat(version.createdAt(TOLERANCE)).isEqualTo(STORED);
        assertThat(version.hasDoubtfulTime(TOLERANCE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, false"})
    void exactlyAsOldAsTheGraceIsYoung(long nanosMore, boolean young) {
        Version version = version(Optional.empty(), "ducklake.duckdb");
        Instant now = STORED.plus(Duration.ofDays(7)).plusNanos(nanosMore);
        assertThat(version.isYoung(now, Duration.ofDays(7))).isEqualTo(young);
    }

    @Test
    void keysAreThoseOfItsFolder() {
        Version version = version(Optional.empty(), "expired.json");
        assertThat(version.recordKey().text()).isEqualTo("versions/" + ID + "/version.json");
        assertThat(version.object(version.markKey())).isPresent();
        assertThat(version.object(version.recordKey())).isEmpty();
    }

    private static Version version(Instant created, String... names) {
        return version(Optional.of(record("ducklake.duckdb", created)), List.of(names));
    }

    private static Version version(Optional<String> catalog, String... names) {
        return version(catalog.map(name -> record(name, STORED)), List.of(names));
    }

    private static Version version(Optional<VersionRecord> record, List<String> names) {
        List<ListedObject> objects = new ArrayList<>();
        names.forEach(name -> objects.add(History.listed("versions/" + ID + "/" + name, 1, STORED)));
        return new Version(ID, VersionState.LIVE, record, Optional.empty(), objects, STORED);
    }

    private static VersionRecord record(String catalog, Instant created) {
        return new VersionRecord(ID, List.of(), created, "", catalog, OptionalLong.empty(), Optional.empty());
    }

    private static List<String> names(List<ListedObject> objects) {
        int prefix = ("versions/" + ID + "/").length();
        return objects.stream()
                .map(object -> object.key().text().substring(prefix))
                .toList();
    }
}
