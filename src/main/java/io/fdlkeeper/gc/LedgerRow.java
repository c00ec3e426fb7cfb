package io.fdlkeeper.gc;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;

/**
 * What the ledger remembers of an object that nothing names.
 *
 * @param firstSeen when it was first seen so; moved forward by the time nobody looked, so that a daemon that slept has not seen anything
 * @param everNamed whether any catalog ever read named it
 */
public record LedgerRow(ObjectKey key, ETag etag, Instant lastModified, Instant firstSeen, boolean everNamed) {}
