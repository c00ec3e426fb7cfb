package io.fdlkeeper.gc;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;

/**
 * A deletion that this keeper made in a store that keeps old versions.
 *
 * @param etag the tag of the content that was deleted
 * @param at   the store's time when the run had made it
 * @param run  the run that made it
 */
public record PastDeletion(ObjectKey key, ETag etag, long bytes, Instant at, String run) {}
