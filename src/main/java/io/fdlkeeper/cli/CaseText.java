package io.fdlkeeper.cli;

import io.fdlkeeper.maintenance.CaseReport;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Place;
import io.fdlkeeper.withdrawal.removal.Blocker;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tells a person about a case, in words that need no knowledge of catalogs. */
record CaseText(CaseReport report, CaseView view) implements TextWriting {

    private static final int SHOWN = 20;

    @Override
    public void to(PrintStream out) {
        WithdrawalCase subject = report.subject();
        out.println("case " + subject.id() + ": " + subject.state());
        out.println("  " + Shown.safely(report.message()));
        clocks(out, subject);
        if (view.findings()) {
            report.findings().forEach(findings -> of(out, findings));
        }
        if (view.plan()) {
            report.plans().forEach(plan -> of(out, plan));
            subject.plan().ifPresent(plan -> out.println("  digest of the plan: " + plan.digest()));
        }
        if (view.results()) {
            results(out);
            residue(out, "left over", subject.residue());
        }
        report.notes().forEach(note -> out.println("  note: " + Shown.safely(note)));
    }

    private static void clocks(PrintStream out, WithdrawalCase subject) {
        if (!subject.state().isOpen() && subject.clocks().notifiedAt().isPresent()) {
            return;
        }
        out.println("  authority: "
                + subject.clocks()
                        .notifiedAt()
                        .map(at -> "told at " + at)
                        .orElse("to be told until " + subject.clocks().notifyBy())
                + "; person concerned: to be answered until " + subject.clocks().answerBy());
    }

    private static void of(PrintStream out, Findings findings) {
        out.println("  " + findings.location() + ": " + findings.files().size() + " data files and "
                + findings.versions().size() + " versions hold it; looked at "
                + findings.scanned().files() + " files and "
                + findings.scanned().catalogs() + " catalogs");
        limited(
                out,
                "file",
                findings.files(),
                file -> Shown.safely(file.key())
                        + (file.rows() >= 0 ? " (" + file.rows() + " rows)" : "")
                        + (file.storeVersion().isPresent() ? " (an old version)" : ""));
        limited(
                out,
                "version",
                findings.versions(),
                version -> version.id() + " because of "
                        + version.because().stream().sorted().map(Place::id).collect(Collectors.joining(", ")));
        limited(out, "could not be read", findings.unreadable(), one -> Shown.safely(one.key() + ": " + one.why()));
        findings.notes().forEach(note -> out.println("    note: " + Shown.safely(note)));
    }

    private static void of(PrintStream out, RemovalPlan plan) {
        for (Blocker blocker : plan.blockers()) {
            out.println("  in the way (" + blocker.kind().id() + "): " + Shown.safely(blocker.remedy()));
        }
        Map<String, Long> counts = plan.items().stream()
                .collect(Collectors.groupingBy(item -> item.action().id(), TreeMap::new, Collectors.counting()));
        out.println("  " + plan.location() + " will be changed by: " + counts);
        limited(out, "item", plan.items(), item -> item.action().id() + " " + Shown.safely(item.key()));
        residue(out, "will be left", plan.expectedResidue());
        plan.readers().forEach(sentence -> out.println("    readers: " + Shown.safely(sentence)));
    }

    private void results(PrintStream out) {
        Map<String, Long> outcomes = report.results().stream()
                .collect(Collectors.groupingBy(result -> result.outcome().id(), TreeMap::new, Collectors.counting()));
        if (!outcomes.isEmpty()) {
            out.println("  items: " + outcomes);
        }
        limited(
                out,
                "not done",
                report.results().stream()
                        .filter(result -> !result.outcome().isGood())
                        .toList(),
                CaseText::undone);
    }

    private static String undone(RemovalResult result) {
        RemovalItem item = result.item();
        return item.action().id() + " " + Shown.safely(item.key()) + ": "
                + result.outcome().id() + (result.detail().isEmpty() ? "" : ", " + Shown.safely(result.detail()));
    }

    static void residue(PrintStream out, String what, List<ResidueItem> items) {
        limited(
                out,
                what,
                items,
                item -> item.id() + " " + item.kind().id() + " " + Shown.safely(item.subject())
                        + ": " + Shown.safely(item.why()) + "; " + Shown.safely(item.owner()) + " must act"
                        + item.due().map(due -> " until " + due).orElse("")
                        + item.acknowledged()
                                .map(by -> "; acknowledged by " + by.by())
                                .orElse(""));
    }

    /** How one thing of a list is told. */
    @FunctionalInterface
    private interface Telling<T> {
        String of(T thing);
    }

    private static <T> void limited(PrintStream out, String name, List<T> things, Telling<T> telling) {
        things.stream().limit(SHOWN).forEach(thing -> out.println("    " + name + ": " + telling.of(thing)));
        if (things.size() > SHOWN) {
            out.println("    … and " + (things.size() - SHOWN) + " more; --json shows all");
        }
    }
}
