package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.VersionedKeeper.GRACE;
import static io.fdlkeeper.maintenance.VersionedKeeper.NOW;
import static io.fdlkeeper.maintenance.VersionedKeeper.items;
import static io.fdlkeeper.maintenance.VersionedKeeper.spared;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.gc.RunCap;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.UnfinishedUpload;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Op;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads that nobody completes go after the grace by both clocks; the upload of a writer at work never does. */
class UploadCollectionTests {

    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Instant LONG_AGO = Instant.parse("2010-11-10T23:32:13Z");
    private static final String GIVEN_UP = "data/t/given-up.parquet";

    @TempDir
    Path scratch;

    private VersionedKeeper keeper;

    @BeforeEach
    void lake() {
        keeper = new VersionedKeeper(scratch);
        keeper.store.versioning(Versioning.NONE);
        keeper.commit(1, List.of(), "data/t/a.parquet", "data/t/b.parquet", "data/t/c.parquet", "data/t/d.parquet");
    }

    @Test
    void uploadIsAbortedWhenBothClocksHaveRunOut() {
        UnfinishedUpload upload = keeper.store.beginUpload(GIVEN_UP, NOW);
        keeper.gc();
        watchFor(GRACE);
        JobReport atGrace = keeper.gc();
        assertThat(keeper.store.uploads()).containsExactly(upload);
        keeper.pass(MOMENT);

        JobReport after = keeper.gc();

        assertThat(spared(atGrace.plan().orElseThrow())).containsExactly("young " + GIVEN_UP);
        assertThat(items(after.plan().orElseThrow()))
                .containsExactly("abort-upload " + GIVEN_UP + " (unfinished-upload, 1 upload seen unfinished since "
                        + NOW + ")");
        assertThat(after.outcome()).as(after.notes().toString()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(after.outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
        assertThat(after.message()).isEqualTo("0 objects of 0 bytes deleted; 1 unfinished uploads aborted");
        assertThat(keeper.store.uploads()).isEmpty();
    }

    @Test
    void storeThatTellsAnyTimeForAnUploadDoesNotShortenOurOwnSight() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        keeper.gc();
        watchFor(GRACE);
        JobReport atGrace = keeper.gc();
        assertThat(spared(atGrace.plan().orElseThrow())).containsExactly("first-seen " + GIVEN_UP);
        assertThat(keeper.store.uploads()).hasSize(1);
        keeper.pass(MOMENT);

        assertThat(keeper.gc().outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
        assertThat(keeper.store.uploads()).isEmpty();
    }

    @Test
    void trustedAgesDoNotCountForUploads() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);

        JobReport report = new CollectGarbage(keeper.workplace())
                .run(keeper.managed(), keeper.order().trustingAge());

        assertThat(report.outcomes()).isEmpty();
        assertThat(keeper.store.uploads()).hasSize(1);
    }

    @Test
    void timeInWhichNobodyLookedDoesNotCount() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        keeper.gc();
        keeper.pass(GRACE.multipliedBy(5));
        assertThat(keeper.gc().outcomes()).isEmpty();
        keeper.pass(GRACE.dividedBy(2));
        assertThat(keeper.gc().outcomes()).isEmpty();
        keeper.pass(MOMENT);

        assertThat(keeper.gc().outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
    }

    @Test
    void anotherUploadOfTheSameKeyIsAnotherUpload() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        keeper.gc();
        watchFor(GRACE);
        keeper.pass(MOMENT);
        keeper.store.ports().hidden().uploads().abort(keeper.store.uploads().get(0));
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);

        assertThat(spared(keeper.gc().plan().orElseThrow())).containsExactly("first-seen " + GIVEN_UP);
    }

    @Test
    void youngUploadKeepsTheOldOneOfItsKeyAndWhatStandsUnderIt() {
        keeper.store.load(GIVEN_UP, "an old orphan", NOW.minus(GRACE.multipliedBy(9)));
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        keeper.gc();
        watchFor(GRACE);
        keeper.pass(MOMENT);
        keeper.store.beginUpload(GIVEN_UP, keeper.store.now());

        JobReport report = keeper.gc();

        assertThat(spared(report.plan().orElseThrow())).containsExactly("young " + GIVEN_UP, "young " + GIVEN_UP);
        assertThat(report.outcomes()).isEmpty();
        assertThat(keeper.store.exists(GIVEN_UP)).isTrue();
    }

    @Test
    void objectThatAppearsLookingOldBetweenTheListingsIsNotTakenForGarbage() {
        UnfinishedUpload upload = keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST) && call.key().equals("data/")) {
                keeper.store.completeUpload(upload, "x");
            }
        });

        JobReport report = new CollectGarbage(keeper.workplace())
                .run(keeper.managed(), keeper.order().trustingAge());

        assertThat(report.outcomes()).isEmpty();
        assertThat(keeper.store.exists(GIVEN_UP)).isTrue();
        assertThat(spared(report.plan().orElseThrow())).contains("young " + GIVEN_UP);
    }

    @Test
    void allGivenUpUploadsOfAKeyGoTogether() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        keeper.store.beginUpload(GIVEN_UP, NOW);
        waitLong();

        JobReport report = keeper.gc();

        assertThat(items(report.plan().orElseThrow()))
                .singleElement()
                .satisfies(item -> assertThat(item).contains("2 uploads seen unfinished since"));
        assertThat(keeper.store.uploads()).isEmpty();
    }

    @Test
    void uploadBegunSinceThePlanIsLeftWithTheOthersOfItsKey() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        waitLong();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_UPLOADS)
                    && call.key().equals(GIVEN_UP)
                    && keeper.store.uploads().size() == 1) {
                keeper.store.beginUpload(GIVEN_UP, keeper.store.now());
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.CHANGED);
        assertThat(keeper.store.uploads()).hasSize(2);
    }

    @Test
    void uploadThatIsCompletedMeanwhileIsNoFault() {
        UnfinishedUpload upload = keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        waitLong();
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_UPLOADS) && call.key().equals(GIVEN_UP)) {
                keeper.store.completeUpload(upload, "x");
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.ALREADY_ABSENT);
        assertThat(keeper.store.exists(GIVEN_UP)).isTrue();
    }

    @Test
    void namedHeldAndForeignUploadsStay() {
        keeper.store.beginUpload("data/t/a.parquet", LONG_AGO);
        keeper.store.beginUpload("data/t/held.parquet", LONG_AGO);
        keeper.store.beginUpload("data/t/notes.txt", LONG_AGO);
        keeper.store.beginUpload("data/t/../up.parquet", LONG_AGO);
        keeper.store.beginUpload("elsewhere/x.parquet", LONG_AGO);
        keeper.store.beginUpload("data2/x.parquet", LONG_AGO);
        keeper.state
                .holds()
                .add(
                        "memory://fake/",
                        new Hold(
                                "h",
                                new HoldTarget.OfKey("data/t/held.parquet"),
                                "audit",
                                "who",
                                NOW,
                                Optional.empty()));
        waitLong();

        JobReport report = keeper.gc();

        assertThat(spared(report.plan().orElseThrow()))
                .containsExactly(
                        "foreign data/t/../up.parquet",
                        "live data/t/a.parquet",
                        "held data/t/held.parquet",
                        "foreign data/t/notes.txt");
        assertThat(report.outcomes()).isEmpty();
        assertThat(keeper.store.uploads()).hasSize(6);
    }

    @Test
    void uploadWhoseKeyALateCommitNamesIsSpared() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        waitLong();
        boolean[] done = {false};
        keeper.store.beforeCall(call -> {
            if (call.is(Op.CREATE) && !done[0]) {
                done[0] = true;
                keeper.commit(2, List.of(), "data/t/a.parquet", GIVEN_UP);
                keeper.store.remove(GIVEN_UP);
            }
        });

        JobReport report = keeper.gc();

        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.SPARED);
        assertThat(keeper.store.uploads()).hasSize(1);
    }

    @Test
    void storeThatDoesNotListUploadsHindersNoCollectionAndIsToldOf() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        waitLong();
        keeper.store.faults().failWhen(call -> call.is(Op.LIST_UPLOADS));

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.SUCCEEDED);
        assertThat(report.notes()).anyMatch(note -> note.startsWith("unfinished uploads could not be listed"));
        assertThat(report.plan().orElseThrow().header().totals()).doesNotContainKey("unfinishedUploads");
        assertThat(keeper.store.uploads()).hasSize(1);
        keeper.store.faults().none();
        assertThat(keeper.gc().outcomes()).containsOnlyKeys(ItemOutcome.DELETED);
    }

    @Test
    void listingThatFailsBeforeTheAbortIsToldAsFailed() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        waitLong();
        keeper.store
                .faults()
                .failWhen(call -> call.is(Op.LIST_UPLOADS) && call.key().equals(GIVEN_UP));

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.FAILED);
    }

    @Test
    void abortThatTheStoreRefusesIsToldInItsWords() {
        keeper.store.beginUpload(GIVEN_UP, LONG_AGO);
        waitLong();
        keeper.store.faults().refuseDeletes(key -> key.text().startsWith("data/"));

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.PARTIAL);
        assertThat(report.outcomes()).containsOnlyKeys(ItemOutcome.REFUSED);
        assertThat(keeper.state.journals().results(VersionedKeeper.run(report)))
                .anyMatch(entry -> entry.action().equals("abort-upload")
                        && entry.result().equals("refused")
                        && entry.detail().contains("does not allow"));
    }

    @Test
    void moreThanItsShareOfUploadsNeedsAPerson() {
        for (int i = 0; i < 5; i++) {
            keeper.store.beginUpload("data/t/given-up-" + i + ".parquet", LONG_AGO);
        }
        waitLong();

        JobReport report = keeper.gc();

        assertThat(report.outcome()).isEqualTo(JobOutcome.NEEDS_APPROVAL);
        assertThat(report.plan().orElseThrow().header().needsApproval()).containsExactly(Approval.SHARE);
        assertThat(report.plan()
                        .orElseThrow()
                        .header()
                        .totals()
                        .get("unfinishedUploads")
                        .objects())
                .isEqualTo(5);
    }

    @Test
    void asManyUploadsAsObjectsNeedNobody() {
        for (int i = 0; i < 4; i++) {
            keeper.store.beginUpload("data/t/given-up-" + i + ".parquet", LONG_AGO);
        }
        waitLong();

        assertThat(keeper.gc().outcome()).isEqualTo(JobOutcome.SUCCEEDED);
    }

    @Test
    void uploadInAFolderNoCatalogEverNamedNeedsAPerson() {
        keeper.store.beginUpload("data/a-guest/x.parquet", LONG_AGO);
        keeper.store.beginUpload("data/z-guest/x.parquet", LONG_AGO);
        waitLong();

        JobReport report = keeper.gc();

        assertThat(report.plan().orElseThrow().header().needsApproval()).containsExactly(Approval.UNKNOWN_FOLDER);
        assertThat(report.notes())
                .anyMatch(note -> note.contains("data/a-guest/"))
                .anyMatch(note -> note.contains("data/z-guest/"));
        assertThat(keeper.store.uploads()).hasSize(2);
    }

    @Test
    void capLeavesUploadsForLater() {
        keeper.store.beginUpload("data/t/given-up-1.parquet", LONG_AGO);
        keeper.store.beginUpload("data/t/given-up-2.parquet", LONG_AGO);
        waitLong();
        keeper.limits = new RunLimits(
                new RunCap(1, Long.MAX_VALUE), RunLimits.DEFAULT.batch(), RunLimits.DEFAULT.planValidity());

        assertThat(keeper.gc().plan().orElseThrow().header().capped()).isEqualTo(1);
        assertThat(keeper.store.uploads()).hasSize(1);
        keeper.gc();
        assertThat(keeper.store.uploads()).isEmpty();
    }

    @Test
    void failureWhileUploadsAreListedIsNoFailureOfTheStoreAsAWhole() {
        keeper.store.beforeCall(call -> {
            if (call.is(Op.LIST_UPLOADS)) {
                throw new StoreException("The store does not allow listing uploads (s3:ListBucketMultipartUploads).");
            }
        });

        assertThat(keeper.gc().notes()).anyMatch(note -> note.contains("s3:ListBucketMultipartUploads"));
    }

    private void waitLong() {
        keeper.gc();
        watchFor(GRACE);
        keeper.pass(MOMENT);
    }

    private void watchFor(Duration time) {
        for (int i = 0; i < 4; i++) {
            keeper.pass(time.dividedBy(4));
            keeper.planGc();
        }
    }
}
