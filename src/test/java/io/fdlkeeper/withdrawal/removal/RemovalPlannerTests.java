package io.fdlkeeper.withdrawal.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import io.fdlkeeper.withdrawal.find.Findings.Scanned;
import io.fdlkeeper.withdrawal.find.Findings.Unreadable;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.removal.RemovalFacts.Naming;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a plan does, what stands in its way, and what it will leave. */
class RemovalPlannerTests {

    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofDays(60));
    private static final FoundFile LEAK = found("data/leak.parquet");

    private final FakeRepository repository = new FakeRepository(NOW);
    private final List<FoundFile> files = new ArrayList<>(List.of(LEAK));
    private final List<FoundFile> oldCatalogs = new ArrayList<>();
    private final List<FoundVersion> versions = new ArrayList<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<ResidueItem> copies = new ArrayList<>();
    private Holds holds = Holds.NONE;
    private boolean deleteTags;
    private boolean writeRefsIndex = true;
    private Naming naming = Naming.NEWEST_SNAPSHOT;
    private VersionId first;
    private VersionId head;

    @BeforeEach
    void anAffectedVersionAndACleanHead() {
        first = repository.version(1, OLD);
        head = repository.version(2, OLD, first);
        repository.ref("refs/heads/main", head);
        affected(first, Place.FILE);
    }

    private static FoundFile found(String key) {
        return new FoundFile(key, 2, 10, "tag-" + key, Optional.empty(), true);
    }

    private void affected(VersionId version, Place... places) {
        versions.add(new FoundVersion(version, Set.of(places)));
        versions.sort(Comparator.comparing(FoundVersion::id));
    }

    private RemovalPlan plan() {
        return RemovalPlanner.plan(new RemovalFacts(
                new Findings(
                        "memory://fake/",
                        files,
                        oldCatalogs,
                        versions,
                        unreadable,
                        new Scanned(2, 20, 2),
                        List.copyOf(repository.view().versions().keySet()),
                        notes),
                repository.view(),
                holds,
                Duration.ofDays(7),
                new RemovalFacts.Options(deleteTags, writeRefsIndex),
                key -> List.of("of-" + key),
                version -> naming,
                text -> text.replace("secret", "[withheld]"),
                copies));
    }

    private static List<String> items(RemovalPlan plan) {
        return plan.items().stream()
                .map(item -> item.action().id() + " " + item.key().replaceAll("versions/.*-00000*", "v"))
                .toList();
    }

    private static List<String> blockers(RemovalPlan plan) {
        return plan.blockers().stream()
                .map(blocker -> blocker.kind().id()
                        + blocker.ref().map(ref -> " " + ref).orElse(""))
                .toList();
    }

    private void hold(HoldTarget target) {
        holds = new Holds(List.of(new Hold("h1", target, "a court", "lawyer", OLD, Optional.empty())));
    }

    @Test
    void dataThenMarksThenCatalogsThenIndexes() {
        VersionId second = repository.version(3, OLD, first);
        affected(second, Place.STATISTICS);
        repository.store.load(FakeRepository.key(first, "catalogs/a.duckdb"), "x", OLD);
        repository.store.load(FakeRepository.key(first, "ducklake.duckdb.wal"), "x", OLD);
        repository.store.load(FakeRepository.key(first, "files.json"), "{}", OLD);
        files.add(found("data/other.parquet"));
        RemovalPlan plan = plan();
        assertThat(items(plan))
                .containsExactly(
                        "delete-data data/leak.parquet",
                        "delete-data data/other.parquet",
                        "mark v1/expired.json",
                        "mark v3/expired.json",
                        "delete-catalog v1/catalogs/a.duckdb",
                        "delete-catalog v1/ducklake.duckdb",
                        "delete-catalog v1/ducklake.duckdb.wal",
                        "delete-index v1/files.json",
                        "delete-catalog v3/ducklake.duckdb");
        assertThat(plan.blockers()).isEmpty();
        assertThat(plan.expectedResidue()).isEmpty();
        assertThat(plan.items().get(0).etag()).contains("tag-data/leak.parquet");
        assertThat(plan.items().get(0).storeVersions()).containsExactly("of-data/leak.parquet");
        assertThat(plan.readers()).anyMatch(sentence -> sentence.contains("caches nobody registered"));
    }

    @Test
    void tagsGoFirstAndTheIndexAfterThemOnlyIfTheCaseOwnsThem() {
        repository.ref("refs/tags/q3", first);
        assertThat(blockers(plan())).containsExactly("tag refs/tags/q3");
        deleteTags = true;
        assertThat(plan().blockers()).isEmpty();
        assertThat(items(plan())).startsWith("delete-tag refs/tags/q3", "write-refs-index refs.json");
        writeRefsIndex = false;
        assertThat(items(plan())).startsWith("delete-tag refs/tags/q3", "delete-data data/leak.parquet");
        assertThat(plan().readers()).anyMatch(sentence -> sentence.contains("refs.json is the host's"));
    }

    @ParameterizedTest
    @CsvSource({
        "refs/heads/other, branch-head",
        "refs/requests/7, request",
        "refs/notes/x, ref",
    })
    void refOnAnAffectedVersionIsABlocker(String ref, String kind) {
        repository.ref(ref, first);
        assertThat(plan().blockers()).singleElement().satisfies(blocker -> {
            assertThat(blocker.kind().id()).isEqualTo(kind);
            assertThat(blocker.ref()).contains(ref);
            assertThat(blocker.version()).contains(first);
            assertThat(blocker.remedy()).isNotBlank();
        });
    }

    @Test
    void branchThatHeadNamesIsAHeadWhateverItIsCalled() {
        repository.store.put("HEAD", "ref: refs/trunk\n");
        repository.ref("refs/trunk", first);
        assertThat(blockers(plan())).containsExactly("branch-head refs/trunk");
    }

    @Test
    void headWithoutACleanVersionAfterItNeedsOne() {
        affected(head, Place.FILE);
        assertThat(blockers(plan())).containsExactly("branch-head refs/heads/main", "no-clean-version");
    }

    @ParameterizedTest
    @EnumSource
    void remedyOfAHeadNamesTheCommands(Naming how) {
        naming = how;
        affected(head, Place.FILE);
        assertThat(plan().blockers().get(0).remedy()).contains("ducklake_expire_snapshots");
        assertThat(plan().blockers().get(0).remedy().contains("ducklake_rewrite_data_files"))
                .isEqualTo(how == Naming.NEWEST_SNAPSHOT);
    }

    @Test
    void youngUnfinishedFolderBlocksAndAnOldOneIsDeletedWithoutAMark() {
        VersionId unfinished = repository.unfinished(3, NOW.minus(Duration.ofDays(1)));
        affected(unfinished, Place.FILE);
        assertThat(blockers(plan())).containsExactly("unfinished");
        repository.store.load(FakeRepository.key(unfinished, "ducklake.duckdb"), "catalog 3", OLD);
        assertThat(plan().blockers()).isEmpty();
        assertThat(items(plan()))
                .containsExactly(
                        "delete-data data/leak.parquet",
                        "mark v1/expired.json",
                        "delete-catalog v1/ducklake.duckdb",
                        "delete-catalog v3/ducklake.duckdb");
    }

    @Test
    void holdOnAnAffectedVersionItsTagOrItsCatalogBlocks() {
        hold(new HoldTarget.OfVersion(first));
        assertThat(blockers(plan())).containsExactly("hold");
        hold(new HoldTarget.OfKey("versions/" + first + "/"));
        assertThat(blockers(plan())).containsExactly("hold");
        hold(new HoldTarget.OfRef(new RefName("refs/tags/q3")));
        repository.ref("refs/tags/q3", first);
        deleteTags = true;
        assertThat(blockers(plan())).containsExactly("hold");
    }

    @Test
    void holdOnAFileKeepsItAsResidue() {
        hold(new HoldTarget.OfKey("data/leak.parquet"));
        RemovalPlan plan = plan();
        assertThat(plan.blockers()).isEmpty();
        assertThat(items(plan)).noneMatch(item -> item.startsWith("delete-data"));
        assertThat(plan.expectedResidue()).extracting(ResidueItem::kind).containsExactly(ResidueItem.Kind.HOLD);
    }

    @Test
    void versionWithoutCatalogIsNotTouchedAndItsDocumentsAreResidue() {
        repository.mark(first, "retention", OLD);
        repository.removeCatalog(first);
        versions.clear();
        affected(first, Place.RECORD, Place.DATASET_JSON, Place.FILES_JSON);
        RemovalPlan plan = plan();
        assertThat(items(plan)).containsExactly("delete-data data/leak.parquet");
        assertThat(plan.expectedResidue())
                .extracting(ResidueItem::kind)
                .containsExactly(ResidueItem.Kind.RECORD, ResidueItem.Kind.RECORD, ResidueItem.Kind.RECORD);
    }

    @Test
    void markedVersionKeepsItsMarkAndLosesItsCatalog() {
        repository.mark(first, "retention", OLD);
        RemovalPlan plan = plan();
        assertThat(items(plan)).endsWith("mark v1/expired.json", "delete-catalog v1/ducklake.duckdb");
        assertThat(plan.readers()).anyMatch(sentence -> sentence.contains("'retention'"));
    }

    @Test
    void withdrawalThatWasBegunIsFinished() {
        versions.clear();
        repository.mark(first, "withdrawn", OLD);
        assertThat(items(plan())).contains("delete-catalog v1/ducklake.duckdb");
    }

    @Test
    void freedBlocksOfAKeptCatalogAreResidueAndThoseOfAnAffectedOneGo() {
        affected(head, Place.FREED_BLOCKS);
        RemovalPlan plan = plan();
        assertThat(plan.expectedResidue()).extracting(ResidueItem::kind).containsExactly(ResidueItem.Kind.FREED_BLOCKS);
        assertThat(items(plan)).noneMatch(item -> item.contains("v2/"));
        versions.clear();
        affected(first, Place.FILE, Place.FREED_BLOCKS);
        assertThat(plan().expectedResidue()).isEmpty();
    }

    @Test
    void oldVersionsOfKeysGoAloneWhereTheKeyStays() {
        files.clear();
        files.add(new FoundFile("data/a.parquet", 1, 10, "e1", Optional.of("v7"), true));
        oldCatalogs.add(
                new FoundFile(FakeRepository.key(head, "ducklake.duckdb"), -1, 10, "e2", Optional.of("v8"), true));
        RemovalPlan plan = plan();
        assertThat(plan.items())
                .filteredOn(item -> item.etag().isEmpty() && item.action() != RemovalAction.MARK)
                .extracting(item -> item.action() + " " + item.storeVersions())
                .containsExactly("DELETE_DATA [v7]", "DELETE_CATALOG [v8]");
    }

    @Test
    void whatWasNotReadOrSearchedAndCopiesAreResidueWithoutTheValue() {
        unreadable.add(new Unreadable("data/a secret.parquet", "it is encrypted", List.of()));
        unreadable.add(new Unreadable("data/mail=x/b.parquet", "it is damaged", List.of()));
        notes.add("views were not searched for secret");
        copies.add(new ResidueItem(
                "", ResidueItem.Kind.COPY, "mirror", "not ours", "ops", Optional.of(NOW), Optional.empty()));
        assertThat(plan().expectedResidue())
                .extracting(ResidueItem::kind)
                .containsExactly(
                        ResidueItem.Kind.UNREADABLE,
                        ResidueItem.Kind.UNREADABLE,
                        ResidueItem.Kind.NOT_SEARCHED,
                        ResidueItem.Kind.COPY);
        assertThat(plan().expectedResidue().toString()).doesNotContain("secret").doesNotContain("mail=x");
    }

    @Test
    void sameFactsGiveTheSameDigestAndOthersAnother() {
        String digest = PlanDigest.of(List.of(plan()));
        assertThat(PlanDigest.of(List.of(plan()))).isEqualTo(digest).hasSize(64);
        files.add(found("data/other.parquet"));
        String other = PlanDigest.of(List.of(plan()));
        assertThat(other).isNotEqualTo(digest);
        repository.ref("refs/tags/q3", first);
        assertThat(PlanDigest.of(List.of(plan()))).isNotEqualTo(other);
    }
}
