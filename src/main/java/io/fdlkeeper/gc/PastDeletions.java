package io.fdlkeeper.gc;

import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What this keeper deleted and the store may still keep, by repository; only that is ever purged.
 *
 * <p>A plain file that is rewritten as a whole, so that what is forgotten leaves nothing behind. Losing it loses no safety: old versions
 * then stay.
 */
public interface PastDeletions {

    /** Hands over every one, in no order. */
    void forEach(String repository, Consumer<PastDeletion> consumer);

    /**
     * Replaces them, durably.
     *
     * @param kept  tells which of the old ones stay
     * @param added hands over the new ones
     */
    void rewrite(String repository, Predicate<PastDeletion> kept, Consumer<Consumer<PastDeletion>> added, Instant at);
}
