package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.WithdrawalKeeper.CLEAN;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.OTHER_LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.TAG;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Op;
import io.fdlkeeper.withdrawal.CaseState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an earlier plan of a case removed is proved with the rest, and what stands under a key now is not mistaken for what was there. */
class RepeatedWithdrawalTests {

    @TempDir
    Path scratch;

    private WithdrawalKeeper story;

    @BeforeEach
    void inAVersionedBucket() {
        story = new WithdrawalKeeper(scratch, Versioning.ENABLED);
    }

    /** A writer replaces one of the files while the other goes. */
    private void drifted() {
        story.planned(false);
        AtomicBoolean done = new AtomicBoolean();
        story.store.beforeCall(call -> {
            if (call.is(Op.DELETE) && call.key().equals(LEAK) && done.compareAndSet(false, true)) {
                story.store.put(OTHER_LEAK, "another " + VALUE);
            }
        });
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.DRIFTED);
        assertThat(story.store.exists(LEAK)).isFalse();
        assertThat(story.store.exists(OTHER_LEAK)).isTrue();
    }

    private void again() {
        story.find();
        story.plan();
    }

    private String document(String name) {
        return new String(
                story.keeper.state.cases().document(story.caseId, name).orElseThrow(), StandardCharsets.UTF_8);
    }

    @Test
    void secondPlanEndsTheCaseAndTheCertificateNamesWhatTheFirstRemoved() {
        drifted();
        again();
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        CaseReport report = story.verify();
        assertThat(report.notes()).isEmpty();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
        String location = story.store.ports().location();
        assertThat(document("withdrawn-files"))
                .contains(
                        story.keeper.state.keyHash(location + " " + LEAK),
                        story.keeper.state.keyHash(location + " " + OTHER_LEAK));
        assertThat(document(CertifyWithdrawal.CERTIFICATE)).contains(story.keeper.state.keyHash(LEAK));
    }

    @Test
    void whatTheFirstPlanRemovedMustStillBeGoneAfterTheSecond() {
        drifted();
        again();
        story.execute();
        story.store.put(LEAK, "content without it");
        assertThat(story.verify().notes()).anyMatch(note -> note.startsWith(LEAK + " is there"));
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
    }

    @Test
    void secondPlanHasItsOwnWindow() {
        drifted();
        again();
        story.keeper.pass(story.rules.executeWithin().plusSeconds(1));
        assertThat(story.execute().outcome()).isEqualTo(CaseReport.Outcome.STALE);
        assertThat(story.state()).isEqualTo(CaseState.EXPIRED);
        assertThat(story.store.exists(OTHER_LEAK)).isTrue();
    }

    @Test
    void oldVersionOfAFileGoesWhileVersionsNameWhatStandsUnderItsKeyNow() {
        story.store.put(CLEAN, VALUE);
        story.store.put(CLEAN, "written anew without it");
        story.planned(false).execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        assertThat(story.store.text(CLEAN)).contains("written anew without it");
        assertThat(story.store.versions(CLEAN)).hasSize(2);
        assertThat(story.verify().notes()).isEmpty();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void oldCatalogOfACleanHeadGoesAndTheHeadIsNoAffectedVersion() {
        String catalog = FakeRepository.key(story.head, "ducklake.duckdb");
        String clean = story.store.text(catalog).orElseThrow();
        story.store.put(catalog, clean + "\nVIEW v " + VALUE);
        story.store.put(catalog, clean);
        story.planned(false);
        CaseReport report = story.execute();
        assertThat(report.results()).anyMatch(result -> result.item().key().equals(catalog));
        assertThat(story.state()).as(report.message()).isEqualTo(CaseState.VERIFYING);
        assertThat(story.store.text(catalog)).contains(clean);
        assertThat(story.markOf(story.head)).isEmpty();
        assertThat(story.verify().notes()).isEmpty();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void tagOfTheSameNameOnACleanVersionIsANewOne() {
        story.tag(story.second);
        story.planned(true).execute();
        assertThat(story.state()).isEqualTo(CaseState.VERIFYING);
        story.tag(story.head);
        assertThat(story.verify().notes()).isEmpty();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
    }

    @Test
    void uploadToARemovedCatalogIsAFault() {
        story.planned(false).execute();
        String catalog = FakeRepository.key(story.first, "ducklake.duckdb");
        story.store.beginUpload(catalog, story.store.now());
        assertThat(story.verify().notes()).anyMatch(note -> note.startsWith("an upload to " + catalog));
        assertThat(story.state()).isEqualTo(CaseState.PARTIAL);
    }

    @Test
    void holdOnACatalogOrATagThatCameMeanwhileBlocks() {
        story.tag(story.second);
        story.planned(true);
        story.hold(new HoldTarget.OfKey(FakeRepository.key(story.first, "ducklake.duckdb")));
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.BLOCKED);
        assertThat(story.store.exists(TAG)).isTrue();
        assertThat(story.store.exists(LEAK)).isTrue();

        story.keeper.state.holds().release("memory://fake/", "h1");
        again();
        story.hold(new HoldTarget.OfRef(new RefName(TAG)));
        story.execute();
        assertThat(story.state()).isEqualTo(CaseState.BLOCKED);
        assertThat(story.store.exists(TAG)).isTrue();
    }
}
