package io.fdlkeeper.gc;

import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.store.ObjectVersions;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.Versioning;
import java.util.ArrayList;
import java.util.List;

/** Plans what becomes of old versions, as far as the store shows them; what it does not show hinders no collection. */
final class OldVersionsWork {

    private final GcFacts facts;
    private final PastDeletions past;
    private final Tally tally;
    private final List<String> notes = new ArrayList<>();

    OldVersionsWork(GcFacts facts, PastDeletions past, Tally tally) {
        this.facts = facts;
        this.past = past;
        this.tally = tally;
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    void plan(ObjectVersions versions, PurgeSweep sweep) {
        Totals[] hidden = {Totals.NONE};
        past.forEach(facts.view().location(), deletion -> {
            hidden[0] = hidden[0].plus(deletion.bytes());
            sweep.remember(deletion);
        });
        tally.hiddenByUs(hidden[0]);
        if (facts.hidden().versions() == OldVersions.PURGE_OURS && hidden[0].objects() > 0) {
            purge(versions, sweep);
        }
    }

    private void purge(ObjectVersions versions, PurgeSweep sweep) {
        try {
            Versioning kind = versions.versioning();
            if (kind == Versioning.UNKNOWN) {
                notes.add("the store does not tell whether it keeps old versions, so none is purged (gc.versions)");
            } else if (kind != Versioning.NONE) {
                sweep.run(versions);
                past.rewrite(
                        facts.view().location(),
                        deletion -> !sweep.isForgotten(deletion),
                        added -> {},
                        facts.view().observedAt());
            }
        } catch (StoreException e) {
            notes.add("old versions could not be listed to their end, so not all of them were judged: " + e.sentence());
        }
    }
}
