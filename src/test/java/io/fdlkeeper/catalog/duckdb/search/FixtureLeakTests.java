package io.fdlkeeper.catalog.duckdb.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.DocumentReading;
import io.fdlkeeper.repository.RepositoryObserver;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.withdrawal.find.FindLedger;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.LeakFind;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fixture repositories, searched whole: catalogs, then files, as an officer would have it done. */
class FixtureLeakTests {

    private static final String LEAK = "leak.7f3a@example.invalid";

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"h1-withdraw-tag", "h2-withdraw-head", "h3-withdraw-history", "h4-withdraw-clean"})
    void exactlyTheAffectedVersionsAndFilesAreFound(String name) {
        var fixture = Fixture.named(name);
        for (var selector : List.of(where("main.people", "mail = '" + LEAK + "'"), value(LEAK))) {
            var findings = find(fixture, selector);
            var expected = fixture.expected().get("withdrawal").get(0);
            var files = new ArrayList<String>();
            expected.get("files").forEach(file -> files.add(file.asText()));
            var versions = new ArrayList<String>();
            expected.get("affected_versions").forEach(version -> versions.add(version.asText()));
            assertThat(findings.unreadable()).isEmpty();
            assertThat(findings.files()).extracting(FoundFile::key).containsExactlyElementsOf(files);
            assertThat(findings.versions())
                    .extracting(version -> version.id().text())
                    .containsExactlyInAnyOrderElementsOf(versions);
            assertThat(findings.versions())
                    .allMatch(version -> version.because().contains(Place.FILE));
        }
    }

    @Test
    void afterTheWithdrawalNothingIsFound() {
        var findings = find(Fixture.named("h5-withdrawn-done"), where("main.people", "mail = '" + LEAK + "'"));
        assertThat(findings.isEmpty()).isTrue();
        assertThat(findings.isComplete()).isTrue();
    }

    @Test
    void catalogsThatNameAMissingFileMakeTheFindIncomplete() {
        var findings = find(Fixture.named("h6-withdraw-interrupted"), where("main.people", "mail = '" + LEAK + "'"));
        assertThat(findings.isComplete()).isFalse();
    }

    @Test
    void rowsInsideOfCatalogsAreFound() {
        var findings = find(Fixture.named("i1-inlined"), value("x"));
        assertThat(findings.isComplete()).isTrue();
    }

    private Findings find(Fixture fixture, Selector... selectors) {
        FakeStore store = fixture.load();
        var observer = new RepositoryObserver(store.ports(), DocumentCache.NONE);
        var document = ((DocumentReading.Read) observer.readDocument());
        var view = observer.observe(document.document(), store.now(), Optional.empty())
                .view()
                .orElseThrow();
        var address = new RepositoryAddress(fixture.dataDir(), List.of(fixture.repositoryUrl()));
        var searches = new DuckDbLeakSearches(temporary, "128MB", 1, false);
        try (var search = searches.open(store.ports(), address, List.of(selectors))) {
            return new LeakFind(store.ports(), view, search, List.of(selectors), FindLedger.NONE, temporary)
                    .run(Progress.SILENT, StopToken.NEVER)
                    .orElseThrow();
        }
    }

    static Selector where(String table, String predicate) {
        return new Selector(Selector.Kind.WHERE, Optional.of(table), predicate);
    }

    static Selector value(String text) {
        return new Selector(Selector.Kind.VALUE, Optional.empty(), text);
    }
}
