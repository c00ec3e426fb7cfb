package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fdlkeeper.catalog.duckdb.DuckDbReferenceSets;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetRowReads;
import io.fdlkeeper.catalog.duckdb.search.DuckDbLeakSearches;
import io.fdlkeeper.fakes.InMemoryState;
import io.fdlkeeper.fixtures.Fixture;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.retention.RetentionPolicy;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.Blocker;
import io.fdlkeeper.withdrawal.removal.PublicAddresses.Answer;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The leak fixtures, real catalogs and files, end exactly as was worked out for them independently. */
class FixtureWithdrawalTests {

    private static final String MAIL = "leak.7f3a@example.invalid";

    @TempDir
    Path scratch;

    /** A case over one fixture. */
    private final class Story {

        final Fixture fixture;
        final FakeStore store;
        final InMemoryState state = new InMemoryState();
        final CaseDesk desk;
        final JsonNode expected;
        String caseId = "";
        private int ids;

        Story(String name, Versioning versioning) {
            fixture = Fixture.named(name);
            store = fixture.load();
            store.versioning(versioning);
            expected = fixture.expected().path("withdrawal").path(0);
            Workplace workplace = new Workplace(
                    state,
                    (location, reader, address) -> new DuckDbReferenceSets(
                                    scratch.resolve("cache"), scratch.resolve("temp"), "128MB", 2, false)
                            .open(reader, address),
                    scratch,
                    Clock.fixed(fixture.now(), ZoneOffset.UTC),
                    () -> "id-%04d".formatted(++ids));
            desk = new CaseDesk(
                    workplace,
                    new DuckDbLeakSearches(scratch.resolve("searches"), "128MB", 2, false),
                    WithdrawalKeeper.noSigning(),
                    WithdrawalRules.DEFAULT,
                    location -> repository(),
                    new CaseDesk.Looks(
                            new ParquetRowReads(scratch.resolve("rows"), "128MB", 2), address -> new Answer.Gone()));
        }

        private ManagedRepository repository() {
            return new ManagedRepository(
                    fixture.name(),
                    store.ports(),
                    List.of(fixture.repositoryUrl()),
                    List.of(),
                    RetentionPolicy.exactly(30),
                    GcSafety.DEFAULT.withGrace(Duration.ofDays(7)),
                    RunLimits.DEFAULT);
        }

        CaseReport found() {
            var opening = new CaseOpening(
                    List.of("memory://fake/"), "personal-data", "officer", Optional.empty(), false, 0, false);
            caseId = new OpenWithdrawal(desk)
                    .open(opening, Optional.of(0), fixture.now(), Optional.empty())
                    .subject()
                    .id();
            var where = new Selector(Selector.Kind.WHERE, Optional.of("main.people"), "mail = '" + MAIL + "'");
            return new FindLeak(desk).find(caseId, List.of(where), "officer", Progress.SILENT, StopToken.NEVER);
        }

        RemovalPlan planned(boolean deleteTags) {
            found();
            return new PlanWithdrawal(desk)
                    .plan(caseId, Optional.of(deleteTags), "officer", Progress.SILENT)
                    .plans()
                    .get(0);
        }

        CaseReport executed() {
            return new ExecuteWithdrawal(desk).execute(caseId, "officer", Progress.SILENT, StopToken.NEVER);
        }

        CaseReport verified() {
            return new VerifyWithdrawal(desk).verify(caseId, "officer", Progress.SILENT);
        }

        CaseState caseState() {
            return state.cases().find(caseId).orElseThrow().state();
        }
    }

    private static TreeSet<String> texts(JsonNode array) {
        return new TreeSet<>(FixtureKeeper.texts(array));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "h1-withdraw-tag",
                "h2-withdraw-head",
                "h3-withdraw-history",
                "h4-withdraw-clean",
                "h5-withdrawn-done"
            })
    void filesVersionsAndRefsAreThoseExpected(String name) {
        Story story = new Story(name, Versioning.NONE);
        CaseReport found = story.found();
        assertThat(found.outcome()).as(found.message()).isEqualTo(CaseReport.Outcome.DONE);
        var findings = found.findings().get(0);
        assertThat(findings.files())
                .extracting(FoundFile::key)
                .containsExactlyElementsOf(texts(story.expected.path("files")));
        assertThat(findings.versions().stream()
                        .filter(FoundVersion::isWithdrawn)
                        .map(one -> one.id().text()))
                .containsExactlyElementsOf(texts(story.expected.path("affected_versions")));

        RemovalPlan plan = new PlanWithdrawal(story.desk)
                .plan(story.caseId, Optional.empty(), "officer", Progress.SILENT)
                .plans()
                .get(0);
        Map<String, String> refs = new TreeMap<>();
        plan.blockers().stream()
                .filter(blocker -> blocker.ref().isPresent())
                .forEach(blocker -> refs.put(
                        blocker.ref().orElseThrow(),
                        blocker.version().orElseThrow().text()));
        Map<String, String> expected = new TreeMap<>();
        story.expected
                .path("refs_on_affected")
                .fields()
                .forEachRemaining(
                        ref -> expected.put(ref.getKey(), ref.getValue().asText()));
        assertThat(refs).isEqualTo(expected);
        assertThat(story.caseState())
                .isEqualTo(story.expected.path("must_refuse").isNull() ? CaseState.PLANNED : CaseState.BLOCKED);
    }

    @ParameterizedTest
    @CsvSource({
        "h2-withdraw-head, ducklake_rewrite_data_files",
        "h3-withdraw-history, was rewritten",
    })
    void remedyOfAHeadSaysWhichHalfWasDone(String name, String said) {
        RemovalPlan plan = new Story(name, Versioning.NONE).planned(false);
        assertThat(plan.blockers())
                .filteredOn(blocker -> blocker.kind() == Blocker.Kind.BRANCH_HEAD)
                .singleElement()
                .satisfies(blocker -> assertThat(blocker.remedy()).contains(said, "ducklake_expire_snapshots"));
        assertThat(plan.blockers()).extracting(Blocker::kind).contains(Blocker.Kind.NO_CLEAN_VERSION);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "ENABLED"})
    void readyOneRunsToItsEnd(Versioning versioning) {
        runsToItsEnd(new Story("h4-withdraw-clean", versioning), false);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "ENABLED"})
    void tagInTheWayGoesWhenTheCaseOwnsIt(Versioning versioning) {
        Story story = new Story("h1-withdraw-tag", versioning);
        runsToItsEnd(story, true);
        assertThat(story.store.exists("refs/tags/2026-q3")).isFalse();
    }

    private static void runsToItsEnd(Story story, boolean deleteTags) {
        TreeSet<String> gone = texts(story.expected.path("files"));
        TreeSet<String> before = new TreeSet<>(story.store.keys());
        assertThat(story.planned(deleteTags).blockers()).isEmpty();

        CaseReport executed = story.executed();
        assertThat(story.caseState()).as(executed.message()).isEqualTo(CaseState.VERIFYING);
        CaseReport verified = story.verified();
        assertThat(story.caseState())
                .as(verified.message()
                        + verified.notes()
                        + story.state.cases().find(story.caseId).orElseThrow().residue())
                .isEqualTo(CaseState.COMPLETE);

        for (String id : texts(story.expected.path("affected_versions"))) {
            assertThat(story.store.text("versions/" + id + "/expired.json").orElse(""))
                    .contains("\"withdrawn\"");
            assertThat(story.store.exists("versions/" + id + "/version.json")).isTrue();
            assertThat(story.store.exists("versions/" + id + "/ducklake.duckdb"))
                    .isFalse();
            before.removeIf(key -> key.startsWith("versions/" + id + "/"));
        }
        before.removeAll(gone);
        before.removeIf(key -> deleteTags && key.startsWith("refs/tags/"));
        assertThat(story.store.keys()).containsAll(before).doesNotContainAnyElementsOf(gone);
        gone.forEach(key -> assertThat(story.store.versions(key)).isEmpty());
    }

    @Test
    void finishedOneHasNothingToDo() {
        Story story = new Story("h5-withdrawn-done", Versioning.NONE);
        TreeSet<String> before = new TreeSet<>(story.store.keys());
        assertThat(story.planned(false).items()).isEmpty();
        story.executed();
        CaseReport verified = story.verified();
        assertThat(story.caseState()).as(verified.message() + verified.notes()).isEqualTo(CaseState.COMPLETE);
        assertThat(story.store.keys()).isEqualTo(before);
    }
}
