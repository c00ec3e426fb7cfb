package io.fdlkeeper.histories;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.JournalEntry;
import io.fdlkeeper.run.Journals;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.fake.FakeStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Holds what a run says of itself, and what it leaves, against the truth. */
final class RunCheck {

    private final FakeStore store;
    private final Truth truth;

    RunCheck(FakeStore store, Truth truth) {
        this.store = store;
        this.truth = truth;
    }

    /** Checks a run that came to its own end. */
    void ended(JobReport report, Journals journals) {
        truth.versions().values().forEach(version -> {
            truth.forbid(version.isNaked(), "a run left version " + version.id + " with neither catalog nor mark");
            truth.forbid(
                    report.outcome() == JobOutcome.SUCCEEDED
                            && report.job() == JobKind.RETENTION
                            && isLeftMarked(version),
                    "a run that succeeded left its mark on version " + version.id + ", which " + version.refs.keySet()
                            + " name");
        });
        if (report.outcome() == JobOutcome.SUCCEEDED && report.plan().isPresent()) {
            did(report, journals);
        }
    }

    /** A mark of ours beside a catalog, on a version that a ref already named when the refs were read last before it. */
    private boolean isLeftMarked(VersionTruth version) {
        return version.mark
                && version.markedBy == Truth.Who.KEEPER
                && version.mainThere
                && version.isNamedByRef()
                && truth.isSeenUnlagged(version.namedSince().at(), truth.steps().protectionLook(version));
    }

    private void did(JobReport report, Journals journals) {
        Map<String, String> results = new HashMap<>();
        for (JournalEntry entry : journals.results(report.run().orElseThrow())) {
            results.put(entry.key(), entry.result());
        }
        report.plan().orElseThrow().forEachItem(item -> {
            String result = results.getOrDefault(item.subject(), "nothing");
            truth.forbid(
                    !Set.of("deleted", "already-absent", "spared", "marked").contains(result),
                    "a run that succeeded says '" + result + "' of " + item.subject());
            boolean done =
                    switch (item.action()) {
                        case DELETE -> !result.startsWith("deleted") && !result.startsWith("already") || isGone(item);
                        case EXPIRE, FINISH ->
                            !result.equals("deleted") && !result.equals("already-absent") || isExpired(item.subject());
                        default -> true;
                    };
            truth.forbid(
                    !done, "a run that succeeded says '" + result + "' of " + item.subject() + ", and it is not so");
        });
    }

    private boolean isGone(PlanItem item) {
        ETag planned = item.etag().orElseThrow();
        return store.object(item.subject())
                .filter(object -> object.etag().equals(planned))
                .isEmpty();
    }

    private boolean isExpired(String id) {
        VersionTruth version = truth.versions().get(id);
        return version.catalogPut.isEmpty() && version.mark;
    }
}
