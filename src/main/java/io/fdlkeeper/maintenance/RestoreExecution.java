package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.gc.MissingFiles;
import io.fdlkeeper.plan.ItemOutcome;
import io.fdlkeeper.plan.ItemResult;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanExecutor;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.plan.Undeletion;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.retention.VersionExpiry;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.ListingSpool;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.StoredVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Executes a plan that takes back what a run deleted. One-shot.
 *
 * <p>Objects come back first, and marks go last: until then a reader of a version finds the mark that explains it, and afterwards a
 * version of which every file is there.
 */
final class RestoreExecution {

    private final Workplace workplace;
    private final ManagedRepository repository;
    private final RepositoryView view;
    private final PlanExecutor executor;
    private final VersionExpiry expiry;
    private final Map<ItemOutcome, Totals> outcomes = new EnumMap<>(ItemOutcome.class);
    private final Set<VersionId> incomplete = new TreeSet<>();
    private final Map<VersionId, Version> now = new TreeMap<>();
    private final Map<VersionId, String> unreadable = new HashMap<>();
    private boolean stopped;
    private long versions;

    RestoreExecution(
            Workplace workplace, ManagedRepository repository, RepositoryView view, PlanExecutor executor, String run) {
        this.workplace = workplace;
        this.repository = repository;
        this.view = view;
        this.executor = executor;
        this.expiry = new VersionExpiry(repository.store(), executor, version -> {}, run, Duration.ZERO);
    }

    /**
     * What came of it.
     *
     * @param versions how many versions live again
     */
    record Result(Map<ItemOutcome, Totals> outcomes, long versions, boolean stopped) {}

    Result execute(Plan plan, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        progress.stage("restore", plan.header().items().objects());
        List<PlanItem> batch = new ArrayList<>();
        List<PlanItem> marks = new ArrayList<>();
        plan.forEachItem(item -> {
            if (item.action() == PlanAction.UNMARK) {
                marks.add(item);
                return;
            }
            batch.add(item);
            if (batch.size() == repository.limits().batch()) {
                restore(List.copyOf(batch), allowed, stop, progress);
                batch.clear();
            }
        });
        restore(List.copyOf(batch), allowed, stop, progress);
        stopped |= stop.requested();
        if (!stopped && !marks.isEmpty()) {
            takeMarksBack(marks, allowed, stop, progress);
        }
        return new Result(Map.copyOf(outcomes), versions, stopped);
    }

    private void restore(List<PlanItem> batch, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        stopped |= stop.requested();
        if (stopped || batch.isEmpty()) {
            return;
        }
        List<PlanItem> spared = batch.stream().filter(allowed.negate()).toList();
        count(executor.spare(spared, "it is no candidate any more"));
        count(executor.restore(
                batch.stream().filter(allowed).map(RestoreExecution::undeletion).toList()));
        progress.advance(batch.size());
    }

    /** The plan names each marker, and removing exactly that one can never remove a content. */
    private static Undeletion undeletion(PlanItem item) {
        ObjectKey key = new ObjectKey(item.subject());
        List<StoredVersion> markers = item.reasons().stream()
                .filter(reason -> reason.startsWith(RestorePlanner.MARKER))
                .map(reason -> reason.substring(RestorePlanner.MARKER.length()))
                .map(id -> new StoredVersion(key, id, true, true, 0, Instant.EPOCH, Optional.empty()))
                .toList();
        return new Undeletion(item, markers);
    }

    private void count(List<ItemResult> results) {
        for (ItemResult result : results) {
            Totals before = outcomes.getOrDefault(result.outcome(), Totals.NONE);
            outcomes.put(result.outcome(), before.plus(result.item().bytes()));
            if (result.item().action() == PlanAction.REMOVE_DELETE_MARKER && result.outcome() != ItemOutcome.RESTORED) {
                RunDeletions.versionOf(result.item().subject()).ifPresent(incomplete::add);
            }
        }
    }

    private void takeMarksBack(List<PlanItem> marks, Predicate<PlanItem> allowed, StopToken stop, Progress progress) {
        Map<VersionId, List<String>> missing = namesOf(marks);
        for (PlanItem item : marks) {
            stopped |= stop.requested();
            if (stopped) {
                return;
            }
            ItemResult result = takeBack(item, allowed, missing);
            executor.conclude(result);
            count(List.of(result));
            progress.advance(1);
        }
    }

    /** Reads the catalogs, now that they are there again, and looks for every file that they name. */
    private Map<VersionId, List<String>> namesOf(List<PlanItem> marks) {
        try (ReferenceSet names = workplace
                        .catalogs()
                        .open(
                                view.location(),
                                repository.store().reader(),
                                new Looking(workplace, repository).address(view.document()));
                ListingSpool listing = ListingSpool.of(
                        repository.store().lister(), view.document().dataDir(), workplace.scratch());
                ListingPass pass = listing.pass()) {
            marks.forEach(item -> addNames(names, new VersionId(item.subject())));
            return MissingFiles.of(names, pass, repository.store().reader());
        }
    }

    private void addNames(ReferenceSet names, VersionId id) {
        Version planned = view.versions().get(id);
        if (planned == null) {
            return;
        }
        List<ListedObject> objects = new ArrayList<>();
        repository.store().lister().list("versions/" + id + "/", objects::add);
        Version version = new Version(id, planned.state(), planned.record(), planned.mark(), objects, planned.newest());
        now.put(id, version);
        for (ListedObject catalog : version.catalogs()) {
            boolean main = version.isMainCatalog(catalog.key());
            CatalogReading reading = names.add(
                    new CatalogSource(
                            id,
                            catalog,
                            main ? version.record().orElseThrow().catalogBytes() : OptionalLong.empty(),
                            main ? version.record().orElseThrow().catalogSha256() : Optional.empty()),
                    NameRole.LIVE);
            if (reading instanceof CatalogReading.Refused refused) {
                unreadable.put(id, refused.refusals().get(0).detail());
            }
        }
    }

    private ItemResult takeBack(PlanItem item, Predicate<PlanItem> allowed, Map<VersionId, List<String>> missing) {
        VersionId id = new VersionId(item.subject());
        Version version = now.get(id);
        if (version == null || !allowed.test(item)) {
            return spared(item, "it is no candidate any more");
        }
        if (incomplete.contains(id)) {
            return spared(item, "not all of it is back, so its mark stays");
        }
        if (unreadable.containsKey(id)) {
            return spared(item, "its catalog cannot be read, so its mark stays: " + unreadable.get(id));
        }
        if (missing.containsKey(id)) {
            return spared(item, RestorePlanner.missing(missing.getOrDefault(id, List.of())));
        }
        ItemResult result = expiry.takeBack(item, version, "its run is taken back");
        if (result.outcome() == ItemOutcome.DELETED) {
            versions++;
            return new ItemResult(item, ItemOutcome.RESTORED, "live again");
        }
        return result;
    }

    private static ItemResult spared(PlanItem item, String reason) {
        return new ItemResult(item, ItemOutcome.SPARED, reason);
    }
}
