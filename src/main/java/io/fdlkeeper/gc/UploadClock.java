package io.fdlkeeper.gc;

import io.fdlkeeper.store.UnfinishedUpload;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells since when uploads are seen, by the rule of the ledger: time in which nobody looked does not count. */
public final class UploadClock {

    private UploadClock() {}

    /**
     * Returns the uploads of an observation with the time since when each is seen.
     *
     * @param before what the observation before had
     * @param now    the store's time when this one began
     */
    public static List<SeenUpload> advance(
            UploadLedger.Observed before, List<UnfinishedUpload> uploads, Instant now, Duration grace) {
        Duration unwatched = before.at()
                .map(last -> Duration.between(last, now).minus(grace.dividedBy(2)))
                .filter(beyond -> !beyond.isNegative())
                .orElse(Duration.ZERO);
        Map<String, Instant> since = new HashMap<>();
        before.uploads().forEach(seen -> since.put(name(seen.upload()), seen.firstSeen()));
        return uploads.stream()
                .map(upload -> new SeenUpload(upload, firstSeen(since.get(name(upload)), unwatched, now)))
                .toList();
    }

    private static Instant firstSeen(@Nullable Instant remembered, Duration unwatched, Instant now) {
        Instant moved = remembered == null ? now : remembered.plus(unwatched);
        return moved.isAfter(now) ? now : moved;
    }

    /** An upload's name is unique in its key only. */
    private static String name(UnfinishedUpload upload) {
        return upload.key() + "\n" + upload.uploadId();
    }
}
