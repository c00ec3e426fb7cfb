package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.UnfinishedUpload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Decides about the unfinished uploads of a data folder, all of one key together.
 *
 * <p>An upload counts as given up when it is older than the grace period by the store's time and by our own sight; until then a writer
 * may be at work, and the object will appear looking as old as the upload.
 */
final class UploadSweep {

    private final GcFacts facts;
    private final Map<ObjectKey, List<SeenUpload>> byKey = new TreeMap<>();

    UploadSweep(GcFacts facts) {
        this.facts = facts;
        facts.hidden()
                .uploads()
                .orElse(List.of())
                .forEach(seen -> byKey.computeIfAbsent(seen.upload().key(), key -> new ArrayList<>())
                        .add(seen));
    }

    /** What the uploads of one key are found to be. */
    record Found(ObjectKey key, Verdict verdict, String detail, List<SeenUpload> uploads) {

        /** Makes the item that aborts them; their store's names stand in its tag. */
        PlanItem item() {
            List<UnfinishedUpload> all =
                    uploads.stream().map(SeenUpload::upload).toList();
            Instant begun = all.stream()
                    .map(UnfinishedUpload::initiated)
                    .max(Comparator.naturalOrder())
                    .orElse(Instant.EPOCH);
            return new PlanItem(
                    PlanAction.ABORT_UPLOAD,
                    key.text(),
                    List.of("unfinished-upload", detail),
                    0,
                    Optional.of(begun),
                    Optional.of(HiddenTag.of(all)));
        }
    }

    long count() {
        return byKey.values().stream().mapToLong(List::size).sum();
    }

    /** Tells whether an object may appear under the key at any moment. */
    boolean isUnderWay(ObjectKey key) {
        return byKey.getOrDefault(key, List.of()).stream()
                .anyMatch(seen -> judgeAge(seen).isPresent());
    }

    /** Judges all of them, in key order. */
    List<Found> judge(LiveSet live, ReferenceSet references, Predicate<ObjectKey> pinned) {
        Set<ObjectKey> named = byKey.isEmpty() ? Set.of() : references.liveAmong(byKey.keySet());
        List<Found> found = new ArrayList<>();
        byKey.forEach((key, uploads) -> found.add(judge(key, uploads, live, named.contains(key) || pinned.test(key))));
        return found;
    }

    private Found judge(ObjectKey key, List<SeenUpload> uploads, LiveSet live, boolean named) {
        if (named || !live.meaning(key).isEmpty()) {
            return new Found(key, Verdict.LIVE, "a live version names the key of this unfinished upload", uploads);
        }
        Optional<String> mention = live.mentioned(key);
        if (mention.isPresent()) {
            return new Found(key, Verdict.VIEW_NAMED, mention.get(), uploads);
        }
        if (!facts.safety().collects(key.text()) || key.hasDotSegment()) {
            return new Found(key, Verdict.FOREIGN, "an unfinished upload of a kind that is not collected", uploads);
        }
        Optional<Hold> hold = facts.holds().on(key);
        if (hold.isPresent()) {
            return new Found(
                    key,
                    Verdict.HELD,
                    "hold " + hold.get().id() + ": " + hold.get().reason(),
                    uploads);
        }
        return uploads.stream()
                .map(seen -> judgeAge(seen).map(young -> new Found(key, young.verdict(), young.detail(), uploads)))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> new Found(key, Verdict.CANDIDATE, givenUp(uploads), uploads));
    }

    private record Young(Verdict verdict, String detail) {}

    private Optional<Young> judgeAge(SeenUpload seen) {
        Duration grace = facts.safety().grace();
        if (!isOlder(seen.upload().initiated())) {
            return Optional.of(new Young(
                    Verdict.YOUNG,
                    "an upload to this key was begun " + seen.upload().initiated() + ", not longer ago than " + grace));
        }
        return isOlder(seen.firstSeen())
                ? Optional.empty()
                : Optional.of(new Young(
                        Verdict.FIRST_SEEN,
                        "an unfinished upload to this key is seen since " + seen.firstSeen() + ", not longer ago than "
                                + grace));
    }

    private static String givenUp(List<SeenUpload> uploads) {
        Instant since = uploads.stream()
                .map(SeenUpload::firstSeen)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        return (uploads.size() == 1 ? "1 upload" : uploads.size() + " uploads") + " seen unfinished since " + since;
    }

    /** Older than the grace period means strictly older. */
    private boolean isOlder(Instant time) {
        return time.plus(facts.safety().grace()).isBefore(facts.view().observedAt());
    }
}
