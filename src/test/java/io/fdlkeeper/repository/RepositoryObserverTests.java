package io.fdlkeeper.repository;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen of a repository, and every guard that an observation can raise. */
class RepositoryObserverTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofDays(30));

    private final FakeRepository repository = new FakeRepository(NOW);
    private final FakeStore store = repository.store;
    private VersionId first = History.id(1);
    private VersionId second = History.id(2);

    @BeforeEach
    void twoVersionsOnABranch() {
        first = repository.version(1, OLD);
        second = repository.version(2, OLD, first);
        repository.ref("refs/heads/main", second);
    }

    @Test
    void aSoundRepositoryIsSeenWhole() {
        RepositoryView view = repository.view();
        assertThat(view.location()).isEqualTo("memory://fake/");
        assertThat(view.document().dataDir()).isEqualTo("data/");
        assertThat(view.observedAt()).isEqualTo(NOW);
        assertThat(view.head()).contains(new RefName("refs/heads/main"));
        assertThat(view.refs())
                .extracting(ref -> ref.name() + " " + ref.target())
                .containsExactly("refs/heads/main " + second);
        assertThat(states(view)).isEqualTo(Map.of(first, VersionState.LIVE, second, VersionState.LIVE));
        assertThat(view.foreign()).isEmpty();
        assertThat(view.notes()).isEmpty();
        assertThat(view.roots())
                .isEqualTo(new RootSet(
                        NOW, Set.of(first, second), Map.of(new RefName("refs/heads/main"), second), Set.of()));
    }

    @Test
    void everyStateIsTold() {
        VersionId unfinished = repository.unfinished(3, OLD);
        VersionId marked = repository.version(4, OLD);
        repository.mark(marked, "retention", OLD);
        VersionId expired = repository.version(5, OLD);
        repository.mark(expired, "retention", OLD);
        repository.removeCatalog(expired);
        store.load(FakeRepository.key(expired, "dataset.json"), "{}", OLD);
        VersionId withdrawn = repository.version(6, OLD);
        repository.mark(withdrawn, "withdrawn", OLD);
        repository.removeCatalog(withdrawn);
        RepositoryView view = repository.view();
        assertThat(states(view))
                .containsEntry(unfinished, VersionState.UNFINISHED)
                .containsEntry(marked, VersionState.MARKED)
                .containsEntry(expired, VersionState.EXPIRED)
                .containsEntry(withdrawn, VersionState.WITHDRAWN);
        assertThat(view.versions().get(expired).objects())
                .extracting(object -> object.key().lastSegment())
                .containsExactly("expired.json", "version.json");
        assertThat(view.roots().versions()).doesNotContain(unfinished);
    }

    @Test
    void furtherCatalogsOfAMarkedVersionKeepItMarked() {
        VersionId marked = repository.version(4, OLD);
        repository.mark(marked, "retention", OLD);
        repository.removeCatalog(marked);
        store.load(FakeRepository.key(marked, "catalogs/geo.duckdb"), "more", OLD);
        assertThat(states(repository.view())).containsEntry(marked, VersionState.MARKED);
    }

    @Test
    void aKeyForTheFolderOfCatalogsIsNoCatalog() {
        VersionId expired = repository.version(4, OLD);
        repository.mark(expired, "retention", OLD);
        repository.removeCatalog(expired);
        String folder = FakeRepository.key(expired, "catalogs/");
        store.load(folder, "", OLD);
        RepositoryView view = repository.view();
        assertThat(states(view)).containsEntry(expired, VersionState.EXPIRED);
        assertThat(view.foreign()).containsExactly(folder);
    }

    @Test
    void withoutItsDocumentItIsNoRepository() {
        store.remove("fdl.json");
        assertThat(repository.refused()).containsExactly("repository-document fdl.json");
        assertThat(detail()).contains("there is no fdl.json in memory://fake/").contains("name the folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"fdl\":\"0.1\"", "{}", "{\"fdl\":\"0.1\",\"data_dir\":5}"})
    void aDocumentThatCannotBeReadIsRefused(String text) {
        store.put("fdl.json", text);
        assertThat(repository.refused()).containsExactly("repository-document fdl.json");
        assertThat(detail()).startsWith("fdl.json cannot be read: ").endsWith("restore it from a copy");
    }

    @Test
    void anotherMajorOfTheRepositoryIsRefused() {
        store.put("fdl.json", "{\"fdl\":\"1.0\",\"id\":\"x\",\"data_dir\":\"data/\"}");
        assertThat(repository.refused()).containsExactly("unknown-fdl-major fdl.json");
    }

    @Test
    void aDataFolderThatOverlapsIsRefused() {
        store.put("fdl.json", "{\"fdl\":\"0.1\",\"id\":\"x\",\"data_dir\":\"versions/data/\"}");
        assertThat(repository.refused()).containsExactly("data-dir fdl.json");
        assertThat(detail()).contains("overlaps versions/");
    }

    @Test
    void anotherMajorOfARecordIsRefused() {
        store.load(FakeRepository.key(second, "version.json"), "{\"fdl\":\"2.0\"}", OLD);
        assertThat(repository.refused())
                .containsExactly("unknown-fdl-major " + FakeRepository.key(second, "version.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"fdl\":\"0.1\",", "{}", "[]"})
    void aRecordThatCannotBeReadIsRefused(String text) {
        store.load(FakeRepository.key(second, "version.json"), text, OLD);
        assertThat(repository.refused())
                .containsExactly("record-unreadable " + FakeRepository.key(second, "version.json"));
    }

    @Test
    void aRecordOfAnotherVersionIsRefused() {
        store.load(FakeRepository.key(second, "version.json"), FakeRepository.record(first, OLD), OLD);
        assertThat(repository.refused()).containsExactly("id-mismatch " + FakeRepository.key(second, "version.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"version.json", "ducklake.duckdb", "metadata.db", "catalogs/x"})
    void aVersionUnderANameThatIsNoIdIsRefused(String name) {
        store.load("versions/Latest/" + name, "x", OLD);
        assertThat(repository.refused()).containsExactly("id-mismatch versions/Latest/");
    }

    @Test
    void aFolderThatHoldsNoVersionIsForeign() {
        store.load("versions/tmp/notes.txt", "x", OLD);
        store.load("versions/README", "x", OLD);
        store.load("versions//x", "x", OLD);
        store.load("versions/" + History.id(8) + "/", "", OLD);
        assertThat(repository.view().foreign())
                .containsExactlyInAnyOrder(
                        "versions/tmp/", "versions/README", "versions//x", "versions/" + History.id(8) + "/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x.duckdb", "/etc/x", "s3://b/x", "a/./b", "a/../b"})
    void aCatalogOutsideOfItsVersionsFolderIsRefused(String name) {
        store.load(
                FakeRepository.key(second, "version.json"),
                FakeRepository.record(second, OLD).replace("ducklake.duckdb", name),
                OLD);
        assertThat(repository.refused()).containsExactly("catalog-name " + FakeRepository.key(second, "version.json"));
    }

    @Test
    void aVersionWithNeitherCatalogNorMarkIsRefused() {
        repository.removeCatalog(first);
        assertThat(repository.refused()).containsExactly("catalog-missing " + first);
        assertThat(detail()).contains("put the catalog back");
    }

    @Test
    void aMarkBesideACatalogThatGivesNoReasonIsRefused() {
        store.load(FakeRepository.key(first, "expired.json"), "{}", OLD);
        assertThat(repository.refused())
                .containsExactly("mark-unreadable " + FakeRepository.key(first, "expired.json"));
    }

    @Test
    void aMarkWithoutACatalogThatGivesNoReasonIsNoted() {
        store.load(FakeRepository.key(first, "expired.json"), "{", OLD);
        repository.removeCatalog(first);
        RepositoryView view = repository.view();
        assertThat(states(view)).containsEntry(first, VersionState.EXPIRED);
        assertThat(view.notes()).hasSize(1).first().asString().contains("gives no reason");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "main", "ref: refs/heads/main", "x y"})
    void aRefThatCannotBeReadIsRefused(String text) {
        store.put("refs/tags/a", text);
        assertThat(repository.refused()).containsExactly("ref-unreadable refs/tags/a");
    }

    @Test
    void theBranchOfHeadThatCannotBeReadIsRefusedOnce() {
        store.load("refs/heads/main", "no id", OLD);
        assertThat(repository.refused()).containsExactly("ref-unreadable refs/heads/main");
    }

    @Test
    void aHeadThatCannotBeReadIsRefused() {
        store.put("HEAD", second.text());
        assertThat(repository.refused()).containsExactly("ref-unreadable HEAD");
    }

    @Test
    void withoutAHeadThatIsNoted() {
        store.remove("HEAD");
        assertThat(repository.view().notes()).containsExactly("there is no HEAD");
    }

    @Test
    void aHeadMayNameABranchThatIsNotThereYet() {
        store.put("HEAD", "ref: refs/heads/other");
        assertThat(repository.view().head()).contains(new RefName("refs/heads/other"));
    }

    @ParameterizedTest
    @CsvSource({"refs/heads/.DS_Store, junk", "refs/.gitkeep, ''", "refs/heads/, ''", "refs/x/, x"})
    void dotFilesAndFolderKeysAmongRefsAreForeign(String key, String text) {
        store.put(key, text);
        assertThat(repository.view().foreign()).containsExactly(key);
    }

    @Test
    void aDotFileThatHoldsAnIdIsARef() {
        repository.ref("refs/heads/.hidden", first);
        assertThat(repository.view().refs()).hasSize(2);
    }

    @Test
    void aRefToAVersionThatIsNotThereIsRefused() {
        repository.ref("refs/tags/a", History.id(9));
        assertThat(repository.refused()).containsExactly("ref-to-missing-version refs/tags/a");
    }

    @Test
    void aRefToAnUnfinishedVersionIsRefused() {
        repository.ref("refs/tags/a", repository.unfinished(9, OLD));
        assertThat(repository.refused()).containsExactly("ref-to-unfinished-version refs/tags/a");
    }

    @Test
    void aRefToAnExpiredVersionIsTheWritersBusiness() {
        repository.mark(first, "retention", OLD);
        repository.removeCatalog(first);
        repository.ref("refs/tags/a", first);
        assertThat(repository.refused()).isEmpty();
    }

    @Test
    void aParentThatIsNotThereIsRefusedUntilItIsAccepted() {
        store.remove(FakeRepository.key(first, "version.json"));
        repository.removeCatalog(first);
        assertThat(repository.refused()).containsExactly("parent-missing " + first);
        assertThat(detail()).contains("repo accept").contains(FakeRepository.key(second, "version.json"));
        RootSet accepted = new RootSet(OLD, Set.of(second), Map.of(), Set.of(first));
        Observation observation = repository.observe(Optional.of(accepted));
        assertThat(observation.refusals()).isEmpty();
        assertThat(observation.view().orElseThrow().roots().missing()).containsExactly(first);
    }

    @Test
    void acceptanceDoesNotCoverWhatARefNames() {
        repository.ref("refs/tags/a", History.id(9));
        RootSet accepted = new RootSet(OLD, Set.of(), Map.of(), Set.of(History.id(9)));
        assertThat(repository.refused(Optional.of(accepted))).containsExactly("ref-to-missing-version refs/tags/a");
    }

    @Test
    void aVersionOfTheLastRunThatIsGoneIsRefused() {
        VersionId third = repository.version(3, OLD);
        RootSet last = repository.view().roots();
        store.remove(FakeRepository.key(third, "version.json"));
        repository.removeCatalog(third);
        assertThat(repository.refused(Optional.of(last))).containsExactly("root-vanished " + third);
        assertThat(repository.refused()).isEmpty();
    }

    @Test
    void aVersionOfTheLastRunThatLostItsRecordIsRefused() {
        VersionId third = repository.version(3, OLD);
        RootSet last = repository.view().roots();
        store.remove(FakeRepository.key(third, "version.json"));
        assertThat(repository.refused(Optional.of(last))).containsExactly("root-vanished " + third);
    }

    @Test
    void aVersionOfTheLastRunThatExpiredIsExplained() {
        RootSet last = repository.view().roots();
        repository.mark(first, "retention", OLD);
        repository.removeCatalog(first);
        assertThat(repository.refused(Optional.of(last))).isEmpty();
    }

    @Test
    void aRefOfTheLastRunThatIsGoneIsNotedWhileItsVersionIsThere() {
        repository.ref("refs/tags/a", first);
        RootSet last = repository.view().roots();
        store.remove("refs/tags/a");
        Observation observation = repository.observe(Optional.of(last));
        assertThat(observation.refusals()).isEmpty();
        assertThat(observation.view().orElseThrow().notes())
                .containsExactly("refs/tags/a of the last run is gone; it named " + first);
    }

    @Test
    void aListingWithoutAVersionThatARefNamesIsRefused() {
        store.faults().omitFromListings(key -> key.startsWith("versions/" + second));
        assertThat(repository.refused()).containsExactly("root-unlisted " + FakeRepository.key(second, "version.json"));
        assertThat(detail()).contains("the store's listing cannot be trusted");
    }

    @Test
    void aListingWithoutAParentIsRefused() {
        store.faults().omitFromListings(key -> key.startsWith("versions/" + first));
        assertThat(repository.refused()).containsExactly("root-unlisted " + FakeRepository.key(first, "version.json"));
    }

    @Test
    void aListingWithoutAVersionOfTheLastRunIsRefused() {
        VersionId third = repository.version(3, OLD);
        RootSet last = repository.view().roots();
        store.faults().omitFromListings(key -> key.startsWith("versions/" + third));
        assertThat(repository.refused(Optional.of(last)))
                .containsExactly("root-unlisted " + FakeRepository.key(third, "version.json"));
    }

    @Test
    void aListingWithoutARecordIsRefused() {
        VersionId third = repository.version(3, OLD);
        store.faults().omitFromListings(key -> key.text().equals(FakeRepository.key(third, "version.json")));
        assertThat(repository.refused()).containsExactly("root-unlisted " + FakeRepository.key(third, "version.json"));
    }

    @Test
    void aListingWithoutACatalogIsRefused() {
        String catalog = FakeRepository.key(first, "ducklake.duckdb");
        store.faults().omitFromListings(key -> key.text().equals(catalog));
        assertThat(repository.refused()).containsExactly("root-unlisted " + catalog);
    }

    @Test
    void aListingWithoutTheBranchOfHeadIsRefused() {
        store.load("refs/heads/main", second.text(), OLD);
        store.faults().omitFromListings(key -> key.text().equals("refs/heads/main"));
        assertThat(repository.refused()).containsExactly("root-unlisted refs/heads/main");
    }

    @Test
    void aListingWithoutARefOfTheIndexIsRefused() {
        store.load("refs/tags/a", first.text(), OLD);
        store.put("refs.json", "{\"refs\":{\"refs/tags/a\":\"" + first + "\",\"refs/tags/gone\":\"" + first + "\"}}");
        store.faults().omitFromListings(key -> key.text().equals("refs/tags/a"));
        assertThat(repository.refused()).containsExactly("root-unlisted refs/tags/a");
    }

    @Test
    void aListingWithoutARefOfTheLastRunIsRefused() {
        store.load("refs/tags/a", first.text(), OLD);
        RootSet last = repository.view().roots();
        store.faults().omitFromListings(key -> key.text().equals("refs/tags/a"));
        assertThat(repository.refused(Optional.of(last))).containsExactly("root-unlisted refs/tags/a");
    }

    @Test
    void aBrokenListingIsRefused() {
        store.faults().breakListingsAfter(1);
        assertThat(repository.refused()).containsExactly("listing-incomplete versions/");
    }

    @Test
    void aListingThatComesBackToAFolderIsRefused() {
        store.load(FakeRepository.key(first, "dataset.json"), "{}", OLD);
        store.faults()
                .reorderListings(Comparator.comparing(
                        object -> object.key().lastSegment().equals("dataset.json") ? 1 : 0));
        assertThat(repository.refused()).contains("listing-order versions/" + first + "/");
    }

    @Test
    void aVersionPushedSinceTheListingBeganIsTakenIn() {
        VersionId late = History.id(9);
        store.afterCall(call -> {
            if (call.is(Op.LIST) && call.key().equals("versions/")) {
                repository.version(9, NOW, second);
                repository.ref("refs/heads/main", late);
            }
        });
        RepositoryView view = repository.view();
        assertThat(states(view)).containsEntry(late, VersionState.LIVE);
        assertThat(view.refs()).extracting(Ref::target).containsExactly(late);
    }

    @Test
    void severalVersionsPushedSinceTheListingBeganAreTakenInWithTheirParents() {
        store.afterCall(call -> {
            if (call.is(Op.LIST) && call.key().equals("versions/")) {
                repository.version(8, NOW, second);
                repository.version(9, NOW, History.id(8));
                repository.ref("refs/heads/main", History.id(9));
            }
        });
        assertThat(states(repository.view())).containsKeys(History.id(8), History.id(9));
    }

    @Test
    void theParentOfALateVersionMustBeThereToo() {
        store.afterCall(call -> {
            if (call.is(Op.LIST) && call.key().equals("versions/")) {
                repository.version(9, NOW, History.id(8));
                repository.ref("refs/heads/main", History.id(9));
            }
        });
        assertThat(repository.refused()).containsExactly("parent-missing " + History.id(8));
    }

    @Test
    void versionsFinishedSinceTheListingBeganAreTakenIn() {
        VersionId third = repository.unfinished(3, OLD);
        VersionId fourth = repository.unfinished(4, OLD);
        store.afterCall(call -> {
            if (call.is(Op.LIST) && call.key().equals("versions/")) {
                store.load(FakeRepository.key(third, "version.json"), FakeRepository.record(third, NOW), NOW);
                store.load(FakeRepository.key(fourth, "version.json"), FakeRepository.record(fourth, NOW), NOW);
            }
        });
        assertThat(states(repository.view()))
                .containsEntry(third, VersionState.LIVE)
                .containsEntry(fourth, VersionState.LIVE);
    }

    @Test
    void aRefMadeSinceTheListingBeganIsTakenIn() {
        store.put("refs.json", "{\"refs/tags/late\":\"" + first + "\"}");
        store.afterCall(call -> {
            if (call.is(Op.LIST) && call.key().equals("refs/")) {
                repository.ref("refs/tags/late", first);
            }
        });
        assertThat(repository.view().refs())
                .extracting(ref -> ref.name().text())
                .contains("refs/tags/late");
    }

    @Test
    void aVersionExpiredWhileItWasListedIsNotBroken() {
        store.faults().rearrangeListings(objects -> {
            store.faults().none();
            repository.mark(first, "retention", NOW);
            repository.removeCatalog(first);
            return objects.stream()
                    .filter(object -> !object.key().text().equals(FakeRepository.key(first, "ducklake.duckdb")))
                    .toList();
        });
        assertThat(states(repository.view())).containsEntry(first, VersionState.EXPIRED);
    }

    @Test
    void aVersionWrittenWhileItsFolderWasListedIsLive() {
        VersionId third = repository.version(3, NOW);
        store.faults().omitFromListings(key -> key.text().equals(FakeRepository.key(third, "ducklake.duckdb")));
        RepositoryView view = repository.view();
        assertThat(states(view)).containsEntry(third, VersionState.LIVE);
        assertThat(view.versions().get(third).catalogs()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "999, true"})
    void whatWasStoredInTheSecondTheListingBeganInIsNew(long millisBefore, boolean taken) {
        Instant time = NOW.minusMillis(millisBefore);
        VersionId third = repository.version(3, time);
        repository.ref("refs/tags/a", third);
        store.faults().omitFromListings(key -> {
            boolean omit = key.startsWith("versions/" + third) && listings() < 2;
            return omit;
        });
        assertThat(repository.refused().isEmpty()).isEqualTo(taken);
    }

    @Test
    void whatIsNotTheFormatsIsForeign() {
        store.put("README.md", "x");
        store.put("other/file", "x");
        store.put("data/t/a.parquet", "x");
        store.put("refs.json", "{}");
        assertThat(repository.view().foreign()).containsExactly("other/", "README.md");
    }

    @Test
    void theFirstFolderOfADeepDataFolderIsOurs() {
        store.put("fdl.json", "{\"fdl\":\"0.1\",\"id\":\"x\",\"data_dir\":\"lake/data/\"}");
        store.put("lake/x", "x");
        store.put("data/x", "x");
        assertThat(repository.view().foreign()).containsExactly("data/");
    }

    @Test
    void namesAreReadAsUtf8() {
        repository.ref("refs/heads/zürich/\uD83D\uDE00", first);
        assertThat(repository.view().refs())
                .extracting(ref -> ref.name().text())
                .contains("refs/heads/zürich/\uD83D\uDE00");
    }

    @Test
    void documentsReadOnceComeFromTheCache() {
        InMemoryState state = new InMemoryState();
        RepositoryObserver observer = new RepositoryObserver(store.ports(), state.documents("r"));
        RepositoryDocument document = new RepositoryDocument("0.1", "x", "data/");
        repository.mark(first, "retention", OLD);
        observer.observe(document, NOW, Optional.empty());
        int before = store.calls().size();
        Observation again = observer.observe(document, NOW, Optional.empty());
        assertThat(again.refusals()).isEmpty();
        Set<String> read = new HashSet<>();
        store.calls().stream().skip(before).filter(call -> call.is(Op.READ)).forEach(call -> read.add(call.key()));
        assertThat(read).containsExactlyInAnyOrder("refs/heads/main", "refs.json", "HEAD");
    }

    @Test
    void notEveryForeignThingIsKept() {
        for (int i = 0; i < 1005; i++) {
            store.load("versions/x" + i, "x", OLD);
        }
        assertThat(repository.view().foreign()).hasSize(1000);
    }

    @Test
    void reachedIsWhatRefsReachAlongFirstParents() {
        VersionId left = repository.version(3, OLD, first);
        RepositoryView view = repository.view();
        assertThat(view.reached()).containsExactly(first, second);
        assertThat(view.history(left)).extracting(Version::id).containsExactly(left, first);
        assertThat(view.refsTo(second)).hasSize(1);
        assertThat(view.refsTo(first)).isEmpty();
    }

    @Test
    void aCircleOfParentsEnds() {
        store.load(FakeRepository.key(first, "version.json"), FakeRepository.record(first, OLD, second), OLD);
        RepositoryView view = repository.view();
        assertThat(view.history(second)).extracting(Version::id).containsExactly(second, first);
        assertThat(view.reached()).containsExactly(first, second);
    }

    private long listings() {
        return store.calls().stream()
                .filter(call -> call.is(Op.LIST) && call.key().startsWith("versions/"))
                .count();
    }

    private String detail() {
        List<Refusal> refusals = repository.observe().refusals();
        return refusals.get(0).detail();
    }

    private static Map<VersionId, VersionState> states(RepositoryView view) {
        Map<VersionId, VersionState> states = new java.util.TreeMap<>();
        view.versions().forEach((id, version) -> states.put(id, version.state()));
        return states;
    }
}
