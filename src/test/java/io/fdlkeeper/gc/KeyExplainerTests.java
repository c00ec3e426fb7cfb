package io.fdlkeeper.gc;

import static io.fdlkeeper.gc.FakeCollection.NOW;
import static io.fdlkeeper.gc.FakeCollection.OLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.repository.FakeRepository;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.ListingSpool;
import io.fdlkeeper.store.ObjectKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One key is explained as a collection would judge it. */
class KeyExplainerTests {

    @TempDir
    Path scratch;

    private FakeCollection gc = new FakeCollection(Path.of(""));
    private VersionId head = History.id(1);
    private List<Refusal> refusals = List.of();

    @BeforeEach
    void oneVersion() {
        gc = new FakeCollection(scratch);
        gc.trustAge = false;
        head = gc.repository.version(1, OLD);
        gc.repository.ref("refs/heads/main", head);
        gc.data("data/t/1.parquet", "data/t/2.parquet", "data/t/3.parquet");
        gc.names.of(head).names("data/t/1.parquet").ended("data/t/2.parquet");
    }

    @Test
    void aLiveKeyIsToldWithTheVersionsThatNameIt() throws Exception {
        KeyFinding finding = explain("data/t/1.parquet").orElseThrow();
        assertThat(finding.verdict()).isEqualTo(Verdict.LIVE);
        assertThat(finding.naming()).containsExactly(head);
        assertThat(finding.everNamed()).isTrue();
        assertThat(finding.firstSeen()).isEmpty();
        assertThat(finding.mayGo()).isEmpty();
        assertThat(refusals).isEmpty();
    }

    @Test
    void aKeyHeldByHistoryIsToldSo() throws Exception {
        assertThat(explain("data/t/2.parquet").orElseThrow().verdict()).isEqualTo(Verdict.HISTORY_ONLY);
    }

    @Test
    void anOrphanIsToldWhenItMayGo() throws Exception {
        KeyFinding finding = explain("data/t/3.parquet").orElseThrow();
        assertThat(finding.verdict()).isEqualTo(Verdict.FIRST_SEEN);
        assertThat(finding.firstSeen()).contains(NOW);
        assertThat(finding.mayGo()).contains(NOW.plus(Duration.ofDays(7)));
        assertThat(finding.naming()).isEmpty();
        assertThat(finding.object().key().text()).isEqualTo("data/t/3.parquet");
    }

    @Test
    void theLaterOfTheTwoClocksCounts() throws Exception {
        gc.data("data/t/4.parquet");
        gc.plan();
        gc.store.advanceClock(Duration.ofDays(1));
        gc.store.put("data/t/5.parquet", "young");
        assertThat(explain("data/t/4.parquet").orElseThrow().mayGo()).contains(NOW.plus(Duration.ofDays(7)));
        assertThat(explain("data/t/5.parquet").orElseThrow().mayGo()).contains(NOW.plus(Duration.ofDays(8)));
    }

    @Test
    void theLedgerStaysAsItWas() throws Exception {
        explain("data/t/3.parquet");
        try (Ledger.Reading reading = gc.state.ledger().read("memory://fake/")) {
            assertThat(reading.observedAt()).isEmpty();
        }
    }

    @Test
    void aKeyThatIsNotListedHasNoFinding() throws Exception {
        assertThat(explain("data/t/none.parquet")).isEmpty();
        assertThat(explain("fdl.json")).isEmpty();
    }

    @Test
    void aKeyOfAnAbandonedVersionIsJudgedToo() throws Exception {
        VersionId left = gc.repository.unfinished(2, OLD);
        String catalog = FakeRepository.key(left, "ducklake.duckdb");
        assertThat(explain(catalog).orElseThrow().verdict()).isEqualTo(Verdict.FIRST_SEEN);
        gc.hold("h1", new HoldTarget.OfVersion(left));
        assertThat(explain(catalog)).isEmpty();
    }

    @Test
    void aKeyThatIsLiveByAnotherSpellingOrALinkIsToldSo() throws Exception {
        gc.names.of(head).names("data/T/3.parquet");
        gc.spellings.put("data/T/3.parquet", "data/t/3.parquet");
        gc.data("data/t/4.parquet");
        gc.links.add(new ForeignEntry("data/t/link", "symbolic link", Optional.of("data/t/4.parquet")));
        assertThat(explain("data/t/3.parquet").orElseThrow().verdict()).isEqualTo(Verdict.LIVE);
        assertThat(explain("data/t/4.parquet").orElseThrow().verdict()).isEqualTo(Verdict.LIVE);
    }

    @Test
    void whatALiveVersionNamesIsNamed() throws Exception {
        assertThat(explain("data/t/1.parquet").orElseThrow().isNamed()).isTrue();
        assertThat(explain("data/t/2.parquet").orElseThrow().isNamed()).isTrue();
        assertThat(explain("data/t/3.parquet").orElseThrow().isNamed()).isFalse();
    }

    @Test
    void aFaultElsewhereIsToldAndHindersNothing() throws Exception {
        gc.names.of(head).names("data/t/gone.parquet");
        assertThat(explain("data/t/1.parquet").orElseThrow().verdict()).isEqualTo(Verdict.LIVE);
        assertThat(FakeCollection.refused(refusals)).containsExactly("dangling versions/" + head);
    }

    private Optional<KeyFinding> explain(String key) throws LedgerUnreadableException {
        try (ListingSpool listing = gc.listing()) {
            KeyExplainer explainer = new KeyExplainer(gc.facts(listing, gc.repository.view()), gc.names, gc.roots());
            refusals = explainer.read(gc.reader(), Progress.SILENT);
            return explainer.explain(new ObjectKey(key), gc.state.ledger());
        }
    }
}
