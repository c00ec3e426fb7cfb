package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.Progress;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.ObjectVersions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The roots of one collection: read once for the plan, and looked at again while it is executed.
 *
 * <p>A new or changed version, finished or not, is a root at once: what it names is spared, and if it cannot be read the run stops.
 */
public final class LiveRoots {

    private final ObjectStore store;
    private final ReferenceSet references;
    private final RepositoryAddress address;
    private final LiveSet live;
    private final LiveSetReader reader;
    private final Supplier<Holds> holdsNow;
    private final Clock clock;
    private final DocumentCache cache;
    private final Set<VersionId> changed = new HashSet<>();
    private final Map<VersionId, Set<ListedObject>> unfinished = new HashMap<>();
    private Holds holds = Holds.NONE;
    private Optional<RootWatch> watch = Optional.empty();
    private Instant lookBegan = Instant.MIN;
    private Instant lookEnded = Instant.MIN;
    private long reads;

    public LiveRoots(
            ObjectStore store,
            ReferenceSet references,
            RepositoryAddress address,
            Supplier<Holds> holdsNow,
            DocumentCache cache,
            Clock clock) {
        this.store = store;
        this.references = references;
        this.address = address;
        this.live = new LiveSet(address);
        this.reader = new LiveSetReader(store.reader(), references, live);
        this.holdsNow = holdsNow;
        this.cache = cache;
        this.clock = clock;
    }

    void readAll(RepositoryView view, Holds held, Duration grace, Progress progress) {
        reader.readAll(view, held, grace, progress);
        watch = Optional.of(new RootWatch(store, cache, view));
        view.in(VersionState.UNFINISHED)
                .forEach(version -> unfinished.put(version.id(), Set.copyOf(version.objects())));
    }

    /**
     * Reads the live catalogs of another repository, so that what they name outside of it is spared here.
     *
     * @param names an empty set of names of that repository
     * @return why it could not be read completely; then nothing may be collected here
     */
    public List<Refusal> addNeighbour(
            RepositoryView view, ObjectReader from, ReferenceSet names, Holds held, Duration grace) {
        LiveSet apart = new LiveSet(address);
        LiveSetReader neighbour = new LiveSetReader(from, names, apart, (version, facts) -> live.addNeighbour(facts));
        neighbour.readAll(view, held, grace, Progress.SILENT);
        return List.copyOf(neighbour.refusals());
    }

    LiveSet live() {
        return live;
    }

    ObjectVersions versions() {
        return store.hidden().versions();
    }

    List<Refusal> refusals() {
        return reader.refusals();
    }

    /** Returns how many catalogs were read since the plan was made. */
    long readsSincePlan() {
        return reads;
    }

    /**
     * Tells whether the last look, from its end on, is no older than this; one from the future is none.
     *
     * <p>From its end: a look that takes longer than it counts would otherwise never allow anything.
     */
    boolean isFresh(Duration validFor) {
        return isFresh(lookEnded, validFor);
    }

    private boolean isFresh(Instant since, Duration validFor) {
        Instant now = clock.instant();
        return since.isAfter(Instant.MIN) && !now.isAfter(since.plus(validFor)) && !now.isBefore(since);
    }

    /** Looks again if the last look is older than this; returns the reasons to stop. */
    List<Refusal> lookAgain(Duration validFor) {
        if (isFresh(lookBegan, validFor)) {
            return List.of();
        }
        Instant now = clock.instant();
        RootWatch.Changes changes = watch.orElseThrow(() -> new IllegalStateException("the roots were never read"))
                .look();
        if (!changes.refusals().isEmpty()) {
            return changes.refusals();
        }
        Set<VersionId> targets = new HashSet<>();
        changes.refs().forEach(ref -> targets.add(ref.target()));
        for (Version version : changes.versions()) {
            if (onlyShrank(version)) {
                continue;
            }
            changed.add(version.id());
            if (isRoot(version, targets)) {
                reads++;
                reader.readLive(version);
            }
        }
        holds = holdsNow.get();
        lookBegan = now;
        lookEnded = clock.instant();
        return List.copyOf(reader.refusals());
    }

    /** An abandoned folder shrinks while this run deletes it; nothing came to it, so it is no root because of that. */
    private boolean onlyShrank(Version version) {
        return version.state() == VersionState.UNFINISHED
                && unfinished.getOrDefault(version.id(), Set.of()).containsAll(version.objects());
    }

    private static boolean isRoot(Version version, Set<VersionId> targets) {
        return version.state() == VersionState.LIVE
                || version.state() == VersionState.UNFINISHED
                || (version.state() == VersionState.MARKED && targets.contains(version.id()));
    }

    /** Returns the items of a batch that must stay, each with the reason, as of the last look. */
    Map<PlanItem, String> toSpare(List<PlanItem> batch) {
        Map<PlanItem, String> spare = new HashMap<>();
        Set<ObjectKey> named =
                named(batch.stream().map(item -> new ObjectKey(item.subject())).toList());
        for (PlanItem item : batch) {
            reason(new ObjectKey(item.subject()), named).ifPresent(reason -> spare.put(item, reason));
        }
        return spare;
    }

    /** Returns those of the keys that a version which appeared after the plan names, as of the last look. */
    Set<ObjectKey> named(List<ObjectKey> keys) {
        if (reads == 0) {
            return Set.of();
        }
        Set<ObjectKey> named = new HashSet<>(references.liveAmong(keys));
        keys.stream().filter(key -> !live().meaning(key).isEmpty()).forEach(named::add);
        return named;
    }

    private Optional<String> reason(ObjectKey key, Set<ObjectKey> named) {
        if (named.contains(key)) {
            return Optional.of("a version that appeared after the plan names it");
        }
        Optional<VersionId> folder = Abandoned.folderOf(key);
        if (folder.isPresent() && changed.contains(folder.get())) {
            return Optional.of("its version's folder changed after the plan was made");
        }
        Optional<Hold> hold = holds.on(key).or(() -> folder.flatMap(holds::on));
        if (hold.isPresent()) {
            return Optional.of("hold " + hold.get().id() + ": " + hold.get().reason());
        }
        return reads == 0 ? Optional.empty() : live().mentioned(key);
    }
}
