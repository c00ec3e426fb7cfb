package io.fdlkeeper.plan;

import io.fdlkeeper.store.StoredVersion;
import java.util.List;

/**
 * An object to be brought back.
 *
 * @param item    the plan's item; its tag is that of the content that must be there afterwards
 * @param markers the delete markers that lie above that content now
 */
public record Undeletion(PlanItem item, List<StoredVersion> markers) {

    public Undeletion {
        markers = List.copyOf(markers);
    }
}
