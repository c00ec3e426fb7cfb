package io.fdlkeeper.maintenance;

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
    private final List<String> files = new ArrayList<>();
    private final Set<String> tagsToGo = new HashSet<>();
    private final Map<RefName, VersionId> refs = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private Seen seen = new Seen(Map.of(), Map.of(), Set.of(), List.of(), Map.of());
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

    /** @param unreadableBefore versions whose catalogs the find could not read either */
    CaseWatch(Sight sight, RepositoryView view, RemovalPlan plan, Set<VersionId> unreadableBefore) {
        this.store = sight.store();
        this.roots = sight.roots();
        this.names = sight.names();
        this.holds = sight.holds();
        this.stopAsked = sight.stopAsked();
        this.clock = sight.clock();
        this.validFor = sight.validFor();
        for (RemovalItem item : plan.items()) {
            item.version().ifPresent(affected::add);
            if (item.action() == RemovalAction.DELETE_DATA) {
                files.add(item.key());
            } else if (item.action() == RemovalAction.DELETE_TAG) {
                tagsToGo.add(item.key());
            }
        }
        view.refs().forEach(this::take);
        view.versions().values().stream()
                .filter(version -> !affected.contains(version.id()))
                .forEach(version -> read(version, unreadableBefore.contains(version.id())));
    }

    @Override
    public Seen look() {
        Instant now = clock.instant();
        if (!now.isBefore(looked) && now.isBefore(looked.plus(validFor)) && looked.isAfter(Instant.MIN)) {
            return seen;
        }
        RootWatch.Changes changes = roots.look();
        changes.refusals().stream().map(Refusal::detail).forEach(faults::add);
        changes.refs().forEach(this::take);
        changes.versions().stream()
                .filter(version -> !affected.contains(version.id()))
                .forEach(version -> read(version, false));
        Holds held = holds.get();
        seen = new Seen(
                named(),
                refs.entrySet().stream()
                        .filter(ref -> affected.contains(ref.getValue())
                                && !tagsToGo.contains(ref.getKey().text()))
                        .filter(ref -> isThere(ref.getKey()))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                files.stream()
                        .filter(key -> held.on(new ObjectKey(key)).isPresent())
                        .collect(Collectors.toSet()),
                faults,
                current());
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

    private boolean isThere(RefName ref) {
        return store.reader().head(new ObjectKey(ref.text())).isPresent();
    }

    /** Refs that are there; asked for again, since the case itself deletes tags. */
    private Map<RefName, VersionId> current() {
        return refs.entrySet().stream()
                .filter(ref -> !tagsToGo.contains(ref.getKey().text()) && isThere(ref.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private Map<String, List<VersionId>> named() {
        Map<String, List<VersionId>> named = new HashMap<>();
        for (String key : files) {
            List<VersionId> others = names.versionsNaming(new ObjectKey(key)).stream()
                    .filter(version -> !affected.contains(version))
                    .sorted()
                    .toList();
            if (!others.isEmpty()) {
                named.put(key, others);
            }
        }
        return named;
    }

    private void read(Version version, boolean unreadableBefore) {
        for (ListedObject catalog : version.catalogs()) {
            CatalogReading reading = names.add(CatalogSource.of(version, catalog), NameRole.LIVE);
            if (reading instanceof CatalogReading.Refused && !unreadableBefore) {
                faults.add("the catalog of version " + version.id()
                        + " cannot be read, so nobody can tell whether it names a file that is to go: run 'withdraw find'"
                        + " again");
            }
        }
    }
}
