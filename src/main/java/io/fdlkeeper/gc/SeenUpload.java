package io.fdlkeeper.gc;

import io.fdlkeeper.store.UnfinishedUpload;
import java.time.Instant;

/**
 * An unfinished upload and since when this keeper sees it.
 *
 * @param firstSeen moved forward by the time nobody looked; a store may tell any time for the upload itself
 */
public record SeenUpload(UnfinishedUpload upload, Instant firstSeen) {}
