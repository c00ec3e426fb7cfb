package io.fdlkeeper.maintenance;

import static io.fdlkeeper.maintenance.WithdrawalKeeper.CLEAN;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.OTHER_LEAK;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.SHARED;
import static io.fdlkeeper.maintenance.WithdrawalKeeper.VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.store.fake.Op;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.guard.Hit;
import io.fdlkeeper.withdrawal.proof.Certificate;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was withdrawn and comes back is told once, loudly, and the case begins anew; what never went is told as residue only. */
class GuardRepositoryTests {

    @TempDir
    Path scratch;

    private WithdrawalKeeper story;

    @BeforeEach
    void inAFolder() {
        story = new WithdrawalKeeper(scratch, Versioning.NONE);
        story.guarded = true;
    }

    private void ended() {
        story.planned(false).execute();
        story.verify();
        story.keeper.pass(Duration.ofDays(1));
    }

    private List<GuardRepository.Looked> look() {
        return new GuardRepository(story.desk()).look(story.keeper.managed(), "schedule");
    }

    private List<Hit> hits() {
        return look().stream().flatMap(one -> one.hits().stream()).toList();
    }

    private VersionId rebuilt(String... keys) {
        return story.keeper.commit(4, List.of(story.head), keys);
    }

    private Certificate certificate() {
        return Certificate.read(new String(
                story.keeper
                        .state
                        .cases()
                        .document(story.caseId, CertifyWithdrawal.CERTIFICATE)
                        .orElseThrow(),
                StandardCharsets.UTF_8));
    }

    @Test
    void cleanRebuildIsNoHit() {
        ended();
        rebuilt("data/people/4.parquet", SHARED);
        assertThat(look()).hasSize(1);
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
        assertThat(certificate().number()).isEqualTo(1);
    }

    @Test
    void rowThatAnUncleanedSourcePublishesAgainReopensTheCase() {
        ended();
        story.store.put("data/people/4.parquet", "again " + VALUE);
        VersionId version = rebuilt("data/people/4.parquet", SHARED);

        List<Hit> hits = hits();

        assertThat(hits).hasSize(1);
        assertThat(hits.get(0).kind()).isEqualTo(Hit.Kind.FILE_HOLDS);
        assertThat(hits.get(0).version()).contains(version);
        assertThat(hits.get(0).what()).contains("data/people/4.parquet").doesNotContain(VALUE);
        assertThat(story.state()).isEqualTo(CaseState.REAPPEARED);
        assertThat(story.keeper.state.auditEvents())
                .anyMatch(event -> event.action().equals("case-reappear")
                        && event.details().getOrDefault("versions", "").equals(version.text()));
    }

    @Test
    void certificateOfWhatIsBackTakesTheFirstOnesPlaceAndNamesNoKey() {
        ended();
        String first = story.subject().certificateDigest().orElseThrow();
        story.store.put("data/people/4.parquet", "again " + VALUE);
        VersionId version = rebuilt("data/people/4.parquet");
        hits();

        Certificate second = certificate();
        assertThat(second.number()).isEqualTo(2);
        assertThat(second.state()).isEqualTo("REAPPEARED");
        assertThat(second.json())
                .contains(first)
                .contains("file-holds in version " + version)
                .doesNotContain("people/4")
                .doesNotContain(VALUE);
        assertThat(story.subject().certificateDigest()).isPresent().isNotEqualTo(Optional.of(first));
        assertThat(new CertifyWithdrawal(story.desk())
                        .certificate(story.caseId, "ann")
                        .files())
                .containsEntry(CertifyWithdrawal.CERTIFICATE, second.json());
    }

    @Test
    void deletedFileThatIsBackIsAHitThoughNoVersionNamesIt() {
        ended();
        story.store.put(LEAK, "a row of " + VALUE);
        assertThat(hits()).extracting(Hit::kind).containsExactly(Hit.Kind.FILE_BACK);
    }

    @Test
    void contentThatIsBackUnderAnotherKeyIsAHitWithoutBeingRead() {
        ended();
        String again = "data/people/9.parquet";
        story.store.put(again, "a row of " + VALUE);
        ListedObject there =
                story.store.ports().reader().head(new ObjectKey(again)).orElseThrow();
        new GuardMemory(story.desk(), story.caseId)
                .keep(
                        List.of(),
                        List.of(new RemovalResult(
                                "memory://fake/",
                                new RemovalItem(
                                        RemovalAction.DELETE_DATA,
                                        LEAK,
                                        "holds it",
                                        there.bytes(),
                                        Optional.of(there.etag().text()),
                                        Optional.empty(),
                                        List.of()),
                                RemovalResult.Outcome.DONE,
                                "")));
        rebuilt(again);
        int before = story.store.calls().size();
        assertThat(hits()).extracting(Hit::kind).containsExactly(Hit.Kind.FILE_BACK);
        assertThat(story.store.calls().subList(before, story.store.calls().size()))
                .noneMatch(call -> call.is(Op.READ) && call.key().equals(again));
    }

    @Test
    void catalogThatABackupPutBackIsAHit() {
        ended();
        story.store.put(FakeRepository.key(story.first, "ducklake.duckdb"), VersionedKeeper.text(SHARED));
        assertThat(hits()).singleElement().satisfies(hit -> {
            assertThat(hit.kind()).isEqualTo(Hit.Kind.CATALOG_BACK);
            assertThat(hit.version()).contains(story.first);
        });
    }

    @Test
    void versionIsLookedAtOnceAndOnlyItsNewFilesAreRead() {
        ended();
        rebuilt("data/people/4.parquet", SHARED, CLEAN);
        int before = story.store.calls().size();
        look();
        assertThat(story.store.calls().subList(before, story.store.calls().size()))
                .filteredOn(call -> call.is(Op.READ) && call.key().endsWith(".parquet"))
                .extracting(call -> call.key())
                .containsExactly("data/people/4.parquet");
        int second = story.store.calls().size();
        look();
        assertThat(story.store.calls().subList(second, story.store.calls().size()))
                .noneMatch(call -> call.is(Op.READ)
                        && (call.key().endsWith(".parquet") || call.key().endsWith(".duckdb")));
    }

    @Test
    void whatAHoldKeptIsResidueAndNotBack() {
        story.planned(false);
        story.hold(new HoldTarget.OfKey(OTHER_LEAK));
        story.execute();
        story.verify();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE_WITH_RESIDUE);
        assertThat(story.store.exists(OTHER_LEAK)).isTrue();
        assertThat(look()).hasSize(1);
        assertThat(hits()).isEmpty();
    }

    @Test
    void nobodyLooksForACaseThatDeclinedItOrWhoseTimeIsOver() {
        story.guarded = false;
        ended();
        assertThat(look()).isEmpty();
        story.guarded = true;
        story.keeper.pass(Duration.ofDays(400));
        assertThat(look()).isEmpty();
    }

    @Test
    void newCatalogThatCannotBeReadIsToldAndLookedAtAgain() {
        ended();
        VersionId version = rebuilt(SHARED);
        String catalog = FakeRepository.key(version, "ducklake.duckdb");
        String text = story.store.text(catalog).orElseThrow();
        story.store.put(catalog, "");
        assertThat(look().get(0).unread()).singleElement().asString().contains(version.text());
        story.store.put(catalog, text + "VIEW " + VALUE + "\n");
        assertThat(hits()).extracting(Hit::kind).containsExactly(Hit.Kind.CATALOG_SHOWS);
    }

    @Test
    void fileThatKeptTheTimeOfItsOriginalIsFound() {
        ended();
        story.store.load("data/people/4.parquet", VALUE, story.store.now().minus(Duration.ofDays(20)));
        VersionId rebuilt = rebuilt("data/people/4.parquet", SHARED);
        assertThat(hits()).extracting(Hit::version).containsExactly(Optional.of(rebuilt));
    }

    @Test
    void commitUnderWayIsLookedAtAgainWhenItIsDone() {
        ended();
        VersionId writing = rebuilt(SHARED);
        story.store.remove(FakeRepository.key(writing, "version.json"));
        story.keeper.repository.ref(VersionedKeeper.MAIN, story.head);
        assertThat(hits()).isEmpty();
        story.store.put("data/people/4.parquet", VALUE);
        story.store.remove(FakeRepository.key(writing, "ducklake.duckdb"));
        rebuilt(SHARED, "data/people/4.parquet");
        assertThat(hits()).extracting(Hit::version).containsExactly(Optional.of(writing));
    }

    @Test
    void keyOfWhichOldVersionsAloneWentIsNotBack() {
        story = new WithdrawalKeeper(scratch, Versioning.ENABLED);
        story.guarded = true;
        story.store.put(CLEAN, "first with " + VALUE);
        story.store.put(CLEAN, "clean by now");
        ended();
        assertThat(story.state()).isEqualTo(CaseState.COMPLETE);
        assertThat(story.store.exists(CLEAN)).isTrue();
        assertThat(hits()).isEmpty();
    }
}
