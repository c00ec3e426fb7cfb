package io.fdlkeeper.maintenance;

import io.fdlkeeper.run.Lease;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.Selector;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.util.List;
import java.util.Optional;

/** What the sealed files of a case hold, as records that can be sealed. */
final class CaseFile {

    private CaseFile() {}

    /** What a case looks for. */
    record Selectors(List<Selector> all) {}

    /** What a find saw. */
    record FoundEverywhere(List<Findings> all) {}

    /** What is to be done. */
    record Plans(List<RemovalPlan> all) {}

    /** What became of it. */
    record Results(List<RemovalResult> all) {}

    static Optional<List<Selector>> selectors(SealedFiles files, String name) {
        return files.get(name, Selectors.class).map(Selectors::all);
    }

    static List<Selector> selectors(SealedFiles files) {
        return selectors(files, SealedNames.SELECTORS).orElse(List.of());
    }

    static List<Findings> findings(SealedFiles files) {
        return files.get(SealedNames.FINDINGS, FoundEverywhere.class)
                .map(FoundEverywhere::all)
                .orElse(List.of());
    }

    static List<RemovalPlan> plans(SealedFiles files) {
        return files.get(SealedNames.PLAN, Plans.class).map(Plans::all).orElse(List.of());
    }

    static List<RemovalResult> results(SealedFiles files) {
        return files.get(SealedNames.RESULTS, Results.class).map(Results::all).orElse(List.of());
    }

    /** Takes the right to act on a case, which one order has at a time. */
    static Optional<Lease> lease(CaseDesk desk, String caseId, String holder) {
        return desk.workplace().state().leases().tryTake("case " + caseId, holder);
    }
}
