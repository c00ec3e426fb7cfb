package io.fdlkeeper.store;

import java.time.Instant;

/**
 * An object as a listing or a direct look shows it.
 *
 * @param key          the key, relative to the repository
 * @param bytes        its size
 * @param lastModified the store's own time of its last change
 * @param etag         the tag of the content seen
 */
public record ListedObject(ObjectKey key, long bytes, Instant lastModified, ETag etag) {}
