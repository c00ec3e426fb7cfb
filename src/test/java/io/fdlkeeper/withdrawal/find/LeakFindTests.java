package io.fdlkeeper.withdrawal.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that may hold the value is looked at once, and what could not be is told. */
class LeakFindTests {

    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
    private static final Instant OLD = NOW.minusSeconds(8_000_000);
    private static final String VALUE = "x@example.org";
    private static final List<Selector> BY_VALUE = List.of(new Selector(Selector.Kind.VALUE, Optional.empty(), VALUE));

    @TempDir
    Path scratch;

    private FakeRepository repository;
    private VersionId first;
    private VersionId second;

    @BeforeEach
    void twoVersionsOfWhichTheFirstHoldsIt() {
        repository = new FakeRepository(NOW);
        first = repository.version(1, OLD);
        second = repository.version(2, OLD, first);
        repository.ref("refs/heads/main", second);
        catalog(first, "data/leak.parquet\ndata/clean.parquet\n");
        catalog(second, "data/clean.parquet\n");
        file("data/leak.parquet", VALUE + " and " + VALUE);
        file("data/clean.parquet", "nothing");
    }

    private void catalog(VersionId version, String content) {
        repository.store.load(FakeRepository.key(version, "ducklake.duckdb"), content, OLD);
    }

    private ListedObject file(String key, String content) {
        return repository.store.load(key, content, OLD);
    }

    private Findings find() {
        return find(BY_VALUE, new TextSearch(repository.store, VALUE));
    }

    private Findings find(List<Selector> selectors, TextSearch search) {
        return find(selectors, search, FindLedger.NONE, StopToken.NEVER).orElseThrow();
    }

    private Optional<Findings> find(List<Selector> selectors, TextSearch search, FindLedger ledger, StopToken stop) {
        return new LeakFind(repository.store.ports(), repository.view(), search, selectors, ledger, scratch)
                .run(Progress.SILENT, stop);
    }

    private static List<String> keys(List<FoundFile> files) {
        return files.stream().map(FoundFile::key).toList();
    }

    @Test
    void fileIsFoundWithItsRowsAndEveryVersionThatNamesIt() {
        Findings findings = find();
        assertThat(findings.files())
                .singleElement()
                .satisfies(file -> assertThat(file.rows()).isEqualTo(2));
        assertThat(findings.versions()).containsExactly(new FoundVersion(first, Set.of(Place.FILE)));
        assertThat(findings.isComplete()).isTrue();
        assertThat(findings.scanned().files()).isEqualTo(2);
        assertThat(findings.scanned().catalogs()).isEqualTo(2);
    }

    @Test
    void fileThatManyVersionsNameIsReadOnce() {
        var search = new TextSearch(repository.store, VALUE);
        find(BY_VALUE, search);
        assertThat(search.reads.get("data/clean.parquet")).hasValue(1);
    }

    @Test
    void fileThatNothingNamesIsSearchedToo() {
        file("data/orphan.parquet", VALUE);
        assertThat(find().files())
                .filteredOn(file -> file.key().equals("data/orphan.parquet"))
                .singleElement()
                .satisfies(file -> assertThat(file.named()).isFalse());
    }

    @Test
    void textThatIsNoDataFileIsLookedAtToo() {
        file("data/readme.txt", "ask " + VALUE);
        assertThat(keys(find().files())).contains("data/readme.txt");
    }

    @Test
    void keyThatShowsTheValueIsFoundWhateverTheFileHolds() {
        file("data/mail=" + VALUE + "/a.parquet", "nothing");
        assertThat(keys(find().files())).contains("data/mail=" + VALUE + "/a.parquet");
    }

    @Test
    void fileThatCannotBeReadMayHoldIt() {
        file("data/clean.parquet", "!");
        Findings findings = find();
        assertThat(findings.isComplete()).isFalse();
        assertThat(findings.unreadable()).singleElement().satisfies(one -> {
            assertThat(one.key()).isEqualTo("data/clean.parquet");
            assertThat(one.versions()).containsExactly(first, second);
        });
    }

    @Test
    void catalogThatCannotBeReadIsToldWithItsVersion() {
        catalog(second, "!");
        assertThat(find().unreadable())
                .singleElement()
                .satisfies(one -> assertThat(one.versions()).containsExactly(second));
    }

    @Test
    void fileThatIsNamedAndNotThereMayHaveHeldIt() {
        catalog(second, "data/gone.parquet\n");
        assertThat(find().unreadable())
                .singleElement()
                .satisfies(one -> assertThat(one.key()).isEqualTo("data/gone.parquet"));
    }

    @Test
    void rowOfSeveralSpellingsNeedsOneOfThem() {
        catalog(second, "data/%61.parquet|data/a.parquet\n");
        file("data/a.parquet", VALUE);
        Findings findings = find();
        assertThat(findings.isComplete()).isTrue();
        assertThat(findings.versions()).extracting(FoundVersion::id).containsExactly(first, second);
    }

    @Test
    void fileOutsideOfTheRepositoryIsTold() {
        catalog(second, "https://elsewhere.example/a.parquet\n");
        assertThat(find().isComplete()).isFalse();
    }

    @Test
    void placesInCatalogsAndDocumentsAreTold() {
        catalog(second, "inlined: " + VALUE + "\nmessage: sorry, " + VALUE + "\nview: nothing\n");
        repository.store.load(FakeRepository.key(second, "dataset.json"), "{\"contact\":\"" + VALUE + "\"}", OLD);
        repository.store.load(FakeRepository.key(second, "files.json"), "{\"files\":[\"" + VALUE + "\"]}", OLD);
        assertThat(find().versions())
                .contains(new FoundVersion(
                        second, Set.of(Place.INLINED, Place.MESSAGE, Place.DATASET_JSON, Place.FILES_JSON)));
    }

    @Test
    void recordOfAnExpiredVersionIsReadToo() {
        repository.mark(first, "retention", OLD);
        repository.removeCatalog(first);
        String key = FakeRepository.key(first, "version.json");
        repository.store.load(
                key, repository.store.text(key).orElseThrow().replace("\"m\"", "\"for " + VALUE + "\""), OLD);
        assertThat(find().versions()).containsExactly(new FoundVersion(first, Set.of(Place.RECORD)));
    }

    @Test
    void markedAndUnfinishedVersionsCount() {
        repository.mark(first, "retention", OLD);
        VersionId unfinished = repository.unfinished(3, OLD);
        catalog(unfinished, "data/leak.parquet\n");
        assertThat(find().versions()).extracting(FoundVersion::id).containsExactly(first, unfinished);
    }

    @Test
    void selectedVersionTakesWithItOnlyWhatNoOtherNames() {
        var selectors = List.of(new Selector(Selector.Kind.VERSION, Optional.empty(), first.text()));
        Findings findings = find(selectors, new TextSearch(repository.store, "nowhere at all"));
        assertThat(keys(findings.files())).containsExactly("data/leak.parquet");
        assertThat(findings.versions()).containsExactly(new FoundVersion(first, Set.of(Place.SELECTED, Place.FILE)));
    }

    @Test
    void selectedKeyIsFoundUnread() {
        var search = new TextSearch(repository.store, "nowhere at all");
        Findings findings =
                find(List.of(new Selector(Selector.Kind.KEY, Optional.empty(), "data/clean.parquet")), search);
        assertThat(keys(findings.files())).containsExactly("data/clean.parquet");
        assertThat(findings.versions()).extracting(FoundVersion::id).containsExactly(first, second);
        assertThat(search.reads).doesNotContainKey("data/clean.parquet");
    }

    @Test
    void selectorsThatNameNothingAreRefusedNotClean() {
        var key = new Selector(Selector.Kind.KEY, Optional.empty(), "data/none.parquet");
        var version = new Selector(Selector.Kind.VERSION, Optional.empty(), "none");
        for (Selector selector : List.of(key, version)) {
            assertThatExceptionOfType(BadSelectorException.class)
                    .isThrownBy(() -> find(List.of(selector), new TextSearch(repository.store, VALUE)))
                    .satisfies(refused -> assertThat(refused.selector()).contains(selector))
                    .withMessageNotContaining("none");
        }
    }

    @Test
    void oldVersionsOfFilesAndCatalogsAreSearched() {
        repository.store.versioning(Versioning.ENABLED);
        String gone = FakeRepository.key(first, "ducklake.duckdb");
        repository.store.remove("data/leak.parquet");
        repository.mark(first, "retention", OLD);
        repository.store.remove(gone);
        var search = new TextSearch(repository.store, VALUE);
        repository.store.versions("data/leak.parquet").stream()
                .flatMap(version -> version.etag().stream())
                .forEach(tag -> search.oldContents.put(tag.text(), VALUE));
        repository.store.versions(gone).stream()
                .flatMap(version -> version.etag().stream())
                .forEach(tag -> search.oldContents.put(tag.text(), "data/leak.parquet\n"));
        Findings findings = find(BY_VALUE, search);
        assertThat(findings.files())
                .singleElement()
                .satisfies(file -> assertThat(file.storeVersion()).isPresent());
        assertThat(keys(findings.oldCatalogs())).containsExactly(gone);
    }

    @Test
    void unfinishedUploadMayHoldIt() {
        repository.store.beginUpload("data/half.parquet", NOW);
        assertThat(find().unreadable())
                .singleElement()
                .satisfies(one -> assertThat(one.key()).isEqualTo("data/half.parquet"));
    }

    @Test
    void stoppedFindGoesOnWithoutReadingAFileTwice() {
        Map<String, FindLedger.Row> rows = new HashMap<>();
        FindLedger ledger = new FindLedger() {
            @Override
            public synchronized Optional<Row> known(String location, String key, String etag, String storeVersion) {
                return Optional.ofNullable(rows.get(key + etag + storeVersion));
            }

            @Override
            public synchronized void keep(Row row) {
                rows.put(row.key() + row.etag() + row.storeVersion(), row);
            }
        };
        List<String> asked = new ArrayList<>();
        var search = new TextSearch(repository.store, VALUE);
        StopToken afterTheFirstFile = () -> {
            asked.add("");
            return !rows.isEmpty() || asked.size() > 1000;
        };
        assertThat(find(BY_VALUE, search, ledger, afterTheFirstFile)).isEmpty();
        int before = rows.size();
        assertThat(before).isPositive();
        var again = new TextSearch(repository.store, VALUE);
        Findings findings = find(BY_VALUE, again, ledger, StopToken.NEVER).orElseThrow();
        assertThat(keys(findings.files())).containsExactly("data/leak.parquet");
        assertThat(again.reads.keySet().stream().filter(key -> key.startsWith("data/")))
                .hasSize(2 - before);
        assertThat(findings.scanned().bytes()).isEqualTo(find().scanned().bytes());
    }
}
