package io.fdlkeeper.gc;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Since when each unfinished upload is seen, by repository: the second of its two clocks.
 *
 * <p>Losing it loses no safety: waiting starts again.
 */
public interface UploadLedger {

    /** The uploads of the last good observation, and when that was; nothing where there was none. */
    record Observed(Optional<Instant> at, List<SeenUpload> uploads) {

        public static final Observed NOTHING = new Observed(Optional.empty(), List.of());

        public Observed {
            uploads = List.copyOf(uploads);
        }
    }

    Observed last(String repository);

    /** Replaces them, durably. */
    void save(String repository, Instant observedAt, List<SeenUpload> uploads);
}
