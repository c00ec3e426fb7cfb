package io.fdlkeeper.maintenance;

import io.fdlkeeper.repository.Observation;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import io.fdlkeeper.withdrawal.CaseAction;
import io.fdlkeeper.withdrawal.CaseOpening;
import io.fdlkeeper.withdrawal.CaseState;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.SealedFiles;
import io.fdlkeeper.withdrawal.SealedNames;
import io.fdlkeeper.withdrawal.WithdrawalCase;
import io.fdlkeeper.withdrawal.find.Findings;
import io.fdlkeeper.withdrawal.find.LeakSearch;
import io.fdlkeeper.withdrawal.removal.PlanDigest;
import io.fdlkeeper.withdrawal.removal.RemovalFacts;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalPlanner;
import io.fdlkeeper.withdrawal.removal.RemovalResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Freezes what a case will do, with what stands in the way and what will be left. Changes nothing in a repository. */
public final class PlanWithdrawal {

    private final CaseDesk desk;
    private final CaseChanges changes;

    public PlanWithdrawal(CaseDesk desk) {
        this.desk = desk;
        this.changes = new CaseChanges(desk);
    }

    /** @param deleteTags whether tags on affected versions are the case's to delete; empty to leave that as it is */
    public CaseReport plan(String caseId, Optional<Boolean> deleteTags, String actor, Progress progress) {
        return changes.alone(
                caseId,
                "plan",
                before -> changes.refusal(before, CaseAction.PLAN, actor)
                        .orElseGet(() -> begin(before, deleteTags, actor, progress)));
    }

    private CaseReport begin(WithdrawalCase before, Optional<Boolean> deleteTags, String actor, Progress progress) {
        WithdrawalCase subject =
                deleteTags.map(wanted -> owningTags(before, wanted)).orElse(before);
        List<RemovalPlan> plans = new ArrayList<>();
        for (Findings findings : CaseFile.findings(desk.cases().files(before.id()))) {
            progress.stage("plan " + findings.location(), -1);
            ManagedRepository repository = desk.repositories().apply(findings.location());
            Optional<Lease> lease = desk.workplace().state().leases().tryTake(findings.location(), "plan-withdrawal");
            if (lease.isEmpty()) {
                return CaseReport.of(
                        before,
                        CaseReport.Outcome.BUSY,
                        "another run holds the lease on " + findings.location() + ": wait for it to end");
            }
            try (Lease held = lease.get()) {
                Observation observation = new Looking(desk.workplace(), repository).atRoots();
                Optional<CaseReport> unfit = unfit(before, repository, observation, findings);
                if (unfit.isPresent()) {
                    return unfit.get();
                }
                plans.add(planned(subject, repository, observation.view().orElseThrow(), findings));
            }
        }
        List<RemovalResult> earlier =
                before.hasDeleted() ? CaseFile.results(desk.cases().files(before.id())) : List.of();
        List<RemovalPlan> whole =
                plans.stream().map(plan -> plan.withUnfinished(earlier)).toList();
        return freeze(before, subject, numbered(whole), actor);
    }

    private static WithdrawalCase owningTags(WithdrawalCase subject, boolean wanted) {
        CaseOpening opening = subject.opening();
        return new WithdrawalCase(
                subject.id(),
                subject.state(),
                new CaseOpening(
                        opening.locations(),
                        opening.reasonClass(),
                        opening.openedBy(),
                        opening.requester(),
                        wanted,
                        opening.approvals(),
                        opening.guarded()),
                subject.clocks(),
                subject.plan(),
                subject.approvals(),
                subject.residue(),
                subject.certificateDigest());
    }

    /** A find is of its moment: what came or changed since was not looked at. */
    private Optional<CaseReport> unfit(
            WithdrawalCase subject, ManagedRepository repository, Observation observation, Findings findings) {
        if (!observation.refusals().isEmpty()) {
            return Optional.of(CaseReport.of(
                    subject,
                    CaseReport.Outcome.REFUSED,
                    findings.location() + ": " + observation.refusals().get(0).detail()));
        }
        Set<VersionId> seen = new HashSet<>(findings.seen());
        RepositoryView view = observation.view().orElseThrow();
        List<VersionId> fresh = view.versions().values().stream()
                .filter(version -> !version.catalogs().isEmpty())
                .map(Version::id)
                .filter(id -> !seen.contains(id))
                .toList();
        if (!fresh.isEmpty()) {
            return stale(subject, fresh.size() + " versions were published since (the first is " + fresh.get(0) + ")");
        }
        long changed = changed(repository, view, findings);
        return changed == 0
                ? Optional.empty()
                : stale(subject, changed + " of the files found are gone or have another content");
    }

    private static Optional<CaseReport> stale(WithdrawalCase subject, String what) {
        return Optional.of(CaseReport.of(
                subject,
                CaseReport.Outcome.STALE,
                "the find is out of date, since " + what + ": run 'withdraw find " + subject.id()
                        + "' again, then plan"));
    }

    private static long changed(ManagedRepository repository, RepositoryView view, Findings findings) {
        Map<String, String> open = new HashMap<>();
        findings.files().stream()
                .filter(file -> file.storeVersion().isEmpty())
                .forEach(file -> open.put(file.key(), file.etag()));
        if (!open.isEmpty()) {
            repository
                    .store()
                    .lister()
                    .list(
                            view.document().dataDir(),
                            object -> open.remove(
                                    object.key().text(), object.etag().text()));
        }
        // A folder answers to other spellings than it lists.
        open.entrySet()
                .removeIf(file -> repository
                        .store()
                        .reader()
                        .head(new ObjectKey(file.getKey()))
                        .filter(object -> object.etag().text().equals(file.getValue()))
                        .isPresent());
        return open.size();
    }

    private RemovalPlan planned(
            WithdrawalCase subject, ManagedRepository repository, RepositoryView view, Findings findings) {
        Looking looking = new Looking(desk.workplace(), repository);
        SealedFiles files = desk.cases().files(subject.id());
        try (LeakSearch search =
                desk.searches().open(repository.store(), looking.address(view.document()), CaseFile.selectors(files))) {
            return RemovalPlanner.plan(facts(subject, repository, view, findings, search));
        }
    }

    RemovalFacts facts(
            WithdrawalCase subject,
            ManagedRepository repository,
            RepositoryView view,
            Findings findings,
            LeakSearch search) {
        return new RemovalFacts(
                findings,
                view,
                Collection.holds(desk.workplace(), repository),
                repository.safety().grace(),
                new RemovalFacts.Options(
                        subject.opening().deleteTags(), desk.rules().writesRefsIndex(repository.location())),
                key -> storeVersions(repository, key),
                new HeadNaming(desk.workplace(), repository, view, findings)::of,
                search::withholding,
                copies(repository.location()));
    }

    private static List<String> storeVersions(ManagedRepository repository, String key) {
        return repository.store().hidden().versions().versioning() == Versioning.NONE
                ? List.of()
                : KeyVersions.of(repository.store().hidden().versions(), new ObjectKey(key)).all().stream()
                        .map(StoredVersion::versionId)
                        .toList();
    }

    private List<ResidueItem> copies(String location) {
        Instant now = desk.workplace().clock().instant();
        return desk.rules().copies().stream()
                .filter(copy -> copy.repository().map(location::equals).orElse(true))
                .map(copy -> new ResidueItem(
                        "",
                        ResidueItem.Kind.COPY,
                        copy.kind() + " " + copy.name(),
                        "it holds a copy that is not ours to delete",
                        copy.contact(),
                        Optional.of(now.plus(copy.clearWithin())),
                        Optional.empty()))
                .toList();
    }

    /** Gives every item of the residue an id that is unique within the case. */
    private static List<RemovalPlan> numbered(List<RemovalPlan> plans) {
        List<RemovalPlan> all = new ArrayList<>();
        int[] number = {0};
        for (RemovalPlan plan : plans) {
            List<ResidueItem> items = plan.expectedResidue().stream()
                    .map(item -> item.withId("r" + ++number[0]))
                    .toList();
            all.add(new RemovalPlan(plan.location(), plan.items(), plan.blockers(), items, plan.readers()));
        }
        return all;
    }

    private CaseReport freeze(WithdrawalCase before, WithdrawalCase subject, List<RemovalPlan> plans, String actor) {
        Instant now = desk.workplace().clock().instant();
        String digest = PlanDigest.of(plans);
        long blockers = plans.stream().mapToLong(plan -> plan.blockers().size()).sum();
        long items = plans.stream().mapToLong(plan -> plan.items().size()).sum();
        boolean needsPeople = subject.opening().approvals() > 0;
        CaseState next =
                blockers > 0 ? CaseState.BLOCKED : needsPeople ? CaseState.AWAITING_APPROVAL : CaseState.PLANNED;
        desk.cases().files(subject.id()).put(SealedNames.PLAN, new CaseFile.Plans(plans));
        WithdrawalCase.FrozenPlan frozen = new WithdrawalCase.FrozenPlan(
                digest,
                now,
                now.plus(desk.rules().approveWithin()),
                needsPeople
                        ? Optional.empty()
                        : Optional.of(now.plus(desk.rules().executeWithin())));
        WithdrawalCase planned = changes.save(
                before,
                subject.with(Optional.of(frozen)).in(next),
                CaseAction.PLAN,
                actor,
                Map.of("plan", digest, "items", Long.toString(items), "blockers", Long.toString(blockers)));
        String message = blockers > 0
                ? blockers + " things stand in the way, each with what to do about it"
                : items + " items are planned"
                        + (needsPeople
                                ? "; " + subject.opening().approvals() + " approval(s) of the digest are needed until "
                                        + frozen.approveUntil()
                                : "");
        return CaseReport.of(planned, blockers > 0 ? CaseReport.Outcome.REFUSED : CaseReport.Outcome.DONE, message)
                .withPlans(plans);
    }
}
