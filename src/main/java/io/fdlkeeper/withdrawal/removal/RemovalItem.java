package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.repository.VersionId;
import java.util.List;
import java.util.Optional;

/**
 * One thing a plan does. May show the value in its key, so plans are sealed.
 *
 * @param key           as stored
 * @param reason        why, as half a sentence without the value
 * @param etag          the content it was decided for; empty for what is to be created
 * @param version       the version it is about; empty for data files, the index of refs, and old versions of catalogs
 * @param storeVersions ids of every version and delete marker of the key that the store keeps; empty on a store that keeps none
 */
public record RemovalItem(
        RemovalAction action,
        String key,
        String reason,
        long bytes,
        Optional<String> etag,
        Optional<VersionId> version,
        List<String> storeVersions) {

    public RemovalItem {
        storeVersions = List.copyOf(storeVersions);
    }
}
