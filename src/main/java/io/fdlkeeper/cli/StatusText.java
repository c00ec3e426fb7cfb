package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.RepositoryStatus;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.RunOutcome;
import java.io.PrintStream;
import java.util.Locale;

/** Writes how a repository stands, for a person. */
final class StatusText {

    private StatusText() {}

    static String word(VersionState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param full also tells every ref and every foreign key
     */
    static void write(PrintStream out, RepositoryStatus status, boolean full) {
        boolean named = !status.name().equals(status.location());
        out.println(named ? status.name() + " (" + status.location() + ")" : status.location());
        Table versions = new Table("versions", ">");
        for (VersionState state : VersionState.values()) {
            versions.row(word(state), Long.toString(status.versions().getOrDefault(state, 0L)));
        }
        versions.to(out);
        if (full) {
            Table refs = new Table("ref", "version");
            status.refs()
                    .forEach(ref -> refs.row(
                            Shown.safely(ref.name().text()), ref.target().text()));
            refs.to(out);
            status.foreign().forEach(key -> out.println("  not ours: " + Shown.safely(key)));
        } else {
            out.println("  " + status.refs().size() + " refs");
        }
        status.refusals()
                .forEach(refusal ->
                        out.println("  would be refused, " + refusal.guard().id() + ": " + refusal.detail()));
        status.missing()
                .ifPresent(missing -> out.println("  gone without trace: " + missing.versions()
                        + "; if that is right: fdl-keeper repo accept " + missing.digest()));
        Totals history = StatusJson.heldByHistory(status);
        if (history.objects() > 0) {
            out.println(
                    "  " + history.objects() + " objects of " + Sizes.of(history.bytes())
                            + " were held by history only at the last collection: their writer can free them by expiring snapshots");
        }
        long hidden = status.statistics().getOrDefault("hiddenByUs.bytes", 0L);
        if (hidden > 0) {
            out.println("  up to " + Sizes.of(hidden)
                    + " that earlier runs deleted are only hidden, since the store keeps old versions: not freed");
        }
        status.notes().forEach(note -> out.println("  note: " + note));
        lastRuns(out, status);
        out.println();
    }

    private static void lastRuns(PrintStream out, RepositoryStatus status) {
        if (status.lastRuns().isEmpty()) {
            out.println("  no runs yet");
            return;
        }
        Table runs = new Table("last run", "outcome", "started", "id", "how it ended");
        status.lastRuns()
                .values()
                .forEach(run -> runs.row(
                        run.job().id(),
                        run.outcome().map(RunOutcome::id).orElse("running"),
                        run.startedAt().toString(),
                        run.id(),
                        run.message()));
        runs.to(out);
    }
}
