package io.fdlkeeper.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.VersionState;
import java.io.IOException;
import java.io.PrintStream;

/** Shows what the demo did. */
record DemoReport(Demo.Result result, int keep) {

    private static final int BAR = 48;

    void asJson(JsonGenerator json) throws IOException {
        json.writeStringField("outcome", result.exitCode() == ExitCode.DONE ? "succeeded" : "failed");
        json.writeStringField("location", result.location().toString());
        count(json, "before", result.before());
        count(json, "after", result.after());
        job(json, "retention", result.retention());
        job(json, "gc", result.collection());
        JsonOutput.optional(json, "approved", result.approved());
        ReportJson.total(json, "heldByHistoryOnly", result.heldByHistory());
        json.writeArrayFieldStart("objects");
        for (Demo.Object object : result.objects()) {
            json.writeStartObject();
            json.writeStringField("key", object.before().subject());
            json.writeStringField("role", object.role());
            json.writeStringField("verdict", object.before().verdict());
            json.writeBooleanField("kept", object.stillThere());
            JsonOutput.strings(json, "reasons", object.before().sentences());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void count(JsonGenerator json, String name, Demo.Count count) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeObjectFieldStart("versions");
        for (VersionState state : VersionState.values()) {
            json.writeNumberField(StatusText.word(state), count.versions().getOrDefault(state, 0L));
        }
        json.writeEndObject();
        json.writeNumberField("objects", count.objects());
        json.writeNumberField("bytes", count.bytes());
        json.writeEndObject();
    }

    private static void job(JsonGenerator json, String name, JobReport report) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("outcome", report.outcome().id());
        json.writeStringField("message", report.message());
        ReportJson.total(json, "deleted", deleted(report));
        json.writeEndObject();
    }

    private static Totals deleted(JobReport report) {
        return report.outcomes().getOrDefault(ItemOutcome.DELETED, Totals.NONE);
    }

    void asText(PrintStream out) {
        out.println("Retention (the newest " + keep + " versions of each branch stay): "
                + result.retention().message());
        out.println("Garbage collection: " + result.collection().message());
        Totals waiting = result.collection()
                .plan()
                .map(plan -> plan.header().totals().getOrDefault("recentlyReleased", Totals.NONE))
                .orElse(Totals.NONE);
        out.println(
                "  " + waiting.objects() + " objects of " + Sizes.of(waiting.bytes())
                        + " that only the expired versions name wait for the grace period of 7 days: somebody may still be reading.");
        result.approved()
                .ifPresent(digest -> out.println(
                        "  Its plan needed a person's approval; the demo gave it by naming the plan's digest "
                                + digest.substring(0, 16) + "."));
        out.println();
        Table table = new Table("", ">before", ">after");
        for (VersionState state : VersionState.values()) {
            long before = result.before().versions().getOrDefault(state, 0L);
            long after = result.after().versions().getOrDefault(state, 0L);
            if (before + after > 0) {
                table.row("versions " + StatusText.word(state), Long.toString(before), Long.toString(after));
            }
        }
        table.row(
                "objects",
                Long.toString(result.before().objects()),
                Long.toString(result.after().objects()));
        table.row(
                "bytes",
                Long.toString(result.before().bytes()),
                Long.toString(result.after().bytes()));
        table.to(out);
        out.println();
        bar(out, "before", result.before().bytes());
        bar(out, "after ", result.after().bytes());
        why(out);
        history(out);
        out.println();
        out.println("The repository and the keeper's state of it lie in "
                + result.location().getParent() + ". Look on:");
        String at = " --location " + Shown.asWord(result.location().toString()) + " --state "
                + Shown.asWord(result.location().resolveSibling("state").toString());
        out.println("  fdl-keeper status" + at);
        out.println("  fdl-keeper plan gc --trust-age" + at);
    }

    private void bar(PrintStream out, String name, long bytes) {
        long most = Math.max(1, Math.max(result.before().bytes(), result.after().bytes()));
        int filled = (int) (BAR * bytes / most);
        out.println("  " + name + " |" + "#".repeat(filled) + " ".repeat(BAR - filled) + "| " + Sizes.of(bytes));
    }

    private void why(PrintStream out) {
        out.println();
        out.println("Why three objects stayed or went, as the keeper explained them before it did anything:");
        for (Demo.Object object : result.objects()) {
            out.println("  " + (object.stillThere() ? "kept, " : "deleted, ") + object.role() + ": "
                    + object.before().subject());
            object.before().sentences().forEach(sentence -> out.println("    " + sentence));
        }
    }

    private void history(PrintStream out) {
        Totals held = result.heldByHistory();
        out.println();
        out.println("Held by history only: " + held.objects() + " objects of " + Sizes.of(held.bytes()) + " ("
                + held.bytes() + " bytes).");
        if (held.objects() > 0) {
            out.println(
                    "  Every live catalog that names them has ended those rows, and no reader of today's data needs them."
                            + " Their writer can free them");
            out.println(
                    "  by expiring snapshots in its working catalog before it publishes (CALL ducklake_expire_snapshots).");
        }
    }
}
