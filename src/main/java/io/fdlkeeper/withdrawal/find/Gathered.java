package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.withdrawal.find.Findings.FoundFile;
import io.fdlkeeper.withdrawal.find.Findings.FoundVersion;
import io.fdlkeeper.withdrawal.find.Findings.Scanned;
import io.fdlkeeper.withdrawal.find.Findings.Unreadable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a find has seen so far. Safe for several threads. */
final class Gathered {

    private final Map<VersionId, EnumSet<Place>> places = new TreeMap<>();
    private final List<FoundFile> files = new ArrayList<>();
    private final List<FoundFile> oldCatalogs = new ArrayList<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private Scanned scanned = Scanned.NOTHING;

    synchronized void place(VersionId version, Place place) {
        places.computeIfAbsent(version, id -> EnumSet.noneOf(Place.class)).add(place);
    }

    synchronized void file(FoundFile file) {
        files.add(file);
    }

    synchronized void oldCatalog(FoundFile catalog) {
        if (!oldCatalogs.contains(catalog)) {
            oldCatalogs.add(catalog);
        }
    }

    synchronized void unreadable(String key, String why, List<VersionId> versions) {
        unreadable.add(new Unreadable(key, why, versions));
    }

    synchronized void note(String sentence) {
        notes.add(sentence);
    }

    synchronized void scanned(Scanned more) {
        scanned = scanned.plus(more);
    }

    synchronized List<FoundFile> files() {
        return List.copyOf(files);
    }

    synchronized Findings findings(String location, List<VersionId> seen) {
        Comparator<FoundFile> byKey = Comparator.<FoundFile, ObjectKey>comparing(file -> new ObjectKey(file.key()))
                .thenComparing(file -> file.storeVersion().orElse(""));
        return new Findings(
                location,
                files.stream().sorted(byKey).toList(),
                oldCatalogs.stream().sorted(byKey).toList(),
                places.entrySet().stream()
                        .map(found -> new FoundVersion(found.getKey(), found.getValue()))
                        .toList(),
                unreadable.stream()
                        .sorted(Comparator.comparing(Unreadable::key))
                        .toList(),
                scanned,
                seen,
                List.copyOf(notes));
    }
}
