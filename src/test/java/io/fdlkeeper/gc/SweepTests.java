package io.fdlkeeper.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.HoldTarget;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.History;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a sweep finds each object to be, and what the ledger keeps of it. */
class SweepTests {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration GRACE = Duration.ofDays(7);
    private static final Duration UNCOMMITTED = Duration.ofDays(30);
    private static final Instant OLD = NOW.minus(Duration.ofDays(90));
    private static final String KEY = "data/t/a.parquet";

    private final LiveSet live = new LiveSet(FakeCollection.ADDRESS);
    private final List<NamedKey> names = new ArrayList<>();
    private final List<LedgerRow> remembered = new ArrayList<>();
    private Optional<Instant> lastObserved = Optional.of(NOW.minus(Duration.ofDays(1)));
    private Holds holds = Holds.NONE;
    private Predicate<ObjectKey> pinned = key -> false;
    private Abandoned abandoned = new Abandoned(List.of());
    private boolean trustAge;

    private final List<String> found = new ArrayList<>();
    private final List<String> details = new ArrayList<>();
    private final List<LedgerRow> kept = new ArrayList<>();

    @Test
    void whatALiveVersionNamesIsLive() {
        name(KEY, true, true, false);
        sweep(old(KEY));
        assertThat(found).containsExactly("LIVE named " + KEY);
        assertThat(kept).isEmpty();
    }

    @Test
    void whatOnlyEndedRowsNameIsHeldByHistory() {
        name(KEY, true, false, false);
        sweep(old(KEY));
        assertThat(found).containsExactly("HISTORY_ONLY named " + KEY);
    }

    @Test
    void oneSpellingThatIsCurrentIsEnough() {
        names.add(new NamedKey(new ObjectKey(KEY), "a", true, false, false, true));
        names.add(new NamedKey(new ObjectKey(KEY), "b", false, true, false, true));
        sweep(old(KEY));
        assertThat(found).containsExactly("LIVE named " + KEY);
    }

    @Test
    void oneSpellingThatWasEverNamedIsEnough() {
        names.add(new NamedKey(new ObjectKey(KEY), "a", false, false, false, true));
        names.add(new NamedKey(new ObjectKey(KEY), "b", false, false, false, false));
        sweep(old(KEY));
        assertThat(found).containsExactly("FIRST_SEEN named " + KEY);
    }

    @Test
    void whatAWebAddressMeansIsLive() {
        live.add(History.id(1), facts(Set.of(), Set.of("https://host/r/" + KEY), List.of()));
        sweep(old(KEY), old("data/t/b.parquet"));
        assertThat(found).containsExactly("LIVE named " + KEY, "FIRST_SEEN never data/t/b.parquet");
    }

    @Test
    void aHistoryRowThatAWebAddressAlsoMeansIsLive() {
        name(KEY, true, false, false);
        live.add(History.id(1), facts(Set.of(), Set.of("https://host/r/" + KEY), List.of()));
        sweep(old(KEY));
        assertThat(found).containsExactly("LIVE named " + KEY);
    }

    @Test
    void whatIsPinnedIsLive() {
        pinned = key -> key.text().equals(KEY);
        sweep(old(KEY));
        assertThat(found).containsExactly("LIVE named " + KEY);
    }

    @Test
    void whatSqlMentionsIsSpared() {
        live.add(History.id(1), facts(Set.of(), Set.of(), List.of("SELECT * FROM 'x/a.parquet'")));
        sweep(old(KEY));
        assertThat(found).containsExactly("VIEW_NAMED never " + KEY);
        assertThat(details).containsExactly("the SQL of a view or macro of a live version names it");
    }

    @Test
    void whatAnAddressOutsideEndsWithIsSpared() {
        live.add(History.id(1), facts(Set.of("a.parquet"), Set.of(), List.of()));
        name(KEY, false, false, false);
        sweep(old(KEY));
        assertThat(found).containsExactly("VIEW_NAMED named " + KEY);
        assertThat(details).containsExactly("a live version names a file of this name at another address");
    }

    @ParameterizedTest
    @CsvSource({"data/t/a.csv", "data/t/parquet", "data/../a.parquet", "data/./a.puffin", "data/a.parquet/"})
    void whatIsNotOfAKindThatIsCollectedIsForeign(String key) {
        sweep(old(key));
        assertThat(found).containsExactly("FOREIGN never " + key);
        assertThat(kept).isEmpty();
    }

    @Test
    void aForeignObjectThatIsExactlyAsOldAsTheGraceIsYoung() {
        sweep(
                object("data/a.csv", NOW.minus(GRACE)),
                object("data/b.csv", NOW.minus(GRACE).minusNanos(1)));
        assertThat(found).containsExactly("YOUNG never data/a.csv", "FOREIGN never data/b.csv");
    }

    @Test
    void whatAHoldKeepsIsHeld() {
        hold("data/t/");
        sweep(old(KEY));
        assertThat(found).containsExactly("HELD never " + KEY);
        assertThat(details).containsExactly("hold h1: audit");
        assertThat(kept).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, 7", "false, 30"})
    void exactlyAsOldAsItsGraceIsYoung(boolean everNamed, long days) {
        if (everNamed) {
            name(KEY, false, false, false);
            name("data/t/b.parquet", false, false, false);
        }
        Instant exactly = NOW.minus(Duration.ofDays(days));
        remember(KEY, OLD, everNamed);
        remember("data/t/b.parquet", OLD, everNamed);
        sweep(object(KEY, exactly), object("data/t/b.parquet", exactly.minusNanos(1)));
        String how = everNamed ? "named" : "never";
        assertThat(found).containsExactly("YOUNG " + how + " " + KEY, "CANDIDATE " + how + " data/t/b.parquet");
        assertThat(details).containsExactly("stored " + exactly + ", not longer ago than PT" + days * 24 + "H", "");
    }

    @ParameterizedTest
    @CsvSource({"true, 7", "false, 30"})
    void exactlyAsLongSeenAsItsGraceIsNotLongEnough(boolean everNamed, long days) {
        Instant exactly = NOW.minus(Duration.ofDays(days));
        remember(KEY, exactly, everNamed);
        remember("data/t/b.parquet", exactly.minusNanos(1), everNamed);
        sweep(old(KEY), old("data/t/b.parquet"));
        String how = everNamed ? "named" : "never";
        assertThat(found).containsExactly("FIRST_SEEN " + how + " " + KEY, "CANDIDATE " + how + " data/t/b.parquet");
        assertThat(details.get(0))
                .isEqualTo("unreferenced since " + exactly + " by our own observation, not longer ago than PT"
                        + days * 24 + "H");
    }

    @Test
    void whatWasNeverSeenBeforeIsFirstSeenNow() {
        lastObserved = Optional.empty();
        sweep(old(KEY));
        assertThat(found).containsExactly("FIRST_SEEN never " + KEY);
        assertThat(kept).containsExactly(row(KEY, NOW, false));
    }

    @Test
    void anotherTagStartsTheClockAgain() {
        remembered.add(new LedgerRow(new ObjectKey(KEY), new ETag("other"), OLD, OLD, true));
        sweep(old(KEY));
        assertThat(found).containsExactly("FIRST_SEEN never " + KEY);
        assertThat(kept).containsExactly(row(KEY, NOW, false));
    }

    @Test
    void thatACatalogOnceNamedItSticks() {
        remember(KEY, NOW.minus(Duration.ofDays(8)), true);
        sweep(old(KEY));
        assertThat(kept).containsExactly(row(KEY, NOW.minus(Duration.ofDays(8)), true));
        assertThat(found).containsExactly("CANDIDATE named " + KEY);
    }

    @Test
    void aNameLearntLaterIsRemembered() {
        remember(KEY, NOW.minus(Duration.ofDays(8)), false);
        name(KEY, false, false, false);
        sweep(old(KEY));
        assertThat(kept).containsExactly(row(KEY, NOW.minus(Duration.ofDays(8)), true));
    }

    @ParameterizedTest
    @CsvSource({"84, 0", "85, 1", "100, 16", "168, 84"})
    void aGapOfMoreThanHalfAGraceDoesNotCountAsSeen(long hoursSinceLast, long movedHours) {
        lastObserved = Optional.of(NOW.minus(Duration.ofHours(hoursSinceLast)));
        remember(KEY, OLD, true);
        sweep(old(KEY));
        assertThat(kept).containsExactly(row(KEY, OLD.plus(Duration.ofHours(movedHours)), true));
    }

    @Test
    void theFirstSightIsNeverMovedBeyondNow() {
        lastObserved = Optional.of(NOW.minus(Duration.ofDays(60)));
        remember(KEY, NOW.minus(Duration.ofDays(10)), true);
        sweep(old(KEY));
        assertThat(kept).containsExactly(row(KEY, NOW, true));
    }

    @Test
    void aClockThatWentBackALittleMovesNothing() {
        lastObserved = Optional.of(NOW.plus(Duration.ofMinutes(5)));
        remember(KEY, NOW.minus(Duration.ofDays(3)), true);
        sweep(old(KEY));
        assertThat(kept).containsExactly(row(KEY, NOW.minus(Duration.ofDays(3)), true));
    }

    @Test
    void aSightInTheFutureIsTakenForNow() {
        remember(KEY, NOW.plus(Duration.ofMinutes(5)), true);
        sweep(old(KEY));
        assertThat(kept).containsExactly(row(KEY, NOW, true));
    }

    @Test
    void trustingAgeDoesWithoutTheLedger() {
        trustAge = true;
        lastObserved = Optional.empty();
        name("data/t/b.parquet", false, false, false);
        name("data/t/c.parquet", false, false, true);
        name("data/t/d.parquet", false, false, true);
        sweep(
                old(KEY),
                object("data/t/b.parquet", NOW.minus(GRACE)),
                old("data/t/c.parquet"),
                object("data/t/d.parquet", NOW));
        assertThat(found)
                .containsExactly(
                        "CANDIDATE never " + KEY,
                        "YOUNG named data/t/b.parquet",
                        "RECENTLY_RELEASED named data/t/c.parquet",
                        "YOUNG named data/t/d.parquet");
        assertThat(kept).hasSize(4);
    }

    @Test
    void theMarkOfARecentReleaseCountsBesideTheLedger() {
        name(KEY, false, false, true);
        remember(KEY, NOW.minus(Duration.ofDays(8)), true);
        sweep(old(KEY));
        assertThat(found).containsExactly("RECENTLY_RELEASED named " + KEY);
        assertThat(details).containsExactly("a version marked not longer ago than PT168H named it");
    }

    @Test
    void objectsOfAbandonedVersionsWaitAsNamedFilesDo() {
        Version version = abandonedVersion();
        ListedObject catalog = version.objects().get(0);
        remembered.add(new LedgerRow(
                catalog.key(), catalog.etag(), catalog.lastModified(), NOW.minus(Duration.ofDays(8)), true));
        sweep(catalog);
        assertThat(found).containsExactly("CANDIDATE named " + catalog.key());
    }

    @Test
    void objectsOfAbandonedVersionsAreFirstSeenToo() {
        ListedObject catalog = abandonedVersion().objects().get(0);
        sweep(catalog);
        assertThat(found).containsExactly("FIRST_SEEN named " + catalog.key());
        assertThat(kept).extracting(LedgerRow::everNamed).containsExactly(true);
    }

    @Test
    void aHoldKeepsAnObjectOfAnAbandonedVersion() {
        ListedObject catalog = abandonedVersion().objects().get(0);
        hold(catalog.key().text());
        sweep(catalog);
        assertThat(found).containsExactly("HELD named " + catalog.key());
    }

    @Test
    void namesAndRowsThatAreNotListedArePassedOver() {
        name("data/0.parquet", true, true, false);
        name(KEY, true, true, false);
        name("data/z.parquet", true, true, false);
        remember("data/0.parquet", OLD, true);
        remember("data/t/b.parquet", NOW.minus(Duration.ofDays(31)), false);
        remember("data/z.parquet", OLD, true);
        sweep(old(KEY), old("data/t/b.parquet"), old("data/t/c.parquet"));
        assertThat(found)
                .containsExactly(
                        "LIVE named " + KEY, "CANDIDATE never data/t/b.parquet", "FIRST_SEEN never data/t/c.parquet");
        assertThat(kept).extracting(row -> row.key().text()).containsExactly("data/t/b.parquet", "data/t/c.parquet");
    }

    @Test
    void keysAreComparedByTheirUtf8Bytes() {
        String astral = "data/\uD83D\uDE00.parquet";
        String privateUse = "data/\uE000.parquet";
        name(privateUse, true, true, false);
        name(astral, true, true, false);
        sweep(old(privateUse), old(astral));
        assertThat(found).containsExactly("LIVE named " + privateUse, "LIVE named " + astral);
    }

    private Version abandonedVersion() {
        Version version = new History(NOW)
                .version(History.id(7), OLD)
                .state(VersionState.UNFINISHED)
                .version();
        abandoned = new Abandoned(List.of(version));
        return version;
    }

    private void sweep(ListedObject... objects) {
        GcSafety safety = new GcSafety(
                GRACE, UNCOMMITTED, 0.5, Duration.ZERO, Duration.ZERO, Duration.ZERO, Set.of(".parquet", ".puffin"));
        new Sweep(safety, NOW, trustAge, live, pinned, holds, abandoned)
                .run(List.of(objects).iterator(), names.iterator(), new Rows(), new SweepSink() {
                    @Override
                    public void found(ListedObject object, Verdict verdict, boolean everNamed, String detail) {
                        found.add(verdict + (everNamed ? " named " : " never ") + object.key());
                        details.add(detail);
                    }

                    @Override
                    public void ledger(LedgerRow row) {
                        kept.add(row);
                    }
                });
    }

    private final class Rows implements Ledger.Reading {

        @Override
        public Optional<Instant> observedAt() {
            return lastObserved;
        }

        @Override
        public Iterator<LedgerRow> rows() {
            return remembered.iterator();
        }

        @Override
        public void close() {}
    }

    private void name(String key, boolean isLive, boolean current, boolean released) {
        names.add(new NamedKey(new ObjectKey(key), key, isLive, current, released, true));
    }

    private void remember(String key, Instant firstSeen, boolean everNamed) {
        remembered.add(row(key, firstSeen, everNamed));
    }

    private static LedgerRow row(String key, Instant firstSeen, boolean everNamed) {
        return new LedgerRow(new ObjectKey(key), new ETag("tag of " + key), OLD, firstSeen, everNamed);
    }

    private void hold(String key) {
        holds = Holds.at(
                NOW, List.of(new Hold("h1", new HoldTarget.OfKey(key), "audit", "who", NOW, Optional.empty())));
    }

    private static ListedObject old(String key) {
        return object(key, OLD);
    }

    private static ListedObject object(String key, Instant time) {
        return History.listed(key, 1, time);
    }

    private static CatalogFacts facts(Set<String> externalSegments, Set<String> http, List<String> sql) {
        return new CatalogFacts("1.0", "data/", 1, 0, 0, List.of(), externalSegments, http, Set.of(), sql);
    }
}
