package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.RefName;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.RootWatch;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.withdrawal.removal.RemovalAction;
import io.fdlkeeper.withdrawal.removal.RemovalItem;
import io.fdlkeeper.withdrawal.removal.RemovalPlan;
import io.fdlkeeper.withdrawal.removal.RemovalWatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks at refs, versions and holds again while a case deletes, and reads every catalog that appears. */
final class CaseWatch implements RemovalWatch {

    private final ObjectStore store;
    private final RootWatch roots;
    private final ReferenceSet names;
    private final Supplier<Holds> holds;
    private final BooleanSupplier stopAsked;
    private final Clock clock;
    private final Duration validFor;

    private final Set<VersionId> affected = new HashSet<>();
    /** Affected folders that their writer had given up: none of them may come to life. */
    private final Set<VersionId> unfinished = new HashSet<>();

    /** Data files that are to go, but for those of which only old versions go: versions may name what stays under the key. */
    private final List<String> files = new ArrayList<>();

    private final List<RemovalItem> items;
    private final Set<String> tagsToGo = new HashSet<>();
    private final Map<RefName, VersionId> refs = new TreeMap<>();
    private final Map<VersionId, CatalogFacts> meant = new HashMap<>();
    private final List<String> faults = new ArrayList<>();
    private Seen seen = new Seen(Map.of(), Map.of(), Set.of(), Set.of(), List.of());
    private Instant looked = Instant.MIN;

    /** What is looked at, and how. */
    record Sight(
            ObjectStore store,
            RootWatch roots,
            ReferenceSet names,
            Supplier<Holds> holds,
            BooleanSupplier stopAsked,
            Clock clock,
            Duration validFor) {}

    /** @param searched versions whose catalogs the find has looked at, whatever a stricter reader says of them */
    CaseWatch(Sight sight, RepositoryView view, RemovalPlan plan, Set<VersionId> searched) {
        this.store = sight.store();
        this.roots = sight.roots();
        this.names = sight.names();
        this.holds = sight.holds();
        this.stopAsked = sight.stopAsked();
        this.clock = sight.clock();
        this.validFor = sight.validFor();
        this.items = plan.items();
        for (RemovalItem item : items) {
            item.version().ifPresent(affected::add);
            if (item.action() == RemovalAction.DELETE_DATA && item.etag().isPresent()) {
                files.add(item.key());
            } else if (item.action() == RemovalAction.DELETE_TAG) {
                tagsToGo.add(item.key());
            }
        }
        view.in(VersionState.UNFINISHED)
                .map(Version::id)
                .filter(affected::contains)
                .forEach(unfinished::add);
        view.refs().forEach(this::take);
        view.versions().values().stream()
                .filter(version -> !affected.contains(version.id()))
                .forEach(version -> read(version, searched.contains(version.id())));
    }

    @Override
    public Seen look() {
        Instant now = clock.instant();
        boolean fresh = looked.isAfter(Instant.MIN) && !now.isBefore(looked) && now.isBefore(looked.plus(validFor));
        return fresh ? seen : lookAnew();
    }

    @Override
    public Seen lookAnew() {
        Instant now = clock.instant();
        RootWatch.Changes changes = roots.look();
        changes.refusals().stream().map(Refusal::detail).forEach(faults::add);
        changes.refs().forEach(this::take);
        changes.versions().forEach(this::take);
        Holds held = holds.get();
        seen = new Seen(
                named(),
                refs.entrySet().stream()
                        .filter(ref -> affected.contains(ref.getValue())
                                && !tagsToGo.contains(ref.getKey().text()))
                        .filter(ref -> isThere(ref.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                items.stream()
                        .filter(item -> isHeld(held, item))
                        .map(RemovalItem::key)
                        .collect(Collectors.toSet()),
                kept(held),
                faults);
        looked = now;
        return seen;
    }

    @Override
    public boolean isStopAsked() {
        return stopAsked.getAsBoolean();
    }

    private void take(Ref ref) {
        refs.put(ref.name(), ref.target());
    }

    /** A hold on a catalog, or on a tag that is to go, keeps its whole version, as it does when a plan is made. */
    private Set<VersionId> kept(Holds held) {
        Set<VersionId> kept = items.stream()
                .filter(item -> item.action() != RemovalAction.MARK && isHeld(held, item))
                .flatMap(item -> item.version().stream())
                .collect(Collectors.toSet());
        affected.stream().filter(version -> held.on(version).isPresent()).forEach(kept::add);
        return kept;
    }

    private static boolean isHeld(Holds held, RemovalItem item) {
        return item.action() == RemovalAction.DELETE_TAG
                ? held.on(new RefName(item.key())).isPresent()
                : held.on(new ObjectKey(item.key())).isPresent();
    }

    private boolean isThere(RefName ref) {
        return store.reader().head(new ObjectKey(ref.text())).isPresent();
    }

    private void take(Version version) {
        if (!affected.contains(version.id())) {
            read(version, false);
        } else if (unfinished.contains(version.id()) && version.record().isPresent()) {
            faults.add("the folder of version " + version.id()
                    + " was taken for given up and is finished by now: run 'withdraw find' and 'withdraw plan' again");
        }
    }

    private Map<String, List<VersionId>> named() {
        Map<String, List<VersionId>> named = new HashMap<>();
        // Only versions outside of the plan are in the set.
        names.liveAmong(files.stream().map(ObjectKey::new).toList())
                .forEach(key -> named.put(
                        key.text(), names.versionsNaming(key).stream().sorted().toList()));
        meant.forEach((version, facts) -> files.stream()
                .filter(key -> means(facts, key))
                .forEach(key -> named.putIfAbsent(key, List.of(version))));
        return named;
    }

    /** Addresses and paths of which only the end tells the key; the find has followed those it read. */
    private static boolean means(CatalogFacts facts, String key) {
        return facts.httpUrls().stream().anyMatch(url -> url.endsWith("/" + key))
                || facts.looseTails().stream().anyMatch(tail -> key.endsWith("/" + tail));
    }

    private void read(Version version, boolean searched) {
        for (ListedObject catalog : version.catalogs()) {
            CatalogReading reading = names.add(CatalogSource.of(version, catalog), NameRole.LIVE);
            if (reading instanceof CatalogReading.Read read && !searched) {
                meant.put(version.id(), read.facts());
            }
            if (reading instanceof CatalogReading.Refused && !searched) {
                faults.add("the catalog of version " + version.id()
                        + " cannot be read, so nobody can tell whether it names a file that is to go: run 'withdraw find'"
                        + " again");
            }
        }
    }
}
