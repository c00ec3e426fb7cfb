package io.fdlkeeper.maintenance;

import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.proof.Verification;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks independently whether a case came to its end, tells what is left, and forgets what the case had to know. */
public final class VerifyWithdrawal {

    private final CaseDesk desk;
    private final CaseChanges changes;

    public VerifyWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** Verifies; anything that is not as it should be leaves the case partial, with the list. */
    public CaseReport verify(String caseId, String actor, Progress progress) {
        return changes.alone(caseId, "verify", before -> begin(before, actor, progress));
    }

    private CaseReport begin(WithdrawalCase before, String actor, Progress progress) {
        if (isEnded(before) && !CaseFile.plans(files(before)).isEmpty()) {
            return underLeases(before, () -> endedBefore(before));
        }
        return changes.refusal(before, CaseAction.VERIFY, actor)
                .orElseGet(() -> underLeases(before, () -> look(before, actor, progress)));
    }

    private static boolean isEnded(WithdrawalCase subject) {
        return subject.state() == CaseState.COMPLETE || subject.state() == CaseState.COMPLETE_WITH_RESIDUE;
    }

    private SealedFiles files(WithdrawalCase subject) {
        return desk.cases().files(subject.id());
    }

    /** No other job may work on the repositories meanwhile. */
    private CaseReport underLeases(WithdrawalCase before, Supplier<CaseReport> work) {
        List<Lease> leases = new ArrayList<>();
        try {
            for (String location : before.opening().locations()) {
                Optional<Lease> lease = desk.workplace().state().leases().tryTake(location, "verify-withdrawal");
                if (lease.isEmpty()) {
                    return CaseReport.of(
                            before,
                            CaseReport.Outcome.BUSY,
                            "another run holds the lease on " + location + ": wait for it to end");
                }
                leases.add(lease.get());
            }
            return work.get();
        } finally {
            leases.forEach(Lease::close);
        }
    }

    private CaseReport look(WithdrawalCase before, String actor, Progress progress) {
        List<RemovalPlan> plans = CaseFile.plans(files(before));
        List<RemovalResult> results = CaseFile.results(files(before));
        List<String> faults = new ArrayList<>();
        List<ResidueItem> residue = new ArrayList<>();
        Verification seen = Verification.begun(desk.workplace().clock().instant());
        for (RemovalPlan plan : plans) {
            RemovalCheck.Checked checked = new RemovalCheck(desk, before, plan, results).check(progress);
            faults.addAll(checked.faults());
            residue.addAll(checked.residue());
            seen = seen.plus(checked.seen());
        }
        WithdrawalCase left = before.withResidue(numbered(residue, before.residue()));
        CaseReport report =
                faults.isEmpty() ? complete(before, left, seen, actor) : partial(before, left, faults, actor);
        return report.withPlans(plans).withResults(results);
    }

    /** Gives every item an id; what somebody acknowledged before stays acknowledged, and what is left twice is told once. */
    private static List<ResidueItem> numbered(List<ResidueItem> residue, List<ResidueItem> before) {
        Map<List<String>, ResidueItem> known = new HashMap<>();
        before.forEach(item -> known.put(name(item), item));
        Map<List<String>, ResidueItem> all = new LinkedHashMap<>();
        for (ResidueItem item : residue) {
            Optional<ResidueItem.Acknowledgement> acknowledged =
                    Optional.ofNullable(known.get(name(item))).flatMap(ResidueItem::acknowledged);
            ResidueItem numbered = item.withId("r" + (all.size() + 1));
            all.putIfAbsent(
                    name(item), acknowledged.map(numbered::acknowledgedBy).orElse(numbered));
        }
        return List.copyOf(all.values());
    }

    private static List<String> name(ResidueItem item) {
        return List.of(item.kind().name(), item.subject(), item.why());
    }

    private CaseReport partial(WithdrawalCase before, WithdrawalCase left, List<String> faults, String actor) {
        WithdrawalCase partial = changes.save(
                before,
                left.in(CaseState.PARTIAL),
                CaseAction.VERIFY,
                actor,
                Map.of("faults", Integer.toString(faults.size())));
        return CaseReport.of(
                        partial,
                        CaseReport.Outcome.INCOMPLETE,
                        faults.size() + " things are not as they should be, each with a note")
                .withNotes(faults);
    }

    private CaseReport complete(WithdrawalCase before, WithdrawalCase left, Verification seen, String actor) {
        boolean open = left.residue().stream().anyMatch(ResidueItem::isOpen);
        WithdrawalCase complete = left.in(open ? CaseState.COMPLETE_WITH_RESIDUE : CaseState.COMPLETE);
        try (Shown shown = Shown.of(desk, before)) {
            CaseEnd.Ended ended = new CaseEnd(desk).end(before, complete, seen, shown, actor);
            return ended(ended.subject(), ended.notes());
        }
    }

    /** What a crash cut off after the case was complete is made good: the key and the value are forgotten. */
    private CaseReport endedBefore(WithdrawalCase complete) {
        try (Shown shown = Shown.of(desk, complete)) {
            return ended(complete, new CaseEnd(desk).forget(complete, shown));
        }
    }

    private static CaseReport ended(WithdrawalCase complete, List<String> notes) {
        boolean open = complete.state() == CaseState.COMPLETE_WITH_RESIDUE;
        return CaseReport.of(
                        complete,
                        open ? CaseReport.Outcome.INCOMPLETE : CaseReport.Outcome.DONE,
                        open
                                ? "everything that could be removed is gone; see what is left with 'withdraw residue "
                                        + complete.id() + "'"
                                : "verified: everything is gone, and what is kept is whole")
                .withNotes(notes);
    }
}
