package io.fdlkeeper.gc;

import static io.fdlkeeper.gc.FakeCollection.NOW;
import static io.fdlkeeper.gc.FakeCollection.OLD;
import static io.fdlkeeper.gc.FakeCollection.items;
import static io.fdlkeeper.gc.FakeCollection.spared;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.EmptyFolder;
import io.fdlkeeper.store.ForeignEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a repository to its plan. */
class GcPlannerTests {

    private static final String LOCATION = "memory://fake/";

    @TempDir
    Path scratch;

    private FakeCollection gc = new FakeCollection(Path.of(""));
    private VersionId head = History.id(1);

    @BeforeEach
    void oneVersionThatNamesThreeFiles() {
        gc = new FakeCollection(scratch);
        head = gc.repository.version(1, OLD);
        gc.repository.ref("refs/heads/main", head);
        gc.data("data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
        gc.names.of(head).names("data/t/1.parquet", "data/t/2.parquet").ended("data/t/3.parquet");
    }

    @Test
    void whatNothingNamesGoesAndEverythingElseIsTold() {
        VersionId former = gc.repository.version(2, OLD);
        gc.repository.mark(former, "retention", OLD);
        gc.names.of(former).names("data/t/4.parquet");
        gc.data("data/t/4.parquet", "data/t/5.parquet", "data/t/x.csv");
        gc.store.load("data/t/6.parquet", "data", NOW);
        Plan plan = gc.plan();
        List<PlanItem> items = new ArrayList<>();
        plan.forEachItem(items::add);
        assertThat(items)
                .extracting(PlanItem::action, PlanItem::subject, PlanItem::reasons, PlanItem::bytes)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple(
                                PlanAction.DELETE,
                                "data/t/4.parquet",
                                List.of("orphan", "no live version names it any more"),
                                4L),
                        org.assertj.core.api.Assertions.tuple(
                                PlanAction.DELETE,
                                "data/t/5.parquet",
                                List.of("orphan", "no catalog we read ever named it"),
                                4L));
        assertThat(items).allSatisfy(item -> {
            assertThat(item.lastModified()).contains(OLD);
            assertThat(item.etag()).isEqualTo(gc.store.object(item.subject()).map(object -> object.etag()));
        });
        assertThat(spared(plan)).containsExactly("young data/t/6.parquet", "foreign data/t/x.csv");
        assertThat(plan.header().job()).isEqualTo(JobKind.GC);
        assertThat(plan.header().repository()).isEqualTo(LOCATION);
        assertThat(plan.header().observedAt()).isEqualTo(NOW);
        assertThat(plan.header().needsApproval()).isEmpty();
        assertThat(plan.header().totals())
                .isEqualTo(Map.ofEntries(
                        Map.entry("listed", new Totals(7, 28)),
                        Map.entry("live", new Totals(3, 12)),
                        Map.entry("candidate", new Totals(2, 8)),
                        Map.entry("young", new Totals(1, 4)),
                        Map.entry("heldByHistoryOnly", new Totals(1, 4)),
                        Map.entry("firstSeen", Totals.NONE),
                        Map.entry("foreign", new Totals(1, 4)),
                        Map.entry("held", Totals.NONE),
                        Map.entry("recentlyReleased", Totals.NONE),
                        Map.entry("viewNamed", Totals.NONE),
                        Map.entry("abandoned", Totals.NONE)));
    }

    @Test
    void theNumbersOfThePlanAreWrittenIntoIt() {
        gc.trustAge = false;
        assertThat(gc.plan().header().settings())
                .isEqualTo(Map.of(
                        "grace", "PT168H",
                        "grace-uncommitted", "PT168H",
                        "max-share", "0.5",
                        "suffixes", ".parquet,.puffin",
                        "trust-age", "false"));
        gc.cap = new RunCap(5, 50);
        assertThat(gc.plan().header().settings())
                .containsEntry("max-objects", "5")
                .containsEntry("max-bytes", "50");
    }

    @Test
    void bothClocksMustRunOut() {
        gc.trustAge = false;
        gc.data("data/t/4.parquet");
        Plan first = gc.plan();
        assertThat(items(first)).isEmpty();
        assertThat(spared(first)).containsExactly("first-seen data/t/4.parquet");
        assertThat(first.header().totals()).containsEntry("firstSeen", new Totals(1, 4));
        for (int day = 3; day <= 9; day += 3) {
            assertThat(items(gc.plan())).isEmpty();
            gc.store.advanceClock(Duration.ofDays(3));
        }
        assertThat(items(gc.plan())).containsExactly("orphan data/t/4.parquet");
    }

    @Test
    void aRefusalLeavesTheLedgerAsItWas() throws Exception {
        gc.data("data/t/4.parquet");
        gc.plan();
        gc.store.advanceClock(Duration.ofDays(2));
        gc.names.of(head).broken();
        assertThat(gc.refused()).containsExactly("catalog-unreadable versions/" + head + "/ducklake.duckdb");
        assertThat(observed()).contains(NOW);
    }

    @Test
    void aMissingReferenceRefuses() throws Exception {
        gc.store.remove("data/t/3.parquet");
        assertThat(gc.refused()).containsExactly("dangling versions/" + head);
        assertThat(observed()).isEmpty();
    }

    @Test
    void aDamagedLedgerRefuses() {
        gc.state.damageLedger(LOCATION);
        GcPlanning planning = gc.planning();
        assertThat(planning).isInstanceOfSatisfying(GcPlanning.Refused.class, refused -> {
            assertThat(FakeCollection.refused(refused.refusals())).containsExactly("ledger-unreadable ");
            assertThat(refused.refusals().get(0).detail()).contains("is damaged");
        });
    }

    @ParameterizedTest
    @CsvSource({"900, false", "901, true"})
    void aClockThatWentBackFurtherThanTheLimitRefuses(long seconds, boolean refused) throws Exception {
        gc.plan();
        gc.store.setClock(NOW.minusSeconds(seconds));
        GcPlanning planning = gc.planning();
        assertThat(planning instanceof GcPlanning.Refused).isEqualTo(refused);
        if (refused) {
            assertThat(gc.refused()).containsExactly("clock-skew ");
            assertThat(observed()).contains(NOW);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, false", "4, true"})
    void moreThanTheShareOfObjectsNeedsAPerson(int orphans, boolean needed) {
        orphans(orphans);
        assertThat(gc.plan().header().needsApproval()).isEqualTo(needed ? List.of(Approval.SHARE) : List.of());
    }

    @ParameterizedTest
    @CsvSource({"12, false", "13, true"})
    void moreThanTheShareOfBytesNeedsAPerson(int bytes, boolean needed) {
        gc.store.load("data/t/o.parquet", "x".repeat(bytes), OLD);
        assertThat(gc.plan().header().needsApproval()).isEqualTo(needed ? List.of(Approval.SHARE) : List.of());
    }

    @Test
    void anEmptyLiveSetNeedsAPerson() {
        FakeCollection empty = new FakeCollection(scratch);
        empty.data("data/t/1.parquet");
        empty.safety = share(1);
        assertThat(empty.plan().header().needsApproval()).contains(Approval.EMPTY_LIVE_SET);
    }

    @Test
    void withoutCandidatesNothingNeedsAPerson() {
        FakeCollection empty = new FakeCollection(scratch);
        empty.store.load("data/t/1.parquet", "data", NOW);
        assertThat(empty.plan().header().needsApproval()).isEmpty();
    }

    @Test
    void aVersionWithRowsWhoseCatalogNamesNothingIsRefused() {
        VersionId second = gc.repository.version(2, OLD);
        gc.store.load(FakeRepository.key(second, "dataset.json"), "{\"tables\":[{\"name\":\"t\",\"rows\":3}]}", OLD);
        assertThat(gc.refused()).containsExactly("no-references " + second);
    }

    @Test
    void aVersionThatSaysItHasNoRowsMayNameNothing() {
        VersionId second = gc.repository.version(2, OLD);
        gc.store.load(FakeRepository.key(second, "dataset.json"), "{\"tables\":[{\"name\":\"t\",\"rows\":0}]}", OLD);
        gc.data("data/t/4.parquet");
        assertThat(gc.plan().header().needsApproval()).isEmpty();
    }

    @Test
    void aVersionThatHoldsItsRowsItselfMayNameNothing() {
        gc.names.of(gc.repository.version(2, OLD)).inlined(3);
        gc.data("data/t/4.parquet");
        assertThat(gc.plan().header().needsApproval()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "'{'"})
    void aVersionThatNamesNothingAndDoesNotTellItsRowsNeedsAPerson(String dataset) {
        VersionId second = gc.repository.version(2, OLD);
        if (!dataset.isEmpty()) {
            gc.store.load(FakeRepository.key(second, "dataset.json"), dataset, OLD);
        }
        gc.data("data/t/4.parquet");
        assertThat(gc.plan().header().needsApproval()).containsExactly(Approval.EMPTY_LIVE_SET);
    }

    @Test
    void aFolderInWhichNothingWasEverNamedNeedsAPerson() {
        gc.data("data/other/1.parquet");
        GcPlanning.Planned planned = (GcPlanning.Planned) gc.planning();
        assertThat(planned.plan().header().needsApproval()).containsExactly(Approval.UNKNOWN_FOLDER);
        assertThat(planned.unknownFolders()).isEqualTo(Set.of("data/other/"));
    }

    @Test
    void namesOfThePastMakeAFolderKnown() {
        VersionId former = gc.repository.version(2, OLD);
        gc.repository.mark(former, "retention", OLD);
        gc.names.of(former).names("data/other/1.parquet");
        gc.data("data/other/1.parquet", "data/other/2.parquet");
        assertThat(gc.plan().header().needsApproval()).isEmpty();
    }

    @Test
    void aRecentReleaseWhoseNamesNobodyKnowsNeedsAPersonWhenAgeIsTrusted() {
        VersionId released = gc.repository.version(2, OLD);
        gc.repository.mark(released, "retention", NOW.minus(Duration.ofDays(7)));
        gc.repository.removeCatalog(released);
        gc.data("data/t/4.parquet");
        GcPlanning.Planned planned = (GcPlanning.Planned) gc.planning();
        assertThat(planned.plan().header().needsApproval()).containsExactly(Approval.UNKNOWN_RELEASE);
        assertThat(planned.unknownReleases()).isEqualTo(Set.of(released.text()));
        gc.trustAge = false;
        gc.store.advanceClock(Duration.ofNanos(0));
        assertThat(gc.plan().header().needsApproval()).isEmpty();
    }

    @Test
    void whatWasReleasedRecentlyIsSparedWhenAgeIsTrusted() {
        VersionId released = gc.repository.version(2, OLD);
        gc.repository.mark(released, "retention", NOW.minus(Duration.ofDays(7)));
        gc.repository.removeCatalog(released);
        gc.names.recorded(released).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        Plan plan = gc.plan();
        assertThat(spared(plan)).containsExactly("recently-released data/t/4.parquet");
        assertThat(plan.header().totals()).containsEntry("recentlyReleased", new Totals(1, 4));
    }

    @Test
    void aReleaseLongerAgoThanTheGraceIsThePast() {
        VersionId released = gc.repository.version(2, OLD);
        gc.repository.mark(released, "retention", NOW.minus(Duration.ofDays(7)).minusNanos(1));
        gc.names.of(released).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        assertThat(items(gc.plan())).containsExactly("orphan data/t/4.parquet");
    }

    @Test
    void whatWasWithdrawnIsNotOwedTheGraceOfARelease() {
        VersionId withdrawn = gc.repository.version(2, OLD);
        gc.repository.mark(withdrawn, "withdrawn", NOW);
        gc.repository.removeCatalog(withdrawn);
        VersionId beingWithdrawn = gc.repository.version(3, OLD);
        gc.repository.mark(beingWithdrawn, "withdrawn", NOW);
        gc.names.recorded(withdrawn).names("data/t/4.parquet");
        gc.names.of(beingWithdrawn).names("data/t/5.parquet");
        gc.data("data/t/4.parquet", "data/t/5.parquet");
        Plan plan = gc.plan();
        assertThat(items(plan)).containsExactly("orphan data/t/4.parquet", "orphan data/t/5.parquet");
        assertThat(plan.header().needsApproval()).isEmpty();
    }

    @Test
    void aMarkedVersionThatARefNamesIsLive() {
        VersionId tagged = gc.repository.version(2, OLD);
        gc.repository.mark(tagged, "retention", OLD);
        gc.repository.ref("refs/tags/a", tagged);
        gc.names.of(tagged).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        assertThat(items(gc.plan())).isEmpty();
    }

    @Test
    void aMarkedVersionThatAHoldKeepsIsLive() {
        VersionId held = gc.repository.version(2, OLD);
        gc.repository.mark(held, "retention", OLD);
        gc.hold("h1", new HoldTarget.OfVersion(held));
        gc.names.of(held).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        assertThat(items(gc.plan())).isEmpty();
    }

    @Test
    void theCatalogOfAMarkedVersionNeedNotBeReadable() {
        VersionId marked = gc.repository.version(2, OLD);
        gc.repository.mark(marked, "retention", NOW);
        gc.names.of(marked).broken();
        gc.names.recorded(marked).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        assertThat(spared(gc.plan())).containsExactly("recently-released data/t/4.parquet");
    }

    @Test
    void anUnfinishedVersionThatIsYoungIsLive() {
        VersionId young = gc.repository.unfinished(2, NOW.minus(Duration.ofDays(7)));
        gc.names.of(young).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        Plan plan = gc.plan();
        assertThat(items(plan)).isEmpty();
        assertThat(spared(plan)).isEmpty();
    }

    @Test
    void anUnfinishedVersionThatIsYoungMustBeReadable() {
        VersionId young = gc.repository.unfinished(2, NOW);
        gc.names.of(young).broken();
        assertThat(gc.refused()).containsExactly("catalog-unreadable versions/" + young + "/ducklake.duckdb");
    }

    @Test
    void moreThanTheShareOfVersionFoldersAbandonedNeedsAPerson() {
        gc.repository.unfinished(2, OLD);
        assertThat(gc.plan().header().needsApproval()).isEmpty();
        gc.repository.unfinished(3, OLD);
        assertThat(gc.plan().header().needsApproval()).containsExactly(Approval.SHARE);
    }

    @Test
    void anUnfinishedVersionPastTheGraceIsGarbageWithItsFolder() {
        VersionId old =
                gc.repository.unfinished(2, NOW.minus(Duration.ofDays(7)).minusNanos(1));
        gc.store.load(FakeRepository.key(old, "catalogs/x.duckdb"), "more", OLD);
        gc.store.load(FakeRepository.key(old, "dataset.json"), "{}", OLD);
        gc.names.of(old).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        Plan plan = gc.plan();
        String folder = "versions/" + old + "/";
        assertThat(items(plan))
                .containsExactly(
                        "orphan data/t/4.parquet",
                        "abandoned-version " + folder + "catalogs/x.duckdb",
                        "abandoned-version " + folder + "dataset.json",
                        "abandoned-version " + folder + "ducklake.duckdb");
        assertThat(plan.header().totals())
                .containsEntry("abandoned", new Totals(3, 15))
                .containsEntry("listed", new Totals(4, 16))
                .containsEntry("candidate", new Totals(1, 4));
        assertThat(plan.header().needsApproval()).isEmpty();
    }

    @Test
    void aHoldKeepsAnUnfinishedVersion() {
        VersionId old = gc.repository.unfinished(2, OLD);
        gc.hold("h1", new HoldTarget.OfVersion(old));
        gc.names.of(old).names("data/t/4.parquet");
        gc.data("data/t/4.parquet");
        assertThat(items(gc.plan())).isEmpty();
    }

    @Test
    void theCapLeavesTheRestForLater() {
        orphans(3);
        gc.cap = new RunCap(2, Long.MAX_VALUE);
        Plan byObjects = gc.plan();
        assertThat(items(byObjects)).containsExactly("orphan data/t/o0.parquet", "orphan data/t/o1.parquet");
        assertThat(byObjects.header().capped()).isEqualTo(1);
        assertThat(byObjects.header().totals()).containsEntry("candidate", new Totals(3, 12));
        gc.cap = new RunCap(9, 8);
        assertThat(items(gc.plan())).hasSize(2);
        gc.cap = new RunCap(9, 7);
        assertThat(items(gc.plan())).hasSize(1);
    }

    @Test
    void aFileTooBigForTheCapLetsSmallerOnesGo() {
        gc.safety = share(1);
        gc.store.load("data/t/big.parquet", "x".repeat(100), OLD);
        gc.store.load("data/t/small.parquet", "x", OLD);
        gc.cap = new RunCap(9, 10);
        Plan plan = gc.plan();
        assertThat(items(plan)).containsExactly("orphan data/t/small.parquet");
        assertThat(plan.header().capped()).isEqualTo(1);
    }

    @Test
    void foldersThatStayedEmptyForTheGraceAreRemoved() {
        Instant exactly = NOW.minus(Duration.ofDays(7));
        gc.emptyFolders.add(new EmptyFolder("data/", OLD));
        gc.emptyFolders.add(new EmptyFolder("data/t/p=1/", exactly.minusNanos(1)));
        gc.emptyFolders.add(new EmptyFolder("data/t/p=2/", exactly));
        Plan plan = gc.plan();
        List<PlanItem> items = new ArrayList<>();
        plan.forEachItem(items::add);
        assertThat(items)
                .containsExactly(new PlanItem(
                        PlanAction.REMOVE_FOLDER,
                        "data/t/p=1/",
                        List.of("empty-folder"),
                        0,
                        Optional.of(exactly.minusNanos(1)),
                        Optional.empty()));
    }

    @Test
    void emptyFoldersCountInTheCapToo() {
        gc.emptyFolders.add(new EmptyFolder("data/t/p=1/", OLD));
        gc.emptyFolders.add(new EmptyFolder("data/t/p=2/", OLD));
        gc.cap = new RunCap(1, 100);
        Plan plan = gc.plan();
        assertThat(items(plan)).containsExactly("empty-folder data/t/p=1/");
        assertThat(plan.header().capped()).isEqualTo(1);
    }

    @Test
    void theSameFactsGiveTheSameDigestAtAnyTime() {
        orphans(1);
        String digest = gc.plan().header().digest();
        gc.store.advanceClock(Duration.ofHours(1));
        assertThat(gc.plan().header().digest()).isEqualTo(digest);
    }

    @Test
    void aListingThatLacksAnOlderLiveFileIsNotBelieved() {
        gc.names.of(head).names("data/t/late.parquet");
        gc.data("data/t/late.parquet");
        gc.store.faults().omitFromListings(key -> key.text().endsWith("late.parquet"));
        assertThat(gc.refused()).containsExactly("listing-incomplete data/t/late.parquet");
    }

    @Test
    void aLiveFileThatWasStoredSinceTheListingBeganStays() {
        gc.names.of(head).names("data/t/late.parquet");
        gc.store.put("data/t/late.parquet", "x");
        gc.store.faults().omitFromListings(key -> key.text().endsWith("late.parquet"));
        assertThat(items(gc.plan())).isEmpty();
    }

    @Test
    void aFileThatALiveVersionNamesByAnotherSpellingStays() {
        gc.names.of(head).names("data/T/4.parquet");
        gc.data("data/t/4.parquet", "data/t/5.parquet");
        gc.spellings.put("data/T/4.parquet", "data/t/4.parquet");
        assertThat(items(gc.plan())).containsExactly("orphan data/t/5.parquet");
    }

    @Test
    void aFileThatALinkLeadsToStays() {
        gc.data("data/t/4.parquet", "data/t/5.parquet");
        gc.links.add(new ForeignEntry("data/t/link", "symbolic link", Optional.of("data/t/4.parquet")));
        assertThat(items(gc.plan())).containsExactly("orphan data/t/5.parquet");
    }

    @Test
    void nothingIsProvenWhileACatalogCannotBeRead() {
        VersionId second = gc.repository.version(2, OLD);
        gc.names.of(second).names("data/t/gone.parquet");
        gc.names.of(head).broken();
        assertThat(gc.refused()).containsExactly("catalog-unreadable versions/" + head + "/ducklake.duckdb");
    }

    @Test
    void checkingTellsWhatIsMissing() {
        gc.store.remove("data/t/3.parquet");
        try (var listing = gc.listing()) {
            assertThat(FakeCollection.refused(GcPlanner.check(
                            gc.facts(listing, gc.repository.view()),
                            gc.reader(),
                            gc.names,
                            gc.roots(),
                            Progress.SILENT)))
                    .containsExactly("dangling versions/" + head);
        }
    }

    @Test
    void namesRecordedOfAnAbandonedVersionAreThePast() {
        VersionId old = History.id(2);
        gc.store.load(FakeRepository.key(old, "dataset.json"), "{}", OLD);
        gc.names.recorded(old).names("data/other/4.parquet");
        gc.data("data/other/4.parquet");
        assertThat(gc.plan().header().needsApproval()).isEmpty();
    }

    @Test
    void aReadableReleaseIsNoUnknownOne() {
        VersionId released = gc.repository.version(2, OLD);
        gc.repository.mark(released, "retention", NOW);
        gc.names.of(released).names("data/t/4.parquet");
        gc.data("data/t/4.parquet", "data/t/5.parquet");
        assertThat(gc.plan().header().needsApproval()).isEmpty();
    }

    @Test
    void checkingPlansNothingAndKeepsNothing() throws Exception {
        gc.data("data/t/4.parquet");
        try (var listing = gc.listing()) {
            assertThat(GcPlanner.check(
                            gc.facts(listing, gc.repository.view()),
                            gc.store.ports().reader(),
                            gc.names,
                            gc.roots(),
                            Progress.SILENT))
                    .isEmpty();
        }
        assertThat(observed()).isEmpty();
    }

    @Test
    void progressIsToldStageByStage() {
        List<String> heard = new ArrayList<>();
        gc.planning(new Progress() {
            @Override
            public void stage(String name, long expected) {
                heard.add(name + " " + expected);
            }

            @Override
            public void advance(long by) {
                heard.add("+" + by);
            }
        });
        assertThat(heard).containsExactly("read catalogs 1", "+1", "prove references 3", "sweep 3");
    }

    private void orphans(int count) {
        for (int i = 0; i < count; i++) {
            gc.data("data/t/o" + i + ".parquet");
        }
    }

    private GcSafety share(double share) {
        return new GcSafety(
                gc.safety.grace(),
                gc.safety.grace(),
                share,
                gc.safety.skewWarn(),
                gc.safety.skewLimit(),
                gc.safety.rootCheckValid(),
                gc.safety.suffixes());
    }

    private Optional<Instant> observed() throws LedgerUnreadableException {
        try (Ledger.Reading reading = gc.state.ledger().read(LOCATION)) {
            return reading.observedAt();
        }
    }
}
