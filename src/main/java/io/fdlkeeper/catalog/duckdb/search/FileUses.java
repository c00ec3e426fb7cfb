package io.fdlkeeper.catalog.duckdb.search;

import io.fdlkeeper.catalog.duckdb.search.FileUse.MappedColumn;
import io.fdlkeeper.catalog.duckdb.search.FileUse.PartitionValue;
import io.fdlkeeper.catalog.duckdb.search.FileUse.Statistics;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What all catalogs say of each file, by every key it may have. Most say the same, so that each saying is kept once. */
final class FileUses {

    private final Map<String, Set<Saying>> byKey = new HashMap<>();
    private final Map<Saying, Saying> once = new HashMap<>();

    /** What one row says, while not all is known yet of the table it names. Shows values. */
    record Saying(
            Optional<String> table,
            boolean deletes,
            boolean encrypted,
            Optional<List<MappedColumn>> mapping,
            List<Statistics> statistics,
            List<PartitionValue> partitions) {

        /** Shows neither statistics nor partitions. */
        @Override
        public String toString() {
            return "Saying[of " + table.orElse("?") + ", withheld]";
        }
    }

    void add(Collection<String> keys, Saying saying) {
        Saying kept = once.computeIfAbsent(saying, same -> same);
        keys.forEach(
                key -> byKey.computeIfAbsent(key, absent -> new HashSet<>(2)).add(kept));
    }

    /** Returns what catalogs say of a file under any of its keys; safe for several threads once nothing is added any more. */
    List<FileUse> of(Collection<String> keys, Map<String, TableShape> tables) {
        Set<Saying> sayings = new LinkedHashSet<>();
        keys.forEach(key -> sayings.addAll(byKey.getOrDefault(key, Set.of())));
        return sayings.stream()
                .map(saying -> new FileUse(
                        saying.table().map(tables::get),
                        saying.deletes(),
                        saying.encrypted(),
                        saying.mapping(),
                        saying.statistics(),
                        saying.partitions()))
                .toList();
    }
}
