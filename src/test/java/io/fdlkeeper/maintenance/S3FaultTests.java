package io.fdlkeeper.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.store.ConformanceProbe;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.s3.fake.IgnoredCondition;
import io.fdlkeeper.store.s3.fake.ListingFault;
import io.fdlkeeper.store.s3.fake.S3Faults;
import io.fdlkeeper.store.s3.fake.S3Operation;
import io.fdlkeeper.store.s3.fake.S3Reply;
import io.fdlkeeper.store.s3.fake.S3Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What stores, and what stands before them, are known to get wrong, each as an answer over HTTP.
 *
 * <p>Every test ends with the promise: nothing but garbage is gone, and the repository verifies once the fault is over.
 */
class S3FaultTests {

    private static final String LOGIN_PAGE = "<!DOCTYPE html><html><head><title>Sign in</title></head>"
            + "<body><form>Please sign in to the network.</form></body></html>";

    private static final String CHILDLESS =
            "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"/>";

    @TempDir
    Path scratch;

    private BucketKeeper keeper;

    @BeforeEach
    void open() {
        keeper = new BucketKeeper("e-deletes-partitions", scratch);
    }

    @AfterEach
    void nothingLiveIsLost() {
        keeper.recover();
        assertThat(keeper.orphans).containsAll(keeper.gone());
        assertThat(keeper.verify().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        keeper.close();
    }

    @Test
    void withoutAFaultAllGarbageGoes() {
        assertSucceeds();
    }

    // --- Listings -------------------------------------------------------------------------------------------------

    @Test
    void signInPageWithStatus200IsNoEmptyBucket() {
        keeper.faults().answer(S3Operation.LIST, S3Reply.raw(200, "text/html", LOGIN_PAGE), S3Faults.ALWAYS);
        assertRefusesAsIncomplete();
    }

    @Test
    void signInPageInTheMiddleOfAListingIsNotItsEnd() {
        keeper.faults().limitPages(10);
        keeper.server.afterRequest(request -> {
            if (request.operation() == S3Operation.LIST) {
                keeper.faults().answer(S3Operation.LIST, S3Reply.raw(200, "text/html", LOGIN_PAGE), S3Faults.ALWAYS);
            }
        });
        assertRefusesAsIncomplete();
    }

    @Test
    void emptyAnswerWithStatus200IsNoEmptyBucket() {
        keeper.faults().answer(S3Operation.LIST, S3Reply.raw(200, "application/xml", ""), S3Faults.ALWAYS);
        assertRefusesAsIncomplete();
    }

    @Test
    void resultWithoutAnythingInItIsNoEmptyBucket() {
        keeper.faults().answer(S3Operation.LIST, S3Reply.raw(200, "application/xml", CHILDLESS), S3Faults.ALWAYS);
        assertRefusesAsIncomplete();
    }

    @Test
    void pageOfAnotherBucketIsNotBelieved() {
        keeper.faults().list(ListingFault.NAMES_ANOTHER_BUCKET);
        assertRefusesAsIncomplete();
    }

    @Test
    void pageThatShowsKeysBesideThePrefixIsNotBelieved() {
        keeper.faults().list(ListingFault.IGNORES_PREFIX);
        assertRefusesAsIncomplete();
    }

    @Test
    void listingThatRepeatsATokenIsNotTakenForTheEnd() {
        keeper.faults().limitPages(5);
        keeper.faults().list(ListingFault.REPEATS_TOKEN);
        assertRefusesAsIncomplete();
    }

    @Test
    void listingThatGoesOnWithoutATokenIsNotTakenForTheEnd() {
        keeper.faults().limitPages(5);
        keeper.faults().list(ListingFault.FORGETS_TOKEN);
        assertRefusesAsIncomplete();
    }

    @Test
    void listingThatEndsEarlyAndSaysItIsWholeIsCaughtByAskingForMore() {
        keeper.faults().limitPages(5);
        keeper.faults().list(ListingFault.ENDS_EARLY);
        assertRefuses(Guard.LISTING_INCOMPLETE);
    }

    @Test
    void listingThatLacksALiveFileIsCaughtByALookAtIt() {
        var live = FixtureKeeper.texts(keeper.fixture.expected().path("gc").path("live"))
                .get(0);
        keeper.faults().omit(key -> key.equals(BucketKeeper.PREFIX + live));
        assertRefuses(Guard.LISTING_INCOMPLETE);
    }

    @Test
    void pagesThatDropKeysWhichAreNotAsciiAreCaughtByTheFilesThatAreNamed() {
        keeper.close();
        keeper = new BucketKeeper("j-external", scratch);
        keeper.faults().limitPages(3);
        keeper.faults().omitFromLaterPages(key -> key.chars().anyMatch(c -> c > 127));
        assertRefuses(Guard.LISTING_INCOMPLETE);
    }

    @Test
    void listingThatLacksAVersionIsCaughtByTheRefThatNamesIt() {
        var head = keeper.fixture
                .versions()
                .get(keeper.fixture.versions().size() - 1)
                .get("id")
                .asText();
        keeper.faults().omit(key -> key.contains("/versions/" + head + "/"));
        assertRefuses(Guard.ROOT_UNLISTED);
    }

    @Test
    void listingInAnotherOrderThanThatOfBytesIsSortedFirst() {
        var folder = keeper.orphans.first().replaceAll("[^/]*$", "");
        keeper.addOrphan(folder + "\uff5e.parquet");
        keeper.addOrphan(folder + "\ud83d\ude00.parquet");
        keeper.faults().list(ListingFault.ORDERS_BY_UTF16);
        assertSucceeds();
    }

    @Test
    void keysInPagesThatAreNotEncodedAsAskedAreSpelledAsTheyAre() {
        var folder = keeper.orphans.first().replaceAll("[^/]*$", "");
        keeper.addOrphan(folder + "a%41+b c.parquet");
        keeper.faults().list(ListingFault.ENCODES_NOTHING);
        assertSucceeds();
    }

    @Test
    void encodingThatLeavesPlusSignsAloneDeletesNoOtherKey() {
        var folder = keeper.orphans.first().replaceAll("[^/]*$", "");
        keeper.addOrphan(folder + "a+b.parquet");
        keeper.addOrphan(folder + "a b.parquet");
        keeper.faults().list(ListingFault.LEAVES_PLUS);
        run();
    }

    // --- Time -----------------------------------------------------------------------------------------------------

    @Test
    void dateThatIsFarFromOursRefuses() {
        keeper.faults().skewDate(Duration.ofHours(2));
        assertRefuses(Guard.CLOCK_SKEW);
    }

    @Test
    void objectOfAnUploadThatLooksOldThoughItJustAppearedIsNotCollected() {
        var folder = keeper.orphans.first().replaceAll("[^/]*$", "");
        keeper.bucket.load(
                BucketKeeper.PREFIX + folder + "late.parquet",
                new byte[] {1},
                keeper.clock.instant().minus(Duration.ofDays(20)));
        var report = keeper.collect(Order.by("tester"));
        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.gone()).isEmpty();
    }

    // --- Conditions and lost replies ------------------------------------------------------------------------------

    @Test
    void storeThatIgnoresTheConditionOfACreationIsNotTrustedWithMarks() {
        keeper.faults().ignore(IgnoredCondition.CREATE);
        assertRefuses(Guard.STORE_PROBE);
    }

    @Test
    void objectThatWasReplacedStaysWhereTheStoreIgnoresConditionsOfDeletions() {
        keeper.faults().ignore(IgnoredCondition.DELETE);
        keeper.faults().ignore(IgnoredCondition.DELETE_IN_BATCH);
        assertThatWhatWasReplacedStays();
    }

    @Test
    void objectThatWasReplacedStaysWhereTheStoreKeepsConditions() {
        assertThatWhatWasReplacedStays();
    }

    private void assertThatWhatWasReplacedStays() {
        var key = keeper.orphans.first();
        // After the plan, and before the first deletion: the probe object is written in between.
        keeper.server.beforeRequest(request -> {
            if (request.operation() == S3Operation.PUT && request.key().contains(ConformanceProbe.PREFIX)) {
                keeper.bucket.put(BucketKeeper.PREFIX + key, "another content");
            }
        });
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(BucketKeeper.count(report, ItemOutcome.CHANGED)).isEqualTo(1);
        assertThat(keeper.bucket.text(BucketKeeper.PREFIX + key)).contains("another content");
        assertThat(keeper.gone()).hasSize(keeper.orphans.size() - 1);
    }

    @Test
    void markWhoseReplyWasLostIsKnownToBeOurs() {
        keeper.faults().loseReplies(request -> request.key().endsWith("/expired.json"), 2);
        var report = keeper.retain(1);
        assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.SUCCEEDED);
        for (var id : FixtureKeeper.texts(
                keeper.fixture.expected().path("retention").path("1").path("expire"))) {
            assertThat(keeper.bucket.exists(BucketKeeper.PREFIX + "versions/" + id + "/expired.json"))
                    .isTrue();
            keeper.orphans.add("versions/" + id + "/ducklake.duckdb");
        }
    }

    @Test
    void markThatRacesWithAnotherWriteIsPutAgain() {
        keeper.faults()
                .answer(
                        request -> request.operation() == S3Operation.PUT,
                        S3Reply.error(409, "ConditionalRequestConflict", "A conflicting operation occurred."),
                        3);
        assertSucceeds();
    }

    @Test
    void batchWhoseReplyWasLostIsAskedForAgainAndWhatItDeletedIsGone() {
        keeper.faults().loseReplies(S3FaultTests::deletesGarbage, 1);
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(BucketKeeper.count(report, ItemOutcome.DELETED)
                        + BucketKeeper.count(report, ItemOutcome.ALREADY_ABSENT))
                .isEqualTo(keeper.orphans.size());
        assertThat(keeper.gone()).isEqualTo(keeper.orphans);
    }

    @Test
    void catalogThatBreaksOffIsReadAgainAndNotTakenForAShortOne() {
        keeper.faults().cutReplies(S3Operation.GET, 3);
        assertSucceeds();
    }

    // --- Batches --------------------------------------------------------------------------------------------------

    @Test
    void keyThatIsDeniedInsideABatchIsRefusedAndTheRestGoes() {
        var key = keeper.orphans.first();
        keeper.faults().failInBatch(k -> k.endsWith(key), "AccessDenied", S3Faults.ALWAYS);
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(BucketKeeper.count(report, ItemOutcome.REFUSED)).isEqualTo(1);
        assertThat(keeper.gone()).hasSize(keeper.orphans.size() - 1).doesNotContain(key);
    }

    @Test
    void keysThatFailInsideABatchForAWhileAreAskedForAgain() {
        keeper.faults().failInBatch(key -> key.contains("000000"), "InternalError", 2);
        keeper.faults().failInBatch(key -> key.contains("000001"), "SlowDown", 2);
        assertSucceeds();
    }

    @Test
    void keyThatFailsInsideEveryBatchIsCalledFailed() {
        var key = keeper.orphans.first();
        keeper.faults().failInBatch(k -> k.endsWith(key), "InternalError", S3Faults.ALWAYS);
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(BucketKeeper.count(report, ItemOutcome.FAILED)).isEqualTo(1);
        assertThat(keeper.gone()).hasSize(keeper.orphans.size() - 1).doesNotContain(key);
    }

    @Test
    void keysThatABatchDoesNotAnswerForAreNotCalledDeleted() {
        keeper.faults().doNotEcho(key -> key.contains("/data/"), false);
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(BucketKeeper.count(report, ItemOutcome.DELETED)).isZero();
        assertThat(BucketKeeper.count(report, ItemOutcome.FAILED)).isEqualTo(keeper.orphans.size());
        assertThat(keeper.gone()).isEmpty();
    }

    @Test
    void keysThatWereDeletedWithoutAWordAreNotCalledDeletedAndTheNextRunFindsThemGone() {
        keeper.faults().doNotEcho(key -> key.endsWith("ducklake-000000.parquet"), true);
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(BucketKeeper.count(report, ItemOutcome.FAILED)).isEqualTo(1);
        keeper.recover();
        assertThat(keeper.collect().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.gone()).isEqualTo(keeper.orphans);
    }

    @Test
    void keyThatXmlCannotCarrySpoilsNoBatch() {
        var folder = keeper.orphans.first().replaceAll("[^/]*$", "");
        keeper.addOrphan(folder + "a\u0001b.parquet");
        keeper.addOrphan(folder + "a&amp;b\n.parquet");
        assertSucceeds();
    }

    @Test
    void storeThatDemandsMd5GetsIt() {
        keeper.faults().demandMd5();
        assertSucceeds();
    }

    @Test
    void storeWithoutBatchesIsAskedKeyByKey() {
        keeper.faults()
                .answer(
                        S3Operation.DELETE_BATCH,
                        S3Reply.error(501, "NotImplemented", "Not implemented."),
                        S3Faults.ALWAYS);
        assertSucceeds();
    }

    @Test
    void deletionThatNobodyMayDoIsRefusedWithTheMissingPermission() {
        keeper.faults()
                .answer(
                        S3FaultTests::deletesGarbage,
                        S3Reply.error(403, "AccessDenied", "Access Denied"),
                        S3Faults.ALWAYS);
        var report = keeper.collect();
        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(BucketKeeper.count(report, ItemOutcome.REFUSED)).isEqualTo(keeper.orphans.size());
        assertThat(keeper.gone()).isEmpty();
    }

    // --- Load -----------------------------------------------------------------------------------------------------

    @Test
    void burstOf503IsWaitedFor() {
        keeper.faults().slowDown(4);
        assertSucceeds();
    }

    @Test
    void burstOf503BetweenDeletionsIsWaitedFor() {
        keeper.faults()
                .answer(
                        S3FaultTests::deletesGarbage,
                        S3Reply.error(503, "SlowDown", "Please reduce your request rate."),
                        3);
        assertSucceeds();
    }

    @Test
    void tooManyRequestsIsWaitedFor() {
        keeper.faults().answer(request -> true, S3Reply.raw(429, "text/plain", "Too Many Requests"), 4);
        assertSucceeds();
    }

    @Test
    void storeThatIsNeverReadyFailsTheRun() {
        keeper.faults().slowDown(S3Faults.ALWAYS);
        var words = run();
        assertThat(words).anyMatch(word -> word.contains("SlowDown"));
        assertThat(keeper.gone()).isEmpty();
    }

    // --- Judgements -----------------------------------------------------------------------------------------------

    private void assertSucceeds() {
        var report = keeper.collect();
        assertThat(report.outcome()).as(report.message() + report.refusals()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(keeper.gone()).isEqualTo(keeper.orphans);
        assertThat(BucketKeeper.count(report, ItemOutcome.DELETED)).isEqualTo(keeper.orphans.size());
    }

    private void assertRefuses(Guard guard) {
        var report = keeper.collect();
        assertThat(report.outcome()).as(report.message()).isEqualTo(JobOutcome.REFUSED);
        assertThat(report.refusals()).extracting(refusal -> refusal.guard()).contains(guard);
        assertThat(keeper.gone()).isEmpty();
    }

    private static boolean deletesGarbage(S3Request request) {
        return request.operation() == S3Operation.DELETE && request.key().contains("/data/")
                || request.operation() == S3Operation.DELETE_BATCH
                        && request.bodyText().contains("/data/");
    }

    private void assertRefusesAsIncomplete() {
        assertRefuses(Guard.LISTING_INCOMPLETE);
    }

    /** Runs a collection that may fail, and returns what it said. */
    private Set<String> run() {
        try {
            var report = keeper.collect();
            return report.refusals().stream().map(Object::toString).collect(Collectors.toSet());
        } catch (StoreException e) {
            return Set.of(e.sentence());
        }
    }
}
