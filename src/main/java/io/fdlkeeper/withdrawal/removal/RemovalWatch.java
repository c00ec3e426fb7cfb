package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.VersionId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks at the repository again while items are acted on. */
public interface RemovalWatch {

    /**
     * Looks, unless the last look is young enough.
     *
     * @return what stands against going on, as of that look
     */
    Seen look();

    /** Tells whether a person asked for a pause or a stop. */
    boolean isStopAsked();

    /**
     * What a look saw.
     *
     * @param named   planned data files that a version outside of the plan names by now
     * @param refs    refs that name an affected version, but for tags that are the case's to delete
     * @param held    planned data files that a hold keeps by now
     * @param faults  why what is new cannot be judged; then no further file goes
     * @param current every ref there is
     */
    record Seen(
            Map<String, List<VersionId>> named,
            Map<RefName, VersionId> refs,
            Set<String> held,
            List<String> faults,
            Map<RefName, VersionId> current) {

        public Seen {
            named = Map.copyOf(named);
            refs = Map.copyOf(refs);
            held = Set.copyOf(held);
            faults = List.copyOf(faults);
            current = Map.copyOf(current);
        }
    }
}
