package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.repository.Guard;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.RepositoryDocument;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proves that every live reference has its object, in the listing or by a direct look.
 *
 * <p>This also catches spelling: if our keys did not match the store's, live files would seem to be missing, and the run stops instead
 * of taking them for garbage.
 */
final class Proof {

    /** How many missing files are named; a repository that lost more is no clearer for it. */
    private static final int SHOWN = 100;

    private final ObjectReader reader;
    private final ReferenceSet references;
    private final Set<String> lost;
    private final Instant listedFrom;
    private final Map<String, List<ObjectKey>> unseen = new LinkedHashMap<>();
    private final Set<String> seenOtherwise = new HashSet<>();
    private final Set<ObjectKey> aliases = new TreeSet<>();
    private final List<Refusal> refusals = new ArrayList<>();

    /**
     * @param listedFrom the store's time before the listing began: it must show all that is older
     */
    Proof(ObjectReader reader, ReferenceSet references, List<Loss> losses, Instant listedFrom) {
        this.reader = reader;
        this.references = references;
        this.listedFrom = listedFrom;
        this.lost = losses.stream().map(Loss::target).collect(Collectors.toSet());
    }

    /** Returns listed keys that are live under another spelling. */
    Set<ObjectKey> aliases() {
        return aliases;
    }

    List<Refusal> refusals() {
        return refusals;
    }

    /** Walks listing and names side by side once. */
    void check(Iterator<ListedObject> listing, LiveSet live) {
        Set<String> tails = new TreeSet<>(live.looseTails());
        Iterator<NamedKey> names = references.inKeyOrder();
        NamedKey name = next(names);
        while (listing.hasNext()) {
            ObjectKey key = listing.next().key();
            refuseRepositoryInside(key);
            while (name != null && name.key().compareTo(key) < 0) {
                missing(name);
                name = next(names);
            }
            while (name != null && name.key().equals(key)) {
                if (name.live() && !name.isMainSpelling()) {
                    seenOtherwise.add(name.reference());
                }
                name = next(names);
            }
            tails.removeAll(live.meaning(key));
        }
        while (name != null) {
            missing(name);
            name = next(names);
        }
        unseen.keySet().removeAll(seenOtherwise);
        // A row whose main spelling is not among those missing was seen under it.
        unseen.entrySet()
                .removeIf(entry ->
                        entry.getValue().stream().noneMatch(key -> key.text().equals(entry.getKey())));
        Map<String, List<ListedObject>> byDirectLook = lookDirectly();
        if (!byDirectLook.isEmpty()) {
            resolve(byDirectLook);
        }
        tails.stream()
                .filter(tail -> !lost.contains(tail))
                .limit(SHOWN)
                .forEach(
                        tail -> refusals.add(
                                new Refusal(
                                        Guard.DANGLING,
                                        tail,
                                        "a live version names this file of a table that is gone, and no key ends with it: restore it, or record its loss")));
    }

    private static @Nullable NamedKey next(Iterator<NamedKey> names) {
        return names.hasNext() ? names.next() : null;
    }

    private void refuseRepositoryInside(ObjectKey key) {
        if (key.lastSegment().equals(RepositoryDocument.KEY)) {
            refusals.add(
                    new Refusal(
                            Guard.FOREIGN_REPOSITORY,
                            key.text(),
                            "another repository lies under the data folder, and its files would look like garbage of this one: move it away"));
        }
    }

    private void missing(NamedKey name) {
        if (name.live()) {
            unseen.computeIfAbsent(name.reference(), reference -> new ArrayList<>())
                    .add(name.key());
        }
    }

    /** Returns the references that a direct look finds, with what it found under each spelling; the others dangle. */
    private Map<String, List<ListedObject>> lookDirectly() {
        Map<String, List<ListedObject>> found = new LinkedHashMap<>();
        int missing = 0;
        for (Map.Entry<String, List<ObjectKey>> entry : unseen.entrySet()) {
            List<ListedObject> there = entry.getValue().stream()
                    .flatMap(key -> reader.head(key).map(object -> asAskedFor(key, object)).stream())
                    .toList();
            if (!there.isEmpty()) {
                found.put(entry.getKey(), there);
            } else if (!isLost(entry.getKey()) && missing++ < SHOWN) {
                dangling(entry.getKey());
            }
        }
        return found;
    }

    private static ListedObject asAskedFor(ObjectKey key, ListedObject object) {
        return new ListedObject(key, object.bytes(), object.lastModified(), object.etag());
    }

    private boolean isLost(String reference) {
        if (lost.contains(reference)) {
            return true;
        }
        Set<VersionId> naming = references.versionsNaming(new ObjectKey(reference));
        return !naming.isEmpty() && naming.stream().allMatch(version -> lost.contains(version.text()));
    }

    private void dangling(String reference) {
        Set<VersionId> naming = references.versionsNaming(new ObjectKey(reference));
        String subject = naming.stream()
                .min(Comparator.naturalOrder())
                .map(version -> "versions/" + version)
                .orElse(reference);
        refusals.add(new Refusal(
                Guard.DANGLING,
                subject,
                reference + " is named by " + naming.size()
                        + " live version(s) and is not there: restore it, or record the loss with" + " 'loss record'"));
    }

    /** What only a direct look finds must be a listed object under another spelling, or an object newer than the listing. */
    private void resolve(Map<String, List<ListedObject>> found) {
        found.forEach((reference, objects) -> objects.forEach(object -> {
            Optional<ObjectKey> listedAs = reader.listedAs(object.key());
            if (listedAs.isEmpty()) {
                refusals.add(new Refusal(
                        Guard.ALIAS,
                        reference,
                        "the file is there under the key " + object.key()
                                + ", but the store cannot tell under which key it is listed: give the file"
                                + " the spelling the catalog uses"));
            } else if (listedAs.get().equals(object.key())
                    && object.lastModified().isBefore(listedFrom)) {
                refusals.add(
                        new Refusal(
                                Guard.LISTING_INCOMPLETE,
                                object.key().text(),
                                "a direct look finds this file, stored " + object.lastModified()
                                        + ", and the listing that began later lacks it, so it lacks others too: list again, and if it stays so, the store's listing cannot be trusted"));
            } else {
                aliases.add(listedAs.get());
            }
        }));
    }
}
