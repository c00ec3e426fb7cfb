package io.fdlkeeper.docs;

import io.fdlkeeper.gc.Verdict;
import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.repository.Guard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the page of all words that scripts and people see in answers. */
final class GuardReference {

    private static final List<String> HEAD = List.of(
            "# Guards, approvals and outcomes",
            "",
            "<!-- Made from the classes by ReferencePagesTests; run it with -Ddocs.write=true to renew it. -->",
            "",
            "Every word here is part of the contract with scripts: it stands so in `--json`.",
            "",
            "## Guards",
            "",
            "A guard refuses a whole job on one repository. Nothing is deleted then, or nothing more. The exit code is 4, and",
            "7 for `run verify`. A refusal tells the guard, the subject and what to do.",
            "",
            "- *every job*: retention, garbage collection and verification.",
            "- *collection*: garbage collection and verification. Retention goes on.",
            "- *retention*: retention alone.",
            "- *restore*: taking back what a run deleted.",
            "",
            "| Guard | Stops | What it means | What to do |",
            "|---|---|---|---|");

    private GuardReference() {}

    static String markdown() {
        List<String> lines = new ArrayList<>(HEAD);
        for (Guard guard : Guard.values()) {
            lines.add(row(code(guard.id()), stops(guard), guard.meaning(), GuardRemedies.of(guard)));
        }
        section(
                lines,
                "Approvals",
                "A plan can need a person. `run` then answers `needs-approval` with exit code 4 and deletes nothing. Naming the"
                        + " plan's digest with `--plan` approves it.",
                "Approval");
        Arrays.stream(Approval.values())
                .forEach(approval -> lines.add(row(code(approval.id()), OutcomeMeanings.of(approval))));
        section(
                lines,
                "What a job ended with",
                "The member `outcome` of an answer, and the exit code that goes with it.",
                "Outcome");
        Arrays.stream(JobOutcome.values())
                .forEach(outcome -> lines.add(row(code(outcome.id()), OutcomeMeanings.of(outcome))));
        section(lines, "What an item does", "The member `action` of a plan's item.", "Action");
        Arrays.stream(PlanAction.values())
                .forEach(action -> lines.add(row(code(action.id()), OutcomeMeanings.of(action))));
        section(
                lines,
                "What became of an item",
                "The member `result` of a run's item. An item without a result was not come to.",
                "Result");
        Arrays.stream(ItemOutcome.values())
                .forEach(outcome -> lines.add(row(code(outcome.id()), OutcomeMeanings.of(outcome))));
        section(
                lines,
                "What an object is found to be",
                "`explain` tells the verdict on one object; `plan gc` tells it of everything that nothing names and that stays.",
                "Verdict");
        Arrays.stream(Verdict.values())
                .forEach(verdict -> lines.add(row(code(verdict.id()), OutcomeMeanings.of(verdict))));
        return String.join("\n", lines) + "\n";
    }

    private static void section(List<String> lines, String title, String text, String column) {
        lines.addAll(List.of("", "## " + title, "", text, "", "| " + column + " | What it means |", "|---|---|"));
    }

    private static String stops(Guard guard) {
        return switch (guard.stops()) {
            case EVERY_JOB -> "every job";
            case COLLECTION -> "collection";
            case RETENTION -> "retention";
            case RESTORE -> "restore";
        };
    }

    private static String code(String word) {
        return "`" + word + "`";
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
