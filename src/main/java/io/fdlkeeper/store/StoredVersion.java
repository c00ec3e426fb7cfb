package io.fdlkeeper.store;

import java.time.Instant;
import java.util.Optional;

/**
 * One version of one key, or a delete marker, as a listing of versions shows it.
 *
 * @param key          the key, relative to the repository
 * @param versionId    the store's name of this version; {@code null} in text for one made before versions were kept
 * @param current      whether readers meet this one
 * @param deleteMarker whether it only says that the key was deleted
 * @param bytes        its size, 0 for a delete marker
 * @param lastModified when it was stored, by the store's time
 * @param etag         the tag of its content; a delete marker has none
 */
public record StoredVersion(
        ObjectKey key,
        String versionId,
        boolean current,
        boolean deleteMarker,
        long bytes,
        Instant lastModified,
        Optional<ETag> etag) {

    /** Tells whether it has the one name that a store gives again: while versioning is suspended every write takes it. */
    public boolean isReplaceable() {
        return versionId.equals("null");
    }
}
