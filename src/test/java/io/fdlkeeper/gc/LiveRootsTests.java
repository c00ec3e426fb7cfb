package io.fdlkeeper.gc;

import static io.fdlkeeper.gc.FakeCollection.NOW;
import static io.fdlkeeper.gc.FakeCollection.OLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ObjectKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which catalogs are read, with what their records tell of them, and what a neighbour's catalogs protect. */
class LiveRootsTests {

    private static final Duration GRACE = Duration.ofDays(7);

    @TempDir
    Path scratch;

    private FakeCollection gc = new FakeCollection(Path.of(""));

    @BeforeEach
    void begin() {
        gc = new FakeCollection(scratch);
    }

    @Test
    void theMainCatalogIsReadWithTheDigestItsRecordTells() {
        VersionId id = gc.repository.version(1, OLD);
        gc.store.load(
                FakeRepository.key(id, "version.json"),
                FakeRepository.record(id, OLD)
                        .replace("\"ducklake.duckdb\"", "\"ducklake.duckdb\",\"bytes\":9,\"sha256\":\"ABC\""),
                OLD);
        gc.store.load(FakeRepository.key(id, "catalogs/geo.duckdb"), "more", OLD);
        read();
        assertThat(gc.names.asked())
                .extracting(
                        source -> source.object().key().lastSegment(),
                        CatalogSource::expectedBytes,
                        source -> source.expectedSha256().orElse("-"))
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("geo.duckdb", OptionalLong.empty(), "-"),
                        org.assertj.core.api.Assertions.tuple("ducklake.duckdb", OptionalLong.of(9), "abc"));
    }

    @Test
    void everyCatalogIsAnnouncedBeforeItIsRead() {
        gc.repository.version(1, OLD);
        gc.repository.version(2, OLD);
        read();
        assertThat(gc.names.expected()).hasSize(2).isEqualTo(gc.names.asked());
    }

    @Test
    void oneOfSeveralCatalogsThatCannotBeReadRefuses() {
        VersionId id = gc.repository.version(1, OLD);
        gc.store.load(FakeRepository.key(id, "catalogs/geo.duckdb"), "more", OLD);
        gc.names.at(FakeRepository.key(id, "catalogs/geo.duckdb")).broken();
        gc.names.of(id).names("data/a.parquet");
        assertThat(read().refusals())
                .extracting(Refusal::subject)
                .containsExactly(FakeRepository.key(id, "catalogs/geo.duckdb"));
    }

    @Test
    void oneOfSeveralCatalogsThatNamesSomethingIsEnough() {
        VersionId id = gc.repository.version(1, OLD);
        gc.store.load(FakeRepository.key(id, "catalogs/geo.duckdb"), "more", OLD);
        gc.store.load(FakeRepository.key(id, "dataset.json"), "{\"tables\":[{\"name\":\"t\",\"rows\":3}]}", OLD);
        gc.names.at(FakeRepository.key(id, "catalogs/geo.duckdb")).names("data/a.parquet");
        assertThat(read().refusals()).isEmpty();
    }

    @Test
    void aViewThatReadsFilesHereWithoutNamingThemRefusesOnce() {
        VersionId first = gc.repository.version(1, OLD);
        VersionId second = gc.repository.version(2, OLD);
        String view = "CREATE VIEW v AS SELECT * FROM read_parquet('memory://fake/data/t/*.parquet')";
        gc.names.of(first).names("data/a.parquet").sql(view);
        gc.names.of(second).names("data/a.parquet").sql(view);
        List<Refusal> refusals = read().refusals();
        assertThat(FakeCollection.refused(refusals)).containsExactly("view-glob " + first);
        assertThat(refusals.get(0).detail()).contains("*.parquet").contains("drop the view");
    }

    @Test
    void aViewThatReadsByPatternIsToldBesideWhatElseIsWrong() {
        VersionId first = gc.repository.version(1, OLD);
        VersionId second = gc.repository.version(2, OLD);
        gc.names.of(first).broken();
        gc.names.of(second).names("data/a.parquet").sql("SELECT * FROM read_parquet('data/*.parquet')");
        assertThat(FakeCollection.refused(read().refusals()))
                .containsExactly("catalog-unreadable versions/" + first + "/ducklake.duckdb", "view-glob " + second);
    }

    @Test
    void aRecentReleaseWhoseNamesWereRecordedIsKnown() {
        VersionId id = gc.repository.version(1, OLD);
        gc.repository.mark(id, "retention", NOW);
        gc.names.of(id).broken();
        gc.names.recorded(id).names("data/a.parquet");
        assertThat(read().live().unknownReleases()).isEmpty();
    }

    @Test
    void aViewOfANeighbourThatReadsByPatternIsTheNeighboursBusiness() {
        LiveRoots roots = read();
        FakeRepository other = new FakeRepository(NOW);
        NamesByHand names = new NamesByHand();
        names.of(other.version(5, OLD)).inlined(1).sql("SELECT * FROM read_parquet('*.parquet')");
        assertThat(roots.addNeighbour(other.view(), other.store.ports().reader(), names, Holds.NONE, GRACE))
                .isEmpty();
    }

    @Test
    void whatAMarkedVersionOnlyPartlyNamesIsAnUnknownRelease() {
        VersionId id = gc.repository.version(1, OLD);
        gc.store.load(FakeRepository.key(id, "catalogs/geo.duckdb"), "more", OLD);
        gc.repository.mark(id, "retention", NOW);
        gc.names.at(FakeRepository.key(id, "catalogs/geo.duckdb")).broken();
        LiveRoots roots = read();
        assertThat(roots.refusals()).isEmpty();
        assertThat(roots.live().unknownReleases()).containsExactly(id);
    }

    @Test
    void aMarkedVersionOfLongAgoIsNoUnknownRelease() {
        VersionId id = gc.repository.version(1, OLD);
        gc.repository.mark(id, "retention", OLD);
        gc.names.of(id).broken();
        assertThat(read().live().unknownReleases()).isEmpty();
    }

    @Test
    void anExpiredVersionOfLongAgoIsNoUnknownRelease() {
        VersionId id = gc.repository.version(1, OLD);
        gc.repository.mark(id, "retention", NOW.minus(GRACE).minusNanos(1));
        gc.repository.removeCatalog(id);
        assertThat(read().live().unknownReleases()).isEmpty();
    }

    @Test
    void whatANeighbourNamesOutsideOfItselfIsSparedHere() {
        LiveRoots roots = read();
        FakeRepository other = new FakeRepository(NOW);
        VersionId id = other.version(5, OLD);
        NamesByHand names = new NamesByHand();
        names.of(id)
                .external("s3://here/data/a.parquet")
                .http("https://here/data/b.parquet")
                .sql("x 'c.parquet'");
        assertThat(roots.addNeighbour(other.view(), other.store.ports().reader(), names, Holds.NONE, GRACE))
                .isEmpty();
        assertThat(roots.live().mentioned(new ObjectKey("data/a.parquet"))).isPresent();
        assertThat(roots.live().mentioned(new ObjectKey("data/b.parquet"))).isPresent();
        assertThat(roots.live().mentioned(new ObjectKey("data/c.parquet"))).isPresent();
        assertThat(roots.live().mentioned(new ObjectKey("data/d.parquet"))).isEmpty();
        assertThat(roots.live().versions()).isEmpty();
    }

    @Test
    void aNeighbourThatCannotBeReadIsTold() {
        LiveRoots roots = read();
        FakeRepository other = new FakeRepository(NOW);
        NamesByHand names = new NamesByHand();
        names.of(other.version(5, OLD)).external("s3://here/data/a.parquet");
        names.of(other.version(6, OLD)).broken();
        assertThat(roots.addNeighbour(other.view(), other.store.ports().reader(), names, Holds.NONE, GRACE))
                .extracting(Refusal::subject)
                .containsExactly("versions/" + History.id(6) + "/ducklake.duckdb");
    }

    @Test
    void everyLiveVersionThatWasReadIsKnown() {
        VersionId id = gc.repository.version(1, OLD);
        gc.names.of(id).external("s3://other/x.parquet");
        LiveRoots roots = read();
        assertThat(roots.live().versions()).containsExactly(id);
        assertThat(roots.live().externalUrls()).containsExactly("s3://other/x.parquet");
        assertThat(roots.readsSincePlan()).isZero();
        assertThat(roots.named(List.of(new ObjectKey("data/a.parquet")))).isEmpty();
    }

    private LiveRoots read() {
        LiveRoots roots = gc.roots();
        roots.readAll(gc.repository.view(), gc.held(), GRACE, Progress.SILENT);
        return roots;
    }
}
