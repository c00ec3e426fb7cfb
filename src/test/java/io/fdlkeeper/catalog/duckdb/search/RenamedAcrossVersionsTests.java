package io.fdlkeeper.catalog.duckdb.search;

import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.INLINED;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.LEAK;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.column;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.inlined;
import static io.fdlkeeper.catalog.duckdb.search.LeakyLake.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.withdrawal.find.FindLedger;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import io.fdlkeeper.withdrawal.find.LeakFind;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.find.Selector;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name that only one version still knows is followed to all others, whichever is read first. */
class RenamedAcrossVersionsTests {

    private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");
    private static final String RENAMED =
            "INSERT INTO ducklake_table VALUES (1, '11111111-1111-1111-1111-111111111111', 2,"
                    + " NULL, 0, 'folk', 'people/', true)";

    private final Path folder;
    private final LeakyLake lake;
    private final FakeRepository repository = new FakeRepository(NOW);
    private final VersionId first = repository.version(1, NOW.minusSeconds(9_000_000));
    private final VersionId second = repository.version(2, NOW.minusSeconds(8_000_000), first);

    RenamedAcrossVersionsTests(@TempDir Path folder) {
        this.folder = folder;
        this.lake = new LeakyLake(folder);
        repository.ref("refs/heads/main", second);
    }

    private void catalog(VersionId version, String... statements) {
        repository.store.load(
                new ObjectKey(FakeRepository.key(version, "ducklake.duckdb")),
                lake.bytes(statements),
                NOW.minusSeconds(8_000_000));
    }

    private Findings find(Selector selector) {
        repository.store.load("data/main/people/a.parquet", "", NOW.minusSeconds(8_000_000));
        var searches = new DuckDbLeakSearches(folder.resolve("temp"), "128MB", 1, false);
        try (var search = searches.open(repository.store.ports(), LeakyLake.ADDRESS, List.of(selector))) {
            return new LeakFind(
                            repository.store.ports(),
                            repository.view(),
                            search,
                            List.of(selector),
                            FindLedger.NONE,
                            folder)
                    .run(Progress.SILENT, StopToken.NEVER)
                    .orElseThrow();
        }
    }

    @Test
    void nameThatOnlyTheOlderVersionKnowsFindsRowsOfTheNewer() {
        catalog(first, column(2, "email", "varchar", null));
        catalog(second, INLINED, inlined(LEAK, 7, "a", "b"));
        assertThat(find(where("email LIKE '%@example.org'")).versions())
                .containsExactly(new FoundVersion(second, Set.of(Place.INLINED)));
    }

    @Test
    void nameThatOnlyTheNewerVersionKnowsFindsRowsOfTheOlder() {
        catalog(first, INLINED, inlined(LEAK, 7, "a", "b"));
        catalog(second, RENAMED, column(2, "contact", "varchar", null));
        var selector = new Selector(Selector.Kind.WHERE, Optional.of("main.folk"), "contact LIKE '%@example.org'");
        assertThat(find(selector).versions()).containsExactly(new FoundVersion(first, Set.of(Place.INLINED)));
    }

    @Test
    void catalogsAreCountedOnceHoweverOftenTheyAreRead() {
        catalog(first, column(2, "email", "varchar", null));
        catalog(second, INLINED, inlined(LEAK, 7, "a", "b"));
        assertThat(find(where("email LIKE '%@example.org'")).scanned().catalogs())
                .isEqualTo(2);
    }
}
