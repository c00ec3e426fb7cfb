package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.StoredContent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which references are proven, by a listing or a direct look, and which are not. */
class ProofTests {

    private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");
    private static final VersionId V1 = History.id(1);
    private static final VersionId V2 = History.id(2);

    private final NamesByHand names = new NamesByHand();
    private final List<Loss> losses = new ArrayList<>();
    private final LiveSet live = new LiveSet(FakeCollection.ADDRESS);
    private final Direct direct = new Direct();
    private Instant listedFrom = TIME;
    private Proof proof = new Proof(direct, names, losses, listedFrom);

    @Test
    void whatIsListedIsProven() {
        names.of(V1).names("data/a.parquet", "data/b.parquet");
        assertThat(check("data/a.parquet", "data/b.parquet", "data/c.parquet")).isEmpty();
        assertThat(proof.aliases()).isEmpty();
        assertThat(direct.asked).isEmpty();
    }

    @Test
    void whatIsNowhereDangles() {
        names.of(V1).names("data/a.parquet");
        names.of(V2).names("data/a.parquet", "data/b.parquet", "data/z.parquet");
        assertThat(check("data/b.parquet")).containsExactly("dangling versions/" + V1, "dangling versions/" + V2);
        assertThat(proof.refusals().get(0).detail())
                .startsWith("data/a.parquet is named by 2 live version(s) and is not there")
                .contains("loss record");
        assertThat(proof.refusals().get(1).detail()).startsWith("data/z.parquet is named by 1 live");
    }

    @Test
    void anEmptyListingProvesNothing() {
        names.of(V1).names("data/a.parquet");
        assertThat(check()).containsExactly("dangling versions/" + V1);
    }

    @Test
    void whatOnlyThePastNamesNeedNotBeThere() {
        names.of(V1).names("data/a.parquet");
        add(V1, NameRole.FORMER);
        add(V1, NameRole.RELEASED);
        assertThat(checkListed()).isEmpty();
    }

    @Test
    void aLossRecordedForTheFileIsNoFault() {
        names.of(V1).names("data/a.parquet", "data/b.parquet");
        lose("data/a.parquet");
        assertThat(check()).containsExactly("dangling versions/" + V1);
        assertThat(proof.refusals().get(0).detail()).startsWith("data/b.parquet");
    }

    @Test
    void aLossRecordedForEveryVersionThatNamesTheFileIsNoFault() {
        names.of(V1).names("data/a.parquet");
        names.of(V2).names("data/a.parquet");
        lose(V1.text());
        lose(V2.text());
        assertThat(check()).isEmpty();
    }

    @Test
    void aLossRecordedForOneOfTwoVersionsIsNotEnough() {
        names.of(V1).names("data/a.parquet");
        names.of(V2).names("data/a.parquet");
        lose(V1.text());
        assertThat(check()).hasSize(1);
    }

    @Test
    void whatWasStoredAfterTheListingBeganIsProvenByADirectLook() {
        names.of(V1).names("data/a.parquet");
        direct.put("data/a.parquet", "data/a.parquet");
        assertThat(check()).isEmpty();
        assertThat(proof.aliases()).containsExactly(new ObjectKey("data/a.parquet"));
    }

    @Test
    void whatAListingLacksThoughItIsOlderMeansThatTheListingIsNotWhole() {
        names.of(V1).names("data/a.parquet");
        direct.put("data/a.parquet", "data/a.parquet");
        listedFrom = TIME.plusMillis(1);
        assertThat(check("data/b.parquet")).containsExactly("listing-incomplete data/a.parquet");
        assertThat(proof.refusals().get(0).detail()).contains("so it lacks others too");
    }

    @Test
    void whatADirectLookFindsUnderAnotherKeyMakesThatOneLive() {
        names.of(V1).names("data/A.parquet");
        direct.put("data/A.parquet", "data/a.parquet");
        assertThat(check("data/a.parquet")).isEmpty();
        assertThat(proof.aliases()).containsExactly(new ObjectKey("data/a.parquet"));
    }

    @Test
    void whatTheStoreCannotTellTheListedKeyOfIsRefused() {
        names.of(V1).names("data/A.parquet");
        direct.put("data/A.parquet", "");
        assertThat(check("data/a.parquet")).containsExactly("alias data/A.parquet");
    }

    @Test
    void oneSpellingThatIsListedProvesTheRow() {
        names.of(V1).spelled("data/t//a.parquet", "data/t/a.parquet");
        assertThat(check("data/t/a.parquet")).isEmpty();
        assertThat(direct.asked).isEmpty();
    }

    @Test
    void theMainSpellingIsEnough() {
        names.of(V1).spelled("data/t/a.parquet", "data/t//a.parquet");
        assertThat(check("data/t/a.parquet")).isEmpty();
        assertThat(direct.asked).isEmpty();
    }

    @Test
    void aRowThatNoSpellingFindsDanglesOnce() {
        names.of(V1).spelled("data/t//a.parquet", "data/t/a.parquet");
        assertThat(check("data/t/b.parquet")).containsExactly("dangling versions/" + V1);
        assertThat(direct.asked).containsExactlyInAnyOrder("data/t//a.parquet", "data/t/a.parquet");
    }

    @Test
    void aRowThatADirectLookFindsByItsOtherSpellingIsProven() {
        names.of(V1).spelled("data/t//a.parquet", "data/t/a.parquet");
        direct.put("data/t/a.parquet", "data/T/a.parquet");
        assertThat(check("data/T/a.parquet")).isEmpty();
        assertThat(proof.aliases()).containsExactly(new ObjectKey("data/T/a.parquet"));
    }

    @Test
    void aSpellingThatOnlyThePastHasProvesNothing() {
        names.at("old").spelled("data/t//a.parquet", "data/t/a.parquet");
        names.of(V1).names("data/t//a.parquet");
        names.add(source(V2, "old"), NameRole.FORMER);
        add(V1, NameRole.LIVE);
        assertThat(checkListed("data/t/a.parquet")).containsExactly("dangling versions/" + V1);
    }

    @Test
    void aLoosePathMustMeanSomeKey() {
        tails("p=1/a.parquet", "p=2/b.parquet");
        assertThat(check("data/t/p=1/a.parquet")).containsExactly("dangling p=2/b.parquet");
        assertThat(proof.refusals().get(0).detail()).contains("of a table that is gone");
    }

    @Test
    void aLoosePathThatIsLostIsNoFault() {
        tails("p=1/a.parquet", "p=2/b.parquet");
        lose("p=1/a.parquet");
        assertThat(check()).containsExactly("dangling p=2/b.parquet");
    }

    @Test
    void aRepositoryUnderTheDataFolderIsRefused() {
        assertThat(check("data/other/fdl.json")).containsExactly("foreign-repository data/other/fdl.json");
        proof = new Proof(direct, names, losses, listedFrom);
        assertThat(checkListed("data/other/fdl.json.parquet", "data/xfdl.json")).isEmpty();
    }

    @Test
    void notEveryMissingFileIsNamed() {
        for (int i = 0; i < 130; i++) {
            names.of(V1).names("data/" + i + ".parquet");
            tails("p/" + i);
        }
        lose("data/7.parquet");
        assertThat(check()).hasSize(200);
    }

    private List<String> check(String... listed) {
        add(V1, NameRole.LIVE);
        add(V2, NameRole.LIVE);
        return checkListed(listed);
    }

    private List<String> checkListed(String... listed) {
        List<ListedObject> objects = new ArrayList<>();
        for (String key : listed) {
            objects.add(History.listed(key, 1, TIME));
        }
        proof = new Proof(direct, names, losses, listedFrom);
        proof.check(objects.iterator(), live);
        return FakeCollection.refused(proof.refusals());
    }

    private void add(VersionId version, NameRole role) {
        names.add(source(version, "versions/" + version + "/ducklake.duckdb"), role);
    }

    private static CatalogSource source(VersionId version, String key) {
        return new CatalogSource(
                version, History.listed(key, 1, TIME), OptionalLong.empty(), Optional.empty(), Optional.empty());
    }

    private void tails(String... paths) {
        live.add(V1, new CatalogFacts("1.0", "", 1, 0, 0, List.of(), Set.of(), Set.of(), Set.of(paths), List.of()));
    }

    private void lose(String target) {
        losses.add(new Loss(target, "why", "who", TIME));
    }

    /** What direct looks find, by the key asked for: the key a listing shows it under, or nothing for one it cannot tell. */
    private static final class Direct implements ObjectReader {

        private final Map<String, String> listedAs = new HashMap<>();
        private final List<String> asked = new ArrayList<>();

        void put(String key, String listed) {
            listedAs.put(key, listed);
        }

        @Override
        public Optional<ListedObject> head(ObjectKey key) {
            asked.add(key.text());
            return listedAs.containsKey(key.text())
                    ? Optional.of(new ListedObject(key, 1, TIME, new ETag("e")))
                    : Optional.empty();
        }

        @Override
        public Optional<ObjectKey> listedAs(ObjectKey key) {
            return Optional.ofNullable(listedAs.get(key.text()))
                    .filter(listed -> !listed.isEmpty())
                    .map(ObjectKey::new);
        }

        @Override
        public Optional<StoredContent> read(ObjectKey key, int limit) {
            throw new AssertionError("a proof reads nothing: " + key);
        }

        @Override
        public Optional<LocalFile> open(ObjectKey key) {
            throw new AssertionError("a proof opens nothing: " + key);
        }

        @Override
        public Optional<byte[]> range(ListedObject object, long from, int length) {
            throw new AssertionError("a proof reads nothing: " + object.key());
        }
    }
}
