package io.fdlkeeper.plan;

import io.fdlkeeper.store.ETag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One thing a plan does, and why.
 *
 * @param subject      a key as stored, a folder ending in a slash, or a version's id
 * @param reasons      at least one
 * @param bytes        what it frees; 0 where that is not known
 * @param lastModified the store's time of the object; empty for a version
 * @param etag         the content it was decided for; empty for a version or a folder
 */
public record PlanItem(
        PlanAction action,
        String subject,
        List<String> reasons,
        long bytes,
        Optional<Instant> lastModified,
        Optional<ETag> etag) {

    public PlanItem {
        reasons = List.copyOf(reasons);
        if (reasons.isEmpty()) {
            throw new IllegalArgumentException("a plan's item has a reason: " + subject);
        }
    }
}
