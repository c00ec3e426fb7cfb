package io.fdlkeeper.gc;

import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.repository.Refusal;
import java.util.List;
import java.util.Set;

/** What became of planning a collection. */
public sealed interface GcPlanning {

    /**
     * There is a plan; it may need approval.
     *
     * @param unknownFolders  folders with candidates in which no catalog ever named anything
     * @param unknownReleases versions released recently whose files nobody knows
     * @param notes           sentences for a person
     */
    record Planned(Plan plan, Set<String> unknownFolders, Set<String> unknownReleases, List<String> notes)
            implements GcPlanning {}

    record Refused(List<Refusal> refusals) implements GcPlanning {

        public Refused {
            refusals = List.copyOf(refusals);
        }
    }
}
