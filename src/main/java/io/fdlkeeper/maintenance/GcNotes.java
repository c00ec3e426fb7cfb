package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcExecution;
import io.fdlkeeper.gc.GcPlanning;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.RepositoryView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says in sentences what a person should know of a collection's plan. */
final class GcNotes {

    private static final int SHOWN = 3;

    private GcNotes() {}

    /** Says what a collection did, and what of it gives room back: a store that keeps old versions frees nothing by a deletion. */
    static String message(GcExecution.Result result) {
        Totals objects = of(result, PlanAction.DELETE);
        StringBuilder message = new StringBuilder(objects.objects()
                + of(result, PlanAction.REMOVE_FOLDER).objects()
                + " objects of "
                + objects.bytes()
                + " bytes deleted");
        if (result.hidden().objects() > 0) {
            message.append("; ")
                    .append(result.hidden().bytes())
                    .append(
                            " bytes of them are only hidden, since the store keeps old versions, or does not tell that it keeps none");
        }
        Totals purged = of(result, PlanAction.PURGE);
        if (purged.objects() > 0) {
            message.append("; old versions of ")
                    .append(purged.objects())
                    .append(" keys purged, which frees ")
                    .append(purged.bytes())
                    .append(" bytes");
        }
        long aborted = of(result, PlanAction.ABORT_UPLOAD).objects();
        if (aborted > 0) {
            message.append("; ").append(aborted).append(" unfinished uploads aborted");
        }
        return message.toString();
    }

    private static Totals of(GcExecution.Result result, PlanAction action) {
        return result.deleted().getOrDefault(action, Totals.NONE);
    }

    static List<String> of(RepositoryView view, GcPlanning.Planned planned) {
        List<String> notes = new ArrayList<>(view.notes());
        notes.addAll(planned.notes());
        PlanHeader header = planned.plan().header();
        Totals history = header.totals().getOrDefault("heldByHistoryOnly", Totals.NONE);
        if (history.objects() > 0) {
            notes.add(history.objects() + " objects of " + history.bytes()
                    + " bytes are held by history only: every live catalog that names them has ended those rows. The writer can free them by"
                    + " expiring snapshots in its working catalog before it publishes (CALL ducklake_expire_snapshots), never by cleaning"
                    + " up files itself");
        }
        planned.unknownFolders()
                .forEach(folder ->
                        notes.add("no catalog ever named anything in " + folder + ": perhaps it is somebody else's"));
        unknownReleases(planned.unknownReleases()).ifPresent(notes::add);
        if (header.capped() > 0) {
            notes.add(header.capped() + " more candidates are left for later runs by the run's cap");
        }
        return notes;
    }

    private static Optional<String> unknownReleases(Set<String> versions) {
        if (versions.isEmpty()) {
            return Optional.empty();
        }
        List<String> shown = versions.stream().sorted().limit(SHOWN).toList();
        return Optional.of(versions.size()
                + " version(s) were marked within the grace period, and nobody knows which files they named: "
                + String.join(", ", shown) + (versions.size() > SHOWN ? ", …" : ""));
    }
}
