package io.fdlkeeper.plan;

import io.fdlkeeper.store.StoredVersion;
import java.util.List;

/**
 * A deleted key whose old contents go for good.
 *
 * @param item     the plan's item
 * @param contents its versions, none of them current
 * @param markers  its delete markers, which go only when no content is left that they hide
 */
public record Purge(PlanItem item, List<StoredVersion> contents, List<StoredVersion> markers) {

    public Purge {
        contents = List.copyOf(contents);
        markers = List.copyOf(markers);
    }
}
