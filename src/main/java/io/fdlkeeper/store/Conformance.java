package io.fdlkeeper.store;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a store was seen to keep.
 *
 * @param store   which store was asked: its address, not the repository's
 * @param version which version of the keeper asked
 * @param at      when, by our own clock
 * @param kept    the promises that were seen kept; a race that was passed proves little, one that was not is final
 * @param remarks sentences on the others and on what else was seen
 */
public record Conformance(String store, String version, Instant at, Set<Promise> kept, List<String> remarks) {

    public Conformance {
        kept = kept.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(kept));
        remarks = List.copyOf(remarks);
    }

    public boolean keeps(Promise promise) {
        return kept.contains(promise);
    }
}
