package io.fdlkeeper.gc;

import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tells which versions name files that are not there, so that none of them is offered to readers. */
public final class MissingFiles {

    private final Map<String, List<ObjectKey>> unseen = new LinkedHashMap<>();
    private final Set<String> seenOtherwise = new HashSet<>();

    private MissingFiles() {}

    /**
     * Finds what the live names of a set miss.
     *
     * @param listing every object under the data folder, in key order
     * @param reader  looks directly for what the listing lacks
     * @return the files that are missing, by the versions that name them
     */
    public static Map<VersionId, List<String>> of(
            ReferenceSet names, Iterator<ListedObject> listing, ObjectReader reader) {
        MissingFiles missing = new MissingFiles();
        missing.walk(names.inKeyOrder(), listing);
        Map<VersionId, List<String>> byVersion = new TreeMap<>();
        missing.unseen.forEach((reference, keys) -> {
            boolean thereAllTheSame = missing.seenOtherwise.contains(reference)
                    || keys.stream().noneMatch(key -> key.text().equals(reference))
                    || keys.stream().anyMatch(key -> reader.head(key).isPresent());
            if (!thereAllTheSame) {
                names.versionsNaming(new ObjectKey(reference))
                        .forEach(version -> byVersion
                                .computeIfAbsent(version, id -> new ArrayList<>())
                                .add(reference));
            }
        });
        return byVersion;
    }

    /** A row counts as seen when the listing shows one of its spellings. */
    private void walk(Iterator<NamedKey> names, Iterator<ListedObject> listing) {
        ObjectKey listed = next(listing);
        while (names.hasNext()) {
            NamedKey name = names.next();
            while (listed != null && listed.compareTo(name.key()) < 0) {
                listed = next(listing);
            }
            if (!name.live()) {
                continue;
            }
            if (!name.key().equals(listed)) {
                unseen.computeIfAbsent(name.reference(), reference -> new ArrayList<>())
                        .add(name.key());
            } else if (!name.isMainSpelling()) {
                seenOtherwise.add(name.reference());
            }
        }
    }

    private static @Nullable ObjectKey next(Iterator<ListedObject> listing) {
        return listing.hasNext() ? listing.next().key() : null;
    }
}
