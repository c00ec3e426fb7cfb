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

    /** Looks, however young the last look is. */
    Seen lookAnew();

    /** Tells whether a person asked for a pause or a stop. */
    boolean isStopAsked();

    /**
     * What a look saw.
     *
     * @param named   planned data files that a version outside of the plan names by now
     * @param refs    refs that name an affected version, but for tags that are the case's to delete
     * @param held    keys of planned items that a hold keeps by now
     * @param kept    affected versions that a hold keeps by now, on themselves, a catalog or a tag
     * @param faults  why what is new cannot be judged; then no further file goes
     */
    record Seen(
            Map<String, List<VersionId>> named,
            Map<RefName, VersionId> refs,
            Set<String> held,
            Set<VersionId> kept,
            List<String> faults) {

        /** Before the first look. */
        static final Seen NOTHING = new Seen(Map.of(), Map.of(), Set.of(), Set.of(), List.of());

        public Seen {
            named = Map.copyOf(named);
            refs = Map.copyOf(refs);
            held = Set.copyOf(held);
            kept = Set.copyOf(kept);
            faults = List.copyOf(faults);
        }
    }
}
