package io.fdlkeeper.repository;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks directly for every root that something names and the listing lacks.
 *
 * <p>A key missing from a listing of data leaks; one missing from a listing of roots destroys. So each ref and version that {@code
 * HEAD}, {@code refs.json}, a ref, a record or the last good run names is either seen, explained, or a reason to stop.
 */
final class RootCheck {

    private final ObjectStore store;
    private final VersionFolders folders;
    private final RefFolder refs;
    private final Findings findings;

    RootCheck(ObjectStore store, VersionFolders folders, RefFolder refs, Findings findings) {
        this.store = store;
        this.folders = folders;
        this.refs = refs;
        this.findings = findings;
    }

    void run(Set<RefName> namedRefs, Optional<RootSet> last) {
        namedRefs.forEach(this::lookForRef);
        last.ifPresent(roots -> roots.refs().keySet().forEach(this::lookForRef));
        last.ifPresent(this::noteDeletedRefs);
        Set<VersionId> accepted = last.map(RootSet::missing).orElse(Set.of());
        Map<VersionId, Demand> wanted = new TreeMap<>();
        last.ifPresent(roots -> roots.versions().forEach(id -> wanted.put(id, Demand.LAST_RUN)));
        refs.refs()
                .forEach(ref -> wanted.put(
                        ref.target(),
                        new Demand(Guard.REF_TO_MISSING_VERSION, ref.name().text())));
        folders.versions().values().forEach(version -> demandParents(version, wanted));
        Deque<VersionId> open = new ArrayDeque<>(wanted.keySet());
        while (!open.isEmpty()) {
            VersionId id = open.remove();
            if (!isComplete(id)) {
                lookForVersion(id, wanted.getOrDefault(id, Demand.LAST_RUN), accepted)
                        .ifPresent(found -> {
                            Map<VersionId, Demand> more = new TreeMap<>();
                            demandParents(found, more);
                            more.forEach(wanted::putIfAbsent);
                            open.addAll(more.keySet());
                        });
            }
        }
    }

    private void lookForRef(RefName name) {
        if (refs.has(name)) {
            return;
        }
        ObjectKey key = new ObjectKey(name.text());
        if (findings.refused(key.text())) { // It was listed, and cannot be read.
            return;
        }
        Optional<ListedObject> found = store.reader().head(key);
        if (found.isPresent() && folders.isNew(found.get())) {
            refs.read(key);
        } else if (found.isPresent()) {
            folders.unlisted(key);
        }
    }

    private void noteDeletedRefs(RootSet last) {
        last.refs().forEach((name, target) -> {
            if (!refs.has(name)) {
                findings.note(name + " of the last run is gone; it named " + target);
            }
        });
    }

    private static void demandParents(Version version, Map<VersionId, Demand> wanted) {
        version.record()
                .ifPresent(record -> record.parents()
                        .forEach(parent -> wanted.putIfAbsent(
                                parent,
                                new Demand(
                                        Guard.PARENT_MISSING,
                                        version.recordKey().text()))));
    }

    private boolean isComplete(VersionId id) {
        Version version = folders.versions().get(id);
        return version != null && (version.record().isPresent() || version.state() != VersionState.UNFINISHED);
    }

    private Optional<Version> lookForVersion(VersionId id, Demand demand, Set<VersionId> accepted) {
        ObjectKey key = Version.key(id, "version.json");
        Optional<ListedObject> found = store.reader().head(key);
        if (found.isEmpty()) {
            if (!accepted.contains(id) || demand.guard() == Guard.REF_TO_MISSING_VERSION) {
                refuseMissing(id, demand);
            }
            return Optional.empty();
        }
        if (folders.isNew(found.get())) {
            folders.readOne(id);
            return Optional.ofNullable(folders.versions().get(id));
        }
        if (findings.refusals().stream().noneMatch(refusal -> refusal.subject().contains(id.text()))) {
            folders.unlisted(key);
        }
        return Optional.empty();
    }

    private void refuseMissing(VersionId id, Demand demand) {
        if (demand.guard() == Guard.REF_TO_MISSING_VERSION) {
            boolean unfinished = folders.versions().containsKey(id);
            findings.refuse(
                    unfinished ? Guard.REF_TO_UNFINISHED_VERSION : Guard.REF_TO_MISSING_VERSION,
                    demand.namedBy(),
                    "it names the version " + id + ", which " + (unfinished ? "has no version.json" : "is not there")
                            + ": let its writer finish or move the ref");
        } else {
            findings.refuse(
                    demand.guard(),
                    id.text(),
                    "the version is gone without trace, though " + demand.namedBy()
                            + " names it: bring it back, or accept the loss with 'repo accept'");
        }
    }

    /** Why a version must be there, and what says so. */
    private record Demand(Guard guard, String namedBy) {

        static final Demand LAST_RUN = new Demand(Guard.ROOT_VANISHED, "the last good run");
    }
}
