package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what each listed object is, in one pass over listing, names and ledger, all three in key order.
 *
 * <p>Memory does not grow with the repository. Nothing here looks at a clock or a store.
 */
final class Sweep {

    private final GcSafety safety;
    private final Instant now;
    private final boolean trustAge;
    private final LiveSet live;
    private final Predicate<ObjectKey> pinned;
    private final Holds holds;
    private final Abandoned abandoned;
    private RestoredLately restored = RestoredLately.NOTHING;
    private Predicate<ObjectKey> uploading = key -> false;

    /**
     * @param now      the store's time when the observation began
     * @param trustAge takes the second clock from evidence instead of the ledger, by an operator's order for this one plan
     * @param pinned   tells listed keys that are live under another spelling, or that a link leads to
     * @param abandoned version folders whose objects are part of the listing
     */
    Sweep(
            GcSafety safety,
            Instant now,
            boolean trustAge,
            LiveSet live,
            Predicate<ObjectKey> pinned,
            Holds holds,
            Abandoned abandoned) {
        this.safety = safety;
        this.now = now;
        this.trustAge = trustAge;
        this.live = live;
        this.pinned = pinned;
        this.holds = holds;
        this.abandoned = abandoned;
    }

    /**
     * Minds what the listing does not show.
     *
     * @param underWay tells keys under which an object may appear at any moment
     */
    Sweep minding(RestoredLately takenBack, Predicate<ObjectKey> underWay) {
        restored = takenBack;
        uploading = underWay;
        return this;
    }

    void run(Iterator<ListedObject> listing, Iterator<NamedKey> names, Ledger.Reading ledger, SweepSink sink) {
        Duration unwatched = unwatched(ledger.observedAt());
        Cursor<NamedKey> name = new Cursor<>(names);
        Cursor<LedgerRow> row = new Cursor<>(ledger.rows());
        while (listing.hasNext()) {
            ListedObject object = listing.next();
            Naming naming = Naming.NONE;
            while (name.value != null && name.value.key().compareTo(object.key()) <= 0) {
                naming = name.value.key().equals(object.key()) ? naming.with(name.value) : naming;
                name.advance();
            }
            LedgerRow remembered = null;
            while (row.value != null && row.value.key().compareTo(object.key()) <= 0) {
                remembered = row.value.key().equals(object.key()) ? row.value : remembered;
                row.advance();
            }
            judge(object, naming, remembered, unwatched, sink);
        }
    }

    /** The time since the last good observation that counts as nobody looking: all beyond half a grace period. */
    private Duration unwatched(Optional<Instant> lastObserved) {
        Duration gap = lastObserved.map(last -> Duration.between(last, now)).orElse(Duration.ZERO);
        Duration beyond = gap.minus(safety.grace().dividedBy(2));
        return beyond.isNegative() ? Duration.ZERO : beyond;
    }

    private void judge(
            ListedObject object, Naming naming, @Nullable LedgerRow remembered, Duration unwatched, SweepSink sink) {
        ObjectKey key = object.key();
        if (abandoned.holds(key)) {
            Optional<Hold> held = holds.on(key);
            if (held.isPresent()) {
                held(object, true, held.get(), sink);
                return;
            }
            unreferenced(object, Naming.FORMER, row(object, Naming.FORMER, remembered, unwatched), sink);
            return;
        }
        boolean otherwiseLive = pinned.test(key) || !live.meaning(key).isEmpty();
        if (naming.live || otherwiseLive) {
            boolean historyOnly = !naming.current && !otherwiseLive;
            sink.found(object, historyOnly ? Verdict.HISTORY_ONLY : Verdict.LIVE, true, "");
            return;
        }
        Optional<String> mention = live.mentioned(key);
        if (mention.isPresent()) {
            sink.found(object, Verdict.VIEW_NAMED, naming.ever, mention.get());
            return;
        }
        if (!safety.collects(key.text()) || key.hasDotSegment()) {
            boolean young = !isOlder(object.lastModified(), safety.grace());
            sink.found(object, young ? Verdict.YOUNG : Verdict.FOREIGN, naming.ever, "not of a kind that is collected");
            return;
        }
        Optional<Hold> hold = holds.on(key);
        if (hold.isPresent()) {
            held(object, naming.ever, hold.get(), sink);
            return;
        }
        unreferenced(object, naming, row(object, naming, remembered, unwatched), sink);
    }

    private static void held(ListedObject object, boolean everNamed, Hold hold, SweepSink sink) {
        sink.found(object, Verdict.HELD, everNamed, "hold " + hold.id() + ": " + hold.reason());
    }

    private LedgerRow row(ListedObject object, Naming naming, @Nullable LedgerRow remembered, Duration unwatched) {
        boolean same = remembered != null && remembered.etag().equals(object.etag());
        if (remembered == null || !same) {
            return new LedgerRow(object.key(), object.etag(), object.lastModified(), now, naming.ever);
        }
        Instant firstSeen = remembered.firstSeen().plus(unwatched);
        return new LedgerRow(
                object.key(),
                object.etag(),
                object.lastModified(),
                firstSeen.isAfter(now) ? now : firstSeen,
                remembered.everNamed() || naming.ever);
    }

    private void unreferenced(ListedObject object, Naming naming, LedgerRow row, SweepSink sink) {
        sink.ledger(row);
        Duration grace = safety.graceOf(row.everNamed());
        Verdict verdict;
        String detail = "";
        if (!isOlder(object.lastModified(), grace)) {
            verdict = Verdict.YOUNG;
            detail = "stored " + object.lastModified() + ", not longer ago than " + grace;
        } else if (uploading.test(row.key())) {
            verdict = Verdict.YOUNG;
            detail = "an upload to this key is under way";
        } else if (trustAge && restored.holds(row.key(), row.everNamed())) {
            verdict = Verdict.FIRST_SEEN;
            detail = "it had been deleted, and was restored not longer ago than " + grace;
        } else if (trustAge) {
            verdict = naming.released ? Verdict.RECENTLY_RELEASED : Verdict.CANDIDATE;
        } else if (!isOlder(row.firstSeen(), grace)) {
            verdict = Verdict.FIRST_SEEN;
            detail = "unreferenced since " + row.firstSeen() + " by our own observation, not longer ago than " + grace;
        } else if (naming.released) {
            // Named again and released again between two observations: the ledger cannot know, the mark does.
            verdict = Verdict.RECENTLY_RELEASED;
            detail = "a version marked not longer ago than " + safety.grace() + " named it";
        } else {
            verdict = Verdict.CANDIDATE;
        }
        sink.found(object, verdict, row.everNamed(), detail);
    }

    /** Older than the grace period means strictly older. */
    private boolean isOlder(Instant time, Duration grace) {
        return time.plus(grace).isBefore(now);
    }

    /** All that names one key, over its spellings. */
    private record Naming(boolean live, boolean current, boolean released, boolean ever) {

        static final Naming NONE = new Naming(false, false, false, false);
        static final Naming FORMER = new Naming(false, false, false, true);

        Naming with(NamedKey name) {
            return new Naming(
                    live || name.live(),
                    current || name.current(),
                    released || name.released(),
                    ever || name.everNamed());
        }
    }

    private static final class Cursor<T> {

        private final Iterator<T> source;
        private @Nullable T value;

        Cursor(Iterator<T> source) {
            this.source = source;
            advance();
        }

        void advance() {
            value = source.hasNext() ? source.next() : null;
        }
    }
}
