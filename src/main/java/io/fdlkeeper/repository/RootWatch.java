package io.fdlkeeper.repository;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks at the roots again while a run acts on what it saw of them before.
 *
 * <p>Every ref is compared by its tag; every version folder that is new, unfinished or marked is looked at whole, wherever it sorts,
 * since an id is made at commit and may be pushed weeks later.
 */
public final class RootWatch {

    private final ObjectStore store;
    private final DocumentCache cache;
    private final Map<ObjectKey, ETag> refs = new HashMap<>();
    private final Set<VersionId> known = new HashSet<>();
    private final Map<VersionId, Set<ListedObject>> open = new HashMap<>();

    public RootWatch(ObjectStore store, DocumentCache cache, RepositoryView view) {
        this.store = store;
        this.cache = cache;
        view.refs().forEach(ref -> refs.put(new ObjectKey(ref.name().text()), ref.etag()));
        view.versions().values().forEach(this::remember);
    }

    /** What changed between two looks. */
    public record Changes(List<Version> versions, List<Ref> refs, List<Refusal> refusals) {

        public Changes {
            versions = List.copyOf(versions);
            refs = List.copyOf(refs);
            refusals = List.copyOf(refusals);
        }
    }

    /** Looks once, and returns what is new or changed since the look before. */
    public Changes look() {
        Findings findings = new Findings();
        VersionFolders folders = new VersionFolders(store, cache, store.clock().now(), findings);
        List<Ref> changedRefs = new ArrayList<>();
        try {
            Set<VersionId> again = changedFolders();
            changedRefs.addAll(changedRefs(findings));
            changedRefs.forEach(ref -> again.add(ref.target()));
            for (VersionId id : again) {
                folders.readOne(id);
            }
            requireTargets(changedRefs, folders, findings);
        } catch (ListingIncompleteException e) {
            findings.refuse(Guard.LISTING_INCOMPLETE, e.prefix(), e.sentence());
        }
        folders.versions().values().forEach(this::remember);
        return new Changes(List.copyOf(folders.versions().values()), changedRefs, findings.refusals());
    }

    /** Looks at the refs alone, and returns every ref that is new or moved since the look before. */
    public Changes lookAtRefs() {
        Findings findings = new Findings();
        List<Ref> changed = new ArrayList<>();
        try {
            changed.addAll(changedRefs(findings));
        } catch (ListingIncompleteException e) {
            findings.refuse(Guard.LISTING_INCOMPLETE, e.prefix(), e.sentence());
        }
        return new Changes(List.of(), changed, findings.refusals());
    }

    private void remember(Version version) {
        known.add(version.id());
        if (version.state() == VersionState.UNFINISHED || version.state() == VersionState.MARKED) {
            open.put(version.id(), Set.copyOf(version.objects()));
        } else {
            open.remove(version.id());
        }
    }

    private Set<VersionId> changedFolders() {
        Set<VersionId> changed = new TreeSet<>();
        for (String folder : store.lister().listLevel(VersionFolders.PREFIX).folders()) {
            if (VersionId.isValid(folder) && !known.contains(new VersionId(folder))) {
                changed.add(new VersionId(folder));
            }
        }
        open.forEach((id, before) -> {
            Set<ListedObject> now = new HashSet<>();
            store.lister().list(VersionFolders.PREFIX + id + "/", now::add);
            if (!now.equals(before)) {
                changed.add(id);
            }
        });
        return changed;
    }

    private List<Ref> changedRefs(Findings findings) {
        RefFolder folder = new RefFolder(store, findings);
        List<Ref> changed = new ArrayList<>();
        store.lister().list(RefFolder.PREFIX, object -> {
            if (!object.etag().equals(refs.put(object.key(), object.etag()))) {
                folder.read(object.key()).ifPresent(changed::add);
            }
        });
        return changed;
    }

    private void requireTargets(List<Ref> changed, VersionFolders folders, Findings findings) {
        for (Ref ref : changed) {
            Version target = folders.versions().get(ref.target());
            if (target == null) {
                findings.refuse(
                        Guard.REF_TO_MISSING_VERSION,
                        ref.name().text(),
                        "it was moved during the run and names the version " + ref.target() + ", which is not there");
            }
        }
    }
}
