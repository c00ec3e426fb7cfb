package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.BadSelectorException;
import io.fdlkeeper.withdrawal.find.FindLedger;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.LeakFind;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.find.Selector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds what a case names, in every repository it spans. Reads only; one that was cut off goes on where it was. */
public final class FindLeak {

    private final CaseDesk desk;
    private final CaseChanges changes;

    public FindLeak(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /**
     * Finds.
     *
     * @param selectors what to look for; empty to go on with, or repeat, the case's own
     * @throws BadSelectorException when a selector is wrong or names nothing in any repository of the case; the case is as before then
     */
    public CaseReport find(String caseId, List<Selector> selectors, String actor, Progress progress, StopToken stop) {
        return changes.alone(
                caseId,
                "find",
                before -> changes.refusal(before, CaseAction.FIND, actor)
                        .orElseGet(() -> begin(before, selectors, actor, progress, stop)));
    }

    private CaseReport begin(
            WithdrawalCase before, List<Selector> asked, String actor, Progress progress, StopToken stop) {
        SealedFiles files = desk.cases().files(before.id());
        List<Selector> earlier = CaseFile.selectors(files, SealedNames.SELECTORS_ASKED)
                .or(() -> CaseFile.selectors(files, SealedNames.SELECTORS))
                .orElse(List.of());
        List<Selector> selectors = asked.isEmpty() ? earlier : asked;
        if (selectors.isEmpty()) {
            return changes.refuse(
                    before,
                    CaseAction.FIND,
                    actor,
                    "nothing to look for was ever named in this case: give --where, --value, --version or --key");
        }
        if (!selectors.equals(earlier) || before.state() != CaseState.FINDING) {
            // What was read for other selectors, or before the repository changed, tells nothing.
            files.remove(SealedNames.FIND_LEDGER);
        }
        files.put(SealedNames.SELECTORS_ASKED, new CaseFile.Selectors(selectors));
        WithdrawalCase anew =
                withoutValue(before, selectors).with(Optional.empty()).in(CaseState.FINDING);
        WithdrawalCase finding = anew.equals(before)
                ? before
                : changes.save(
                        before, anew, CaseAction.FIND, actor, Map.of("selectors", Integer.toString(selectors.size())));
        try {
            return conclude(finding, files, selectors, everywhere(finding, files, selectors, progress, stop), actor);
        } catch (BadSelectorException e) {
            files.remove(SealedNames.SELECTORS_ASKED);
            files.remove(SealedNames.FIND_LEDGER);
            WithdrawalCase now = changes.require(before.id());
            if (now.state() == CaseState.FINDING) {
                desk.cases().save(now.in(stateBefore(before)), now);
            }
            throw e;
        }
    }

    /** Whoever asked may be the very person whose data it is; they still cannot approve the plan. */
    private WithdrawalCase withoutValue(WithdrawalCase subject, List<Selector> selectors) {
        SaidInClear said = SaidInClear.of(selectors);
        CaseOpening opening = subject.opening();
        return opening.requester()
                .filter(said::shows)
                .map(name -> subject.with(opening.withRequester(withheld(desk, name))))
                .orElse(subject);
    }

    /** Returns what stands for a name that must not be kept in clear, however it is written. */
    static String withheld(CaseDesk desk, String name) {
        return "withheld:"
                + desk.workplace()
                        .state()
                        .keyHash(name.strip().toLowerCase(Locale.ROOT))
                        .substring(0, 16);
    }

    /** A plan that was void when the find began is void when it failed, too. */
    private static CaseState stateBefore(WithdrawalCase before) {
        return switch (before.state()) {
            case PLANNED, BLOCKED, AWAITING_APPROVAL, APPROVED -> CaseState.FOUND;
            case FINDING -> CaseState.DRAFT;
            default -> before.state();
        };
    }

    private CaseReport conclude(
            WithdrawalCase finding,
            SealedFiles files,
            List<Selector> selectors,
            Optional<List<Findings>> everywhere,
            String actor) {
        if (everywhere.isEmpty()) {
            return CaseReport.of(
                    finding,
                    CaseReport.Outcome.INCOMPLETE,
                    "the find was stopped; 'withdraw find " + finding.id() + "' goes on where it was");
        }
        List<Findings> found = everywhere.get();
        files.put(SealedNames.FINDINGS, new CaseFile.FoundEverywhere(found));
        files.put(SealedNames.SELECTORS, new CaseFile.Selectors(selectors));
        files.remove(SealedNames.SELECTORS_ASKED);
        files.remove(SealedNames.FIND_LEDGER);
        boolean complete = found.stream().allMatch(Findings::isComplete);
        long matching = found.stream().mapToLong(one -> one.files().size()).sum();
        long versions = found.stream().mapToLong(one -> one.versions().size()).sum();
        WithdrawalCase ended = changes.save(
                finding,
                finding.in(complete ? CaseState.FOUND : CaseState.FIND_INCOMPLETE),
                CaseAction.FIND,
                actor,
                Map.of("files", Long.toString(matching), "versions", Long.toString(versions)));
        return CaseReport.of(
                        ended,
                        complete ? CaseReport.Outcome.DONE : CaseReport.Outcome.INCOMPLETE,
                        matching + " files and " + versions + " versions found"
                                + (complete ? "" : "; not everything could be read, so there may be more"))
                .withFindings(found)
                .withNotes(found.stream().flatMap(one -> one.notes().stream()).toList());
    }

    private Optional<List<Findings>> everywhere(
            WithdrawalCase subject, SealedFiles files, List<Selector> selectors, Progress progress, StopToken stop) {
        FindLedger ledger = new SealedLedger(files);
        List<Findings> found = new ArrayList<>();
        Map<Selector, Integer> nowhere = new HashMap<>();
        for (String location : subject.opening().locations()) {
            ManagedRepository repository = desk.repositories().apply(location);
            List<Selector> here = new ArrayList<>(selectors);
            Optional<Findings> one = Optional.empty();
            while (!here.isEmpty()) {
                try {
                    one = in(repository, here, ledger, progress, stop);
                    if (one.isEmpty()) {
                        return Optional.empty();
                    }
                    break;
                } catch (BadSelectorException e) {
                    // It may name something in another repository of the case.
                    Selector wrong = e.selector().orElseThrow(() -> e);
                    int misses = nowhere.merge(wrong, 1, Integer::sum);
                    if (misses == subject.opening().locations().size() || !here.remove(wrong)) {
                        throw e;
                    }
                }
            }
            found.add(one.orElse(nothing(location)));
        }
        return Optional.of(found);
    }

    private static Findings nothing(String location) {
        return new Findings(
                location,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Findings.Scanned.NOTHING,
                List.of(),
                List.of("nothing that was named is in " + location));
    }

    private Optional<Findings> in(
            ManagedRepository repository,
            List<Selector> selectors,
            FindLedger ledger,
            Progress progress,
            StopToken stop) {
        Looking looking = new Looking(desk.workplace(), repository);
        Observation observation = looking.atRoots();
        RepositoryView view = observation
                .view()
                .orElseThrow(() ->
                        new IllegalStateException(observation.refusals().get(0).detail()));
        try (LeakSearch search =
                desk.searches().open(repository.store(), looking.address(view.document()), selectors)) {
            return new LeakFind(
                            repository.store(),
                            view,
                            search,
                            selectors,
                            ledger,
                            desk.workplace().scratch())
                    .run(progress, stop)
                    .map(found -> with(found, observation.refusals(), search));
        }
    }

    /** What no job could be done with is what the find may have missed. */
    private static Findings with(Findings found, List<Refusal> refusals, LeakSearch search) {
        List<Findings.Unreadable> unreadable = new ArrayList<>(found.unreadable());
        refusals.forEach(refusal -> unreadable.add(new Findings.Unreadable(
                search.withholding(refusal.subject()), search.withholding(refusal.detail()), List.of())));
        return new Findings(
                found.location(),
                found.files(),
                found.oldCatalogs(),
                found.versions(),
                unreadable,
                found.scanned(),
                found.seen(),
                found.notes());
    }
}
