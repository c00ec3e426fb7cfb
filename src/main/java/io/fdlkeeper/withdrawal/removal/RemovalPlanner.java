package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.hold.Hold;
import io.fdlkeeper.repository.ExpiryMark;
import io.fdlkeeper.repository.Ref;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.withdrawal.ResidueItem;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes the plan of a removal in one repository. Pure. Source of the order: the format's page on withdrawal.
 *
 * <p>Every version that names a found file is affected by definition, so no other loses a file; that is proved again at execution.
 */
public final class RemovalPlanner {

    private static final String REFS_INDEX = "refs.json";

    private final RemovalFacts facts;
    private final SortedMap<VersionId, Version> affected;
    private final List<RemovalItem> items = new ArrayList<>();

    private RemovalPlanner(RemovalFacts facts) {
        this.facts = facts;
        this.affected = affected(facts);
    }

    public static RemovalPlan plan(RemovalFacts facts) {
        return new RemovalPlanner(facts).plan();
    }

    /** What is to be withdrawn and still has a catalog; and what an earlier execution marked and did not finish. */
    private static SortedMap<VersionId, Version> affected(RemovalFacts facts) {
        Set<VersionId> found = facts.findings().versions().stream()
                .filter(FoundVersion::isWithdrawn)
                .map(FoundVersion::id)
                .collect(Collectors.toSet());
        SortedMap<VersionId, Version> affected = new TreeMap<>();
        facts.view().versions().values().stream()
                .filter(version -> found.contains(version.id())
                        ? hasCatalogs(version.state())
                        : version.state() == VersionState.MARKED
                                && version.mark()
                                        .filter(ExpiryMark::isWithdrawal)
                                        .isPresent())
                .forEach(version -> affected.put(version.id(), version));
        return affected;
    }

    private static boolean hasCatalogs(VersionState state) {
        return state == VersionState.LIVE || state == VersionState.MARKED || state == VersionState.UNFINISHED;
    }

    private RemovalPlan plan() {
        List<Blocker> blockers = new Blockers(facts, affected).all();
        List<String> readers = new ArrayList<>();
        tags(readers);
        List<FoundFile> held = data();
        long unnamed = facts.findings().files().stream()
                .filter(file -> !file.named() && file.storeVersion().isEmpty())
                .count();
        if (unnamed > 0) {
            readers.add(
                    unnamed + " files that no catalog names go too: a writer who has put one and not committed yet must"
                            + " begin anew");
        }
        affected.values().forEach(version -> mark(version, readers));
        affected.values().forEach(this::catalogs);
        oldCatalogs();
        readers.add(
                "catalogs and files that readers copied before, or keep in caches nobody registered here, are out of reach");
        List<ResidueItem> residue = new ExpectedResidue(facts, affected.keySet()).all(held);
        return new RemovalPlan(facts.view().location(), items, blockers, residue, readers);
    }

    private void tags(List<String> readers) {
        if (!facts.options().deleteTags()) {
            return;
        }
        List<Ref> tags = facts.view().refs().stream()
                .filter(ref -> ref.name().text().startsWith("refs/tags/") && affected.containsKey(ref.target()))
                .toList();
        for (Ref tag : tags) {
            items.add(new RemovalItem(
                    RemovalAction.DELETE_TAG,
                    tag.name().text(),
                    "it points at an affected version",
                    0,
                    Optional.of(tag.etag().text()),
                    Optional.of(tag.target()),
                    List.of()));
            readers.add("the tag " + tag.name() + " is gone");
        }
        if (!tags.isEmpty() && !facts.options().writeRefsIndex()) {
            readers.add("refs.json is the host's to write, and names the deleted tags until it does");
        }
        if (!tags.isEmpty() && facts.options().writeRefsIndex()) {
            items.add(new RemovalItem(
                    RemovalAction.WRITE_REFS_INDEX,
                    REFS_INDEX,
                    "it names deleted tags",
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    List.of()));
        }
    }

    /** Plans the data files and returns those that a hold keeps. */
    private List<FoundFile> data() {
        Map<String, List<FoundFile>> byKey = new LinkedHashMap<>();
        facts.findings()
                .files()
                .forEach(file -> byKey.computeIfAbsent(file.key(), key -> new ArrayList<>())
                        .add(file));
        List<FoundFile> held = new ArrayList<>();
        byKey.forEach((key, found) -> {
            Optional<Hold> hold = facts.holds().on(new ObjectKey(key));
            if (hold.isPresent()) {
                held.add(found.get(0));
                return;
            }
            Optional<FoundFile> current =
                    found.stream().filter(file -> file.storeVersion().isEmpty()).findFirst();
            items.add(new RemovalItem(
                    RemovalAction.DELETE_DATA,
                    key,
                    current.map(file -> file.rows() >= 0
                                    ? file.rows() + " rows in it match"
                                    : "it was selected, or its key shows the value")
                            .orElse("an old version of it matches"),
                    current.orElse(found.get(0)).bytes(),
                    current.map(FoundFile::etag),
                    Optional.empty(),
                    current.isPresent() ? facts.storeVersions().apply(key) : versionsOf(found)));
        });
        return held;
    }

    private static List<String> versionsOf(List<FoundFile> found) {
        return found.stream().flatMap(file -> file.storeVersion().stream()).toList();
    }

    /** A folder that its writer gave up is no version yet, and gets no mark: nobody can ask for it. */
    private void mark(Version version, List<String> readers) {
        if (version.state() == VersionState.UNFINISHED) {
            return;
        }
        Optional<ExpiryMark> stands = version.mark();
        items.add(new RemovalItem(
                RemovalAction.MARK,
                version.markKey().text(),
                stands.isPresent() ? "it is marked already, and that mark stays" : "readers are told why it is gone",
                0,
                Optional.empty(),
                Optional.of(version.id()),
                List.of()));
        readers.add("who asks for version " + version.id() + " is told the reason '"
                + stands.map(ExpiryMark::reason).orElse(ExpiryMark.WITHDRAWN) + "', and cannot read it");
    }

    private void catalogs(Version version) {
        for (ListedObject catalog : version.catalogsAndLogs()) {
            items.add(ofVersion(RemovalAction.DELETE_CATALOG, catalog, version, "it names or shows what was found"));
        }
        version.object(Version.key(version.id(), "files.json"))
                .ifPresent(index -> items.add(ofVersion(
                        RemovalAction.DELETE_INDEX, index, version, "it repeats the names of deleted files")));
    }

    private RemovalItem ofVersion(RemovalAction action, ListedObject object, Version version, String reason) {
        return new RemovalItem(
                action,
                object.key().text(),
                reason,
                object.bytes(),
                Optional.of(object.etag().text()),
                Optional.of(version.id()),
                facts.storeVersions().apply(object.key().text()));
    }

    /**
     * Old versions of catalogs that no reader meets; of an affected version they go with their key. What stands under the key now may be
     * a clean version, so these items are about no version.
     */
    private void oldCatalogs() {
        Set<String> planned = items.stream().map(RemovalItem::key).collect(Collectors.toSet());
        Map<String, List<FoundFile>> byKey = new LinkedHashMap<>();
        facts.findings().oldCatalogs().stream()
                .filter(old -> !planned.contains(old.key()))
                .forEach(old -> byKey.computeIfAbsent(old.key(), key -> new ArrayList<>())
                        .add(old));
        byKey.forEach((key, found) -> items.add(new RemovalItem(
                RemovalAction.DELETE_CATALOG,
                key,
                "an old version of it names or shows what was found",
                found.get(0).bytes(),
                Optional.empty(),
                Optional.empty(),
                versionsOf(found))));
    }
}
