package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.plan.Approval;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanBuilder;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Makes the plan of a collection from facts; it reads the store only to prove references and deletes nothing. */
public final class GcPlanner {

    private final PlanStore plans;
    private final Ledger ledgers;
    private final UploadLedger uploadLedger;
    private final PastDeletions pastDeletions;

    public GcPlanner(PlanStore plans, Ledger ledgers, UploadLedger uploadLedger, PastDeletions pastDeletions) {
        this.plans = plans;
        this.ledgers = ledgers;
        this.uploadLedger = uploadLedger;
        this.pastDeletions = pastDeletions;
    }

    /**
     * Reads the live catalogs, proves every reference, and decides about every listed object.
     *
     * <p>A plan means a good observation, so the ledger advances with it; a refusal leaves the ledger as it was.
     *
     * @param references an empty set, which stays open for looking again while the plan is executed
     */
    public GcPlanning plan(
            GcFacts facts, ObjectReader reader, ReferenceSet references, LiveRoots roots, Progress progress) {
        List<Refusal> incomplete = new ArrayList<>();
        Set<ObjectKey> aliases = prove(facts, reader, references, roots, progress, incomplete);
        if (!incomplete.isEmpty()) {
            return new GcPlanning.Refused(incomplete);
        }
        progress.stage("sweep", facts.listing().count());
        try (Ledger.Reading remembered = ledgers.read(facts.view().location())) {
            return wentBack(facts, remembered.observedAt())
                    .<GcPlanning>map(refusal -> new GcPlanning.Refused(List.of(refusal)))
                    .orElseGet(() -> sweep(facts, references, roots, aliases, remembered));
        } catch (LedgerUnreadableException e) {
            return new GcPlanning.Refused(
                    List.of(new Refusal(Guard.LEDGER_UNREADABLE, "", String.valueOf(e.getMessage()))));
        }
    }

    /** Reads every live catalog and proves every reference; returns what is unreadable or missing, and decides nothing. */
    public static List<Refusal> check(
            GcFacts facts, ObjectReader reader, ReferenceSet references, LiveRoots roots, Progress progress) {
        List<Refusal> incomplete = new ArrayList<>();
        prove(facts, reader, references, roots, progress, incomplete);
        return incomplete;
    }

    /** Reads every live catalog and proves every reference; returns the listed keys that are live under another spelling. */
    static Set<ObjectKey> prove(
            GcFacts facts,
            ObjectReader reader,
            ReferenceSet references,
            LiveRoots roots,
            Progress progress,
            List<Refusal> incomplete) {
        roots.readAll(facts.view(), facts.holds(), facts.safety().grace(), progress);
        incomplete.addAll(roots.refusals());
        if (!incomplete.isEmpty()) {
            return Set.of();
        }
        progress.stage("prove references", facts.listing().count());
        Proof proof = new Proof(reader, references, facts.losses(), facts.view().observedAt());
        try (ListingPass pass = facts.listing().pass()) {
            proof.check(pass, roots.live());
        }
        incomplete.addAll(proof.refusals());
        return proof.aliases();
    }

    private static Optional<Refusal> wentBack(GcFacts facts, Optional<Instant> lastObserved) {
        Instant now = facts.view().observedAt();
        return lastObserved
                .filter(last -> last.isAfter(now.plus(facts.safety().skewLimit())))
                .map(last -> new Refusal(
                        Guard.CLOCK_SKEW,
                        "",
                        "the last good observation is of " + last + ", and now it is " + now
                                + ": one of the two clocks was wrong, so ages cannot be trusted; set the clock right"));
    }

    private GcPlanning sweep(
            GcFacts facts,
            ReferenceSet references,
            LiveRoots roots,
            Set<ObjectKey> aliases,
            Ledger.Reading remembered) {
        LiveSet live = roots.live();
        Instant now = facts.view().observedAt();
        String location = facts.view().location();
        Predicate<ObjectKey> pinned =
                key -> aliases.contains(key) || facts.listing().protectorOf(key).isPresent();
        try (PlanBuilder builder =
                        new PlanBuilder(plans, JobKind.GC, location, now, GcSettings.asText(facts.safety(), facts));
                Ledger.Update update = ledgers.begin(location);
                ListingPass pass = facts.listing().pass()) {
            Abandoned abandoned = Abandoned.in(facts);
            UploadSweep uploads = new UploadSweep(facts);
            List<UploadSweep.Found> unfinished = uploads.judge(live, references, pinned);
            Tally tally = new Tally(builder, update, facts, abandoned).expecting(unfinished);
            new Sweep(facts.safety(), now, facts.trustAge(), live, pinned, facts.holds(), abandoned)
                    .minding(facts.hidden().restored(), uploads::isUnderWay)
                    .run(new WithAbandoned(pass, abandoned.objects()), references.inKeyOrder(), remembered, tally);
            tally.uploads(unfinished);
            tally.emptyFolders();
            OldVersionsWork old = new OldVersionsWork(facts, pastDeletions, tally);
            old.plan(roots.versions(), new PurgeSweep(facts, live, references, pinned.or(uploads::isUnderWay), tally));
            List<Approval> approvals = approvals(facts, live, tally);
            tally.writeTotals();
            // First the ledger: a plan that outlived its observation would let the next one trust rows this one saw
            // named.
            update.commit(now);
            facts.hidden().uploads().ifPresent(seen -> uploadLedger.save(location, now, seen));
            Plan plan = builder.freeze(approvals);
            return new GcPlanning.Planned(
                    plan,
                    tally.unknownFolders(),
                    live.unknownReleases().stream().map(VersionId::text).collect(Collectors.toSet()),
                    old.notes());
        }
    }

    /** Counts data by objects and bytes, and abandoned version folders among all version folders. */
    private static boolean exceedsShare(GcFacts facts, Tally tally) {
        double share = facts.safety().maxShare();
        return tally.going() > share * (tally.listed().objects() + tally.uploads())
                || tally.candidates().bytes() > share * tally.listed().bytes()
                || tally.purges().objects() > share * tally.keptVersions().objects()
                || tally.purges().bytes() > share * tally.keptVersions().bytes()
                || tally.goingVersions() > share * facts.view().versions().size();
    }

    private static List<Approval> approvals(GcFacts facts, LiveSet live, Tally tally) {
        List<Approval> approvals = new ArrayList<>();
        if (exceedsShare(facts, tally)) {
            approvals.add(Approval.SHARE);
        }
        if (tally.going() == 0 && tally.purges().objects() == 0) {
            return approvals;
        }
        if (live.isEmptyOrUnsure()) {
            approvals.add(Approval.EMPTY_LIVE_SET);
        }
        if (!tally.unknownFolders().isEmpty()) {
            approvals.add(Approval.UNKNOWN_FOLDER);
        }
        if (facts.trustAge() && !live.unknownReleases().isEmpty()) {
            approvals.add(Approval.UNKNOWN_RELEASE);
        }
        return approvals;
    }
}
