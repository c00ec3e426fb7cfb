package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.gc.MissingFiles;
import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanAction;
import io.fdlkeeper.plan.PlanBuilder;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.JobKind;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.KeyVersions;
import io.fdlkeeper.store.ListingPass;
import io.fdlkeeper.store.ListingSpool;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectStore;
import io.fdlkeeper.store.StoredVersion;
import io.fdlkeeper.store.Versioning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Plans to take back what a run deleted: which objects can be there again, which versions live again, and why the others not. */
final class RestorePlanner {

    /** What a reason that names a delete marker begins with; its version's id follows. */
    static final String MARKER = "delete marker ";

    private final Workplace workplace;
    private final ManagedRepository repository;
    private final RepositoryView view;
    private final RunDeletions deletions;
    private final Map<VersionId, Spared> blocked = new HashMap<>();
    private final SortedSet<VersionId> toLive = new TreeSet<>();
    private final SortedSet<VersionId> incomplete = new TreeSet<>();
    private final TextIndex judged = new TextIndex();
    private boolean suspended;
    private Totals there = Totals.NONE;
    private Totals not = Totals.NONE;

    RestorePlanner(Workplace workplace, ManagedRepository repository, RepositoryView view, RunDeletions deletions) {
        this.workplace = workplace;
        this.repository = repository;
        this.view = view;
        this.deletions = deletions;
    }

    Plan plan(String run) {
        ObjectStore store = repository.store();
        suspended = store.hidden().versions().versioning() != Versioning.ENABLED;
        judgeVersions();
        blockIncomplete();
        try (PlanBuilder builder = new PlanBuilder(
                workplace.state().plans(), JobKind.RESTORE, view.location(), view.observedAt(), Map.of("run", run))) {
            for (String folder : Folders.outermost(deletions.folders())) {
                KeyVersions.forEach(store.hidden().versions(), folder, versions -> judge(versions, builder));
            }
            deletions.forEachKey(key -> judgeUnlisted(key, builder));
            Totals objects = builder.items();
            incomplete.forEach(id -> block(id, "incomplete", "not all of it can come back, so its mark stays"));
            new TreeMap<>(blocked).forEach((id, spared) -> {
                not = not.plus(0);
                builder.spare(spared);
            });
            toLive.forEach(id -> builder.item(liveAgain(id)));
            builder.total("restorable", objects);
            builder.total("alreadyThere", there);
            builder.total("notRestorable", not);
            builder.total("versions", new Totals(toLive.size(), 0));
            return builder.freeze(List.of());
        }
    }

    private static PlanItem liveAgain(VersionId id) {
        return new PlanItem(
                PlanAction.UNMARK, id.text(), List.of("marked-by-us"), 0, Optional.empty(), Optional.empty());
    }

    /** A version lives again when our mark goes too, and a reader must then find all of it. */
    private void judgeVersions() {
        SortedSet<VersionId> touched = new TreeSet<>(deletions.versions());
        touched.addAll(deletions.marked());
        for (VersionId id : touched) {
            Version version = view.versions().get(id);
            if (version == null || !isMarked(version)) {
                continue;
            }
            boolean ours = version.mark()
                    .flatMap(mark -> mark.run())
                    .filter(by -> workplace.state().runs().find(by).isPresent())
                    .isPresent();
            if (version.mark().filter(mark -> mark.isWithdrawal()).isPresent()) {
                block(id, "withdrawn", "its data had to go, so it does not come back");
            } else if (!ours) {
                block(id, "mark-not-ours", "another put its mark, so it is not ours to take back");
            } else if (version.state() == VersionState.EXPIRED
                    && !deletions.versions().contains(id)) {
                block(id, "deleted-by-another-run", "another run deleted its catalogs: restore that one");
            } else {
                toLive.add(id);
            }
        }
    }

    private static boolean isMarked(Version version) {
        return switch (version.state()) {
            case MARKED, EXPIRED, WITHDRAWN -> true;
            case LIVE, UNFINISHED -> false;
        };
    }

    private void block(VersionId id, String reason, String detail) {
        toLive.remove(id);
        blocked.put(id, new Spared(id.text(), reason, detail));
    }

    /** What earlier readings of the catalogs tell; those never read are read when they are there again. */
    private void blockIncomplete() {
        if (toLive.isEmpty()) {
            return;
        }
        try (ReferenceSet names = workplace
                        .catalogs()
                        .open(
                                view.location(),
                                repository.store().reader(),
                                new Looking(workplace, repository).address(view.document()));
                ListingSpool listing = ListingSpool.of(
                        repository.store().lister(), view.document().dataDir(), workplace.scratch());
                ListingPass pass = listing.pass()) {
            for (VersionId id : toLive) {
                Version version = view.versions().get(id);
                if (!names.addRecorded(id, NameRole.LIVE) && version != null) {
                    addCatalogs(names, version);
                }
            }
            MissingFiles.of(names, pass, repository.store().reader())
                    .forEach((id, files) -> block(id, "files-gone", missing(files)));
        }
    }

    private static void addCatalogs(ReferenceSet names, Version version) {
        version.catalogs()
                .forEach(catalog -> names.add(
                        new CatalogSource(version.id(), catalog, OptionalLong.empty(), Optional.empty()),
                        NameRole.LIVE));
    }

    static String missing(List<String> files) {
        return files.size() + " of the files that it names are not there, such as " + files.get(0)
                + ": restore the run that deleted them first";
    }

    private void judge(KeyVersions versions, PlanBuilder builder) {
        ObjectKey key = versions.key();
        if (!deletions.holds(key)) {
            return;
        }
        judged.put(key.text(), 1);
        Optional<StoredVersion> current = versions.current();
        Optional<Spared> blockedVersion =
                RunDeletions.versionOf(key.text()).flatMap(id -> Optional.ofNullable(blocked.get(id)));
        List<StoredVersion> newest = versions.newestContents();
        if (current.filter(shown -> deletions.holds(key, shown.etag())).isPresent()) {
            if (deletions.isCertain(key)) {
                there = there.plus(current.get().bytes());
                builder.spare(new Spared(key.text(), "already-there", "it is there with the content that was deleted"));
            }
        } else if (blockedVersion.isPresent()) {
            spare(
                    builder,
                    key,
                    blockedVersion.get().reason(),
                    blockedVersion.get().detail());
        } else if (current.isEmpty()) {
            spare(builder, key, "no-current-version", "the store lists versions of it, and none as the current one");
        } else if (!current.get().deleteMarker()) {
            spare(builder, key, "written-since", "another content was written under the key since");
        } else if (newest.isEmpty()) {
            spare(builder, key, "old-version-gone", "only delete markers are left of it");
        } else if (!newest.stream().allMatch(version -> deletions.holds(key, version.etag()))) {
            spare(builder, key, "another-content", "what its delete marker hides is not what the run deleted");
        } else if (suspended
                && versions.markersOver(newest.get(0).lastModified()).stream().anyMatch(StoredVersion::isReplaceable)) {
            spare(
                    builder,
                    key,
                    "versioning-suspended",
                    "the next write takes the place of its delete marker 'null', and would be removed for it: enable versioning, then restore");
        } else {
            builder.item(restorable(versions, newest.get(0)));
        }
    }

    private static PlanItem restorable(KeyVersions versions, StoredVersion content) {
        List<String> reasons = new ArrayList<>(List.of("deleted-by-run"));
        // Markers below the content hide nothing; one of the same second may, so it goes as well.
        versions.markersOver(content.lastModified()).stream()
                .map(StoredVersion::versionId)
                .sorted()
                .forEach(id -> reasons.add(MARKER + id));
        return new PlanItem(
                PlanAction.REMOVE_DELETE_MARKER,
                versions.key().text(),
                reasons,
                content.bytes(),
                Optional.of(content.lastModified()),
                content.etag());
    }

    private void judgeUnlisted(ObjectKey key, PlanBuilder builder) {
        if (deletions.isCertain(key) && judged.get(key.text()) == TextIndex.ABSENT) {
            judged.put(key.text(), 1);
            spare(builder, key, "old-version-gone", "the store keeps no old version of it");
        }
    }

    private void spare(PlanBuilder builder, ObjectKey key, String reason, String detail) {
        not = not.plus(0);
        RunDeletions.versionOf(key.text()).filter(toLive::contains).ifPresent(incomplete::add);
        builder.spare(new Spared(key.text(), reason, detail));
    }
}
