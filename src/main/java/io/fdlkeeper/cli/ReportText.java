package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.JobOutcome;
import io.fdlkeeper.maintenance.JobReport;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.retention.RetentionDecision;
import io.fdlkeeper.run.JobKind;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes a job's report for a person. */
final class ReportText implements TextWriting {

    private static final int ITEMS_SHOWN = 20;
    private static final int REFUSALS_SHOWN = 20;

    private static final List<List<String>> GC_TOTALS = List.of(
            List.of("listed", "listed"),
            List.of("live", "named by live versions"),
            List.of("heldByHistoryOnly", "  of these by history only"),
            List.of("candidate", "may go"),
            List.of("young", "unreferenced, young"),
            List.of("firstSeen", "unreferenced, waiting"),
            List.of("recentlyReleased", "recently released"),
            List.of("viewNamed", "named by views"),
            List.of("held", "held"),
            List.of("foreign", "not ours"),
            List.of("abandoned", "of abandoned versions"));

    private final String repository;
    private final JobReport report;
    private final Optional<ItemResults> results;
    private final String runIt;

    /**
     * @param results what became of the items; empty for a plan
     * @param runIt   the command that executes a plan, without its digest
     */
    ReportText(String repository, JobReport report, Optional<ItemResults> results, String runIt) {
        this.repository = repository;
        this.report = report;
        this.results = results;
        this.runIt = runIt;
    }

    @Override
    public void to(PrintStream out) {
        out.println(report.job().id() + " of " + repository
                + (repository.equals(report.location()) ? "" : " (" + report.location() + ")") + ": "
                + report.outcome().id() + ". " + report.message());
        refusals(out);
        report.plan()
                .filter(plan -> report.outcome() != JobOutcome.REFUSED || results.isPresent())
                .ifPresent(plan -> {
                    totals(out, plan.header());
                    items(out, plan);
                    kept(out);
                });
        outcomes(out);
        report.notes().forEach(note -> out.println("note: " + note));
        report.plan().ifPresent(plan -> whatNext(out, plan.header()));
    }

    private void refusals(PrintStream out) {
        report.refusals().stream()
                .limit(REFUSALS_SHOWN)
                .forEach(refusal -> out.println("  " + refusal.guard().id() + "  "
                        + (refusal.subject().isEmpty() ? "" : refusal.subject() + ": ") + refusal.detail()));
        more(out, report.refusals().size(), REFUSALS_SHOWN);
    }

    private void totals(PrintStream out, PlanHeader header) {
        if (report.job() != JobKind.GC) {
            return;
        }
        Table table = new Table("", ">objects", ">bytes");
        for (List<String> line : GC_TOTALS) {
            Totals totals = header.totals().getOrDefault(line.get(0), Totals.NONE);
            boolean always = GC_TOTALS.indexOf(line) < 5;
            if (always || totals.objects() > 0) {
                table.row(line.get(1), Long.toString(totals.objects()), Sizes.of(totals.bytes()));
            }
        }
        out.println();
        table.to(out);
    }

    private void items(PrintStream out, Plan plan) {
        if (plan.header().items().objects() == 0) {
            return;
        }
        out.println();
        Table table = results.isPresent()
                ? new Table("action", "what", ">bytes", "why", "result")
                : new Table("action", "what", ">bytes", "why");
        List<PlanItem> shown = new ArrayList<>();
        plan.forEachItem(item -> {
            if (shown.size() < ITEMS_SHOWN) {
                shown.add(item);
            }
        });
        for (PlanItem item : shown) {
            List<String> cells = new ArrayList<>(List.of(
                    item.action().id(),
                    Shown.safely(item.subject()),
                    Sizes.of(item.bytes()),
                    String.join(", ", item.reasons())));
            results.ifPresent(known -> cells.add(known.of(item).orElse("not done")));
            table.row(cells.toArray(String[]::new));
        }
        table.to(out);
        more(out, plan.header().items().objects(), ITEMS_SHOWN);
    }

    private void kept(PrintStream out) {
        if (report.decision().isEmpty()) {
            return;
        }
        RetentionDecision decision = report.decision().get();
        Map<String, Integer> byReason = new TreeMap<>();
        decision.kept().values().forEach(reasons -> reasons.forEach(reason -> byReason.merge(reason, 1, Integer::sum)));
        out.println();
        out.println(decision.kept().size() + " versions stay:");
        Table table = new Table("why", ">versions");
        byReason.forEach((reason, count) -> table.row(reason, Integer.toString(count)));
        table.to(out);
        if (!decision.unreached().isEmpty()) {
            out.println(decision.unreached().size() + " versions no ref reaches, left alone");
        }
        if (!decision.linger().isEmpty()) {
            out.println(decision.linger().size()
                    + " versions marked, whose catalogs wait for the mark to stand long enough");
        }
    }

    private void outcomes(PrintStream out) {
        if (results.isEmpty() || report.outcomes().isEmpty()) {
            return;
        }
        out.println();
        Table table = new Table("result", ">items", ">bytes");
        for (ItemOutcome outcome : ItemOutcome.values()) {
            Totals totals = report.outcomes().get(outcome);
            if (totals != null) {
                table.row(outcome.id(), Long.toString(totals.objects()), Sizes.of(totals.bytes()));
            }
        }
        table.to(out);
    }

    private void whatNext(PrintStream out, PlanHeader header) {
        boolean open = report.outcome() == JobOutcome.PLANNED || report.outcome() == JobOutcome.NEEDS_APPROVAL;
        if (!open || header.items().objects() == 0) {
            return;
        }
        out.println();
        if (!header.needsApproval().isEmpty()) {
            out.println("It needs a person's approval: "
                    + String.join(
                            ", ",
                            header.needsApproval().stream().map(Approval::id).toList())
                    + ". Naming its digest approves it.");
        }
        out.println("plan " + header.digest());
        out.println("To execute exactly this plan: " + runIt + " --plan "
                + header.digest().substring(0, 16));
    }

    private static void more(PrintStream out, long all, int shown) {
        if (all > shown) {
            out.println("  … and " + (all - shown) + " more; --json has all of them");
        }
    }
}
