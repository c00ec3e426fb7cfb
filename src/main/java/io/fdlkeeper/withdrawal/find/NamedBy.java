package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.StoredVersion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which catalogs name which keys. Grows with the distinct keys, by a few bits for each catalog. */
final class NamedBy {

    /** @param old the old version of the catalog that was read; empty for the one readers meet */
    record Catalog(VersionId version, Optional<StoredVersion> old) {}

    private final List<Catalog> catalogs = new ArrayList<>();
    private final Map<String, BitSet> byKey = new HashMap<>();
    /** Rows that may mean several keys, by their main spelling. */
    private final Map<String, List<String>> spellings = new HashMap<>();

    private final Set<String> mainSpellings = new HashSet<>();

    void add(Catalog catalog, List<LeakSearch.NamedFile> names) {
        int number = catalogs.size();
        catalogs.add(catalog);
        for (LeakSearch.NamedFile name : names) {
            if (name.spellings().isEmpty()) {
                continue;
            }
            for (String spelling : name.spellings()) {
                byKey.computeIfAbsent(spelling, key -> new BitSet()).set(number);
            }
            // What only an old catalog names need not be there any more.
            if (catalog.old().isEmpty()) {
                mainSpellings.add(name.spellings().get(0));
                if (name.spellings().size() > 1) {
                    spellings.put(name.spellings().get(0), name.spellings());
                }
            }
        }
    }

    boolean names(String key) {
        return byKey.containsKey(key);
    }

    /** Returns the versions whose catalogs readers meet and that name the key. */
    List<VersionId> versions(String key) {
        return naming(key)
                .filter(catalog -> catalog.old().isEmpty())
                .map(Catalog::version)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the old catalogs that name the key. */
    List<Catalog> oldCatalogs(String key) {
        return naming(key).filter(catalog -> catalog.old().isPresent()).toList();
    }

    private Stream<Catalog> naming(String key) {
        return byKey.getOrDefault(key, new BitSet()).stream().mapToObj(catalogs::get);
    }

    /** Returns every row's spellings of which none is among the keys that are there. */
    List<List<String>> missing(Set<String> there) {
        return mainSpellings.stream()
                .map(main -> spellings.getOrDefault(main, List.of(main)))
                .filter(all -> all.stream().noneMatch(there::contains))
                .toList();
    }

    /** Returns the keys that versions name and no version outside of these does. */
    Stream<String> namedOnlyBy(Set<VersionId> versions) {
        return byKey.keySet().stream().filter(key -> {
            List<VersionId> naming = versions(key);
            return !naming.isEmpty() && versions.containsAll(naming);
        });
    }
}
