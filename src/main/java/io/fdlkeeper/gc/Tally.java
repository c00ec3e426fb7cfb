package io.fdlkeeper.gc;

import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanBuilder;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.EmptyFolder;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a sweep's findings into a plan, a ledger and totals. */
final class Tally implements SweepSink {

    private final PlanBuilder plan;
    private final Ledger.Update ledger;
    private final GcFacts facts;
    private final Abandoned abandonedVersions;
    private final FolderMemory folders = new FolderMemory();
    private final Map<Verdict, Totals> totals = new EnumMap<>(Verdict.class);
    private Totals listed = Totals.NONE;
    private final Set<VersionId> goingVersions = new HashSet<>();
    private Totals abandoned = Totals.NONE;
    private final Deque<ObjectKey> uploadsGivenUp = new ArrayDeque<>();
    private long uploads;
    private long aborts;
    private Totals keptVersions = Totals.NONE;
    private Totals purges = Totals.NONE;

    Tally(PlanBuilder plan, Ledger.Update ledger, GcFacts facts, Abandoned abandonedVersions) {
        this.plan = plan;
        this.ledger = ledger;
        this.facts = facts;
        this.abandonedVersions = abandonedVersions;
    }

    /** Hears beforehand of the uploads that will go, in key order, since folders are judged as the listing passes them. */
    Tally expecting(List<UploadSweep.Found> unfinished) {
        unfinished.stream()
                .filter(found -> found.verdict() == Verdict.CANDIDATE)
                .forEach(found -> uploadsGivenUp.add(found.key()));
        return this;
    }

    private void passUploadsBefore(@Nullable ObjectKey key) {
        while (!uploadsGivenUp.isEmpty()
                && (key == null || uploadsGivenUp.element().compareTo(key) < 0)) {
            folders.neverNamedCandidate(uploadsGivenUp.remove());
        }
    }

    /** Adds what the uploads were found to be, when the listing has passed. */
    void uploads(List<UploadSweep.Found> unfinished) {
        passUploadsBefore(null);
        for (UploadSweep.Found found : unfinished) {
            uploads++;
            if (found.verdict() == Verdict.CANDIDATE) {
                aborts++;
                add(found.item());
            } else {
                plan.spare(new Spared(found.key().text(), found.verdict().id(), found.detail()));
            }
        }
    }

    /** Returns the keys with unfinished uploads. */
    long uploads() {
        return uploads;
    }

    /** Returns how many objects and uploads would go if no cap were in the way. */
    long going() {
        return candidates().objects() + aborts;
    }

    /** Counts a key with all that the store keeps of it, old and current. */
    void kept(Totals versions) {
        keptVersions = sum(keptVersions, versions);
    }

    /** Tells how much was deleted in earlier runs and may take room still. */
    void hiddenByUs(Totals hidden) {
        if (hidden.objects() > 0) {
            plan.total("hiddenByUs", hidden);
        }
    }

    void spare(Spared spared) {
        plan.spare(spared);
    }

    void purge(PlanItem item) {
        purges = purges.plus(item.bytes());
        add(item);
    }

    Totals purges() {
        return purges;
    }

    Totals keptVersions() {
        return keptVersions;
    }

    @Override
    public void found(ListedObject object, Verdict verdict, boolean everNamed, String detail) {
        passUploadsBefore(object.key());
        boolean ofAbandonedVersion = abandonedVersions.holds(object.key());
        if (ofAbandonedVersion) {
            abandoned = abandoned.plus(object.bytes());
        } else {
            listed = listed.plus(object.bytes());
            totals.merge(verdict, Totals.NONE.plus(object.bytes()), Tally::sum);
            if (everNamed) {
                folders.named(object.key());
            }
        }
        switch (verdict) {
            case LIVE, HISTORY_ONLY -> {}
            case CANDIDATE -> {
                if (ofAbandonedVersion) {
                    Abandoned.folderOf(object.key()).ifPresent(goingVersions::add);
                } else if (!everNamed) {
                    folders.neverNamedCandidate(object.key());
                }
                candidate(object, ofAbandonedVersion ? "abandoned-version" : "orphan", everNamed);
            }
            default -> plan.spare(new Spared(object.key().text(), verdict.id(), detail));
        }
    }

    private void candidate(ListedObject object, String reason, boolean everNamed) {
        String more = everNamed ? "no live version names it any more" : "no catalog we read ever named it";
        add(new PlanItem(
                PlanAction.DELETE,
                object.key().text(),
                List.of(reason, more),
                object.bytes(),
                Optional.of(object.lastModified()),
                Optional.of(object.etag())));
    }

    private void add(PlanItem item) {
        if (plan.items().objects() >= facts.cap().objects()
                || plan.items().bytes() + item.bytes() > facts.cap().bytes()) {
            plan.leaveForLater();
        } else {
            plan.item(item);
        }
    }

    @Override
    public void ledger(LedgerRow row) {
        ledger.row(row);
    }

    /** Adds folders that an earlier run emptied and that stayed so for the grace period. */
    void emptyFolders() {
        Instant now = facts.view().observedAt();
        for (EmptyFolder folder : facts.listing().emptyFolders()) {
            boolean isDataFolder =
                    folder.folder().equals(facts.view().document().dataDir());
            if (isDataFolder
                    || !folder.lastModified().plus(facts.safety().grace()).isBefore(now)) {
                continue;
            }
            add(new PlanItem(
                    PlanAction.REMOVE_FOLDER,
                    folder.folder(),
                    List.of("empty-folder"),
                    0,
                    Optional.of(folder.lastModified()),
                    Optional.empty()));
        }
    }

    void writeTotals() {
        plan.total("listed", listed);
        plan.total("live", sum(of(Verdict.LIVE), of(Verdict.HISTORY_ONLY)));
        plan.total("candidate", candidates());
        plan.total("young", of(Verdict.YOUNG));
        plan.total("heldByHistoryOnly", of(Verdict.HISTORY_ONLY));
        plan.total("firstSeen", of(Verdict.FIRST_SEEN));
        plan.total("foreign", of(Verdict.FOREIGN));
        plan.total("held", of(Verdict.HELD));
        plan.total("recentlyReleased", of(Verdict.RECENTLY_RELEASED));
        plan.total("viewNamed", of(Verdict.VIEW_NAMED));
        plan.total("abandoned", abandoned);
        if (purges.objects() > 0) {
            plan.total("purgeable", purges);
        }
        if (uploads > 0) {
            plan.total("unfinishedUploads", new Totals(uploads, 0));
        }
    }

    Totals listed() {
        return listed;
    }

    /** Returns how many abandoned version folders would go. */
    int goingVersions() {
        return goingVersions.size();
    }

    Totals candidates() {
        return of(Verdict.CANDIDATE);
    }

    Set<String> unknownFolders() {
        return folders.unknownFolders();
    }

    private Totals of(Verdict verdict) {
        return totals.getOrDefault(verdict, Totals.NONE);
    }

    private static Totals sum(Totals a, Totals b) {
        return new Totals(a.objects() + b.objects(), a.bytes() + b.bytes());
    }
}
