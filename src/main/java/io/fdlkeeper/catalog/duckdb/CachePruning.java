package io.fdlkeeper.catalog.duckdb;

import io.fdlkeeper.catalog.duckdb.NameSegments.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Keeps a cache folder within its bounds. Nothing that goes is missed for more than the time to read a catalog again. */
final class CachePruning {

    /** What a running set has just written and not referred to yet is younger. */
    private static final Duration SETTLED = Duration.ofHours(1);

    private final Path folder;
    private final Instant now;
    private final TreeMap<String, List<String>> segmentsOf = new TreeMap<>();
    private final Map<String, Integer> uses = new HashMap<>();
    private int removed;

    CachePruning(Path folder, Instant now) {
        this.folder = folder;
        this.now = now;
    }

    /**
     * Removes records, oldest version first, until all that is left fits, and lists that no record refers to.
     *
     * @param keep tells of a record's file name whether it stays whatever the size
     * @return how many files went
     */
    int prune(Predicate<String> keep, long maxBytes) {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try {
            readRecords();
            long bytes = bytes();
            for (var record : List.copyOf(segmentsOf.keySet())) {
                if (bytes > maxBytes && !keep.test(record)) {
                    bytes -= forget(record);
                }
            }
            removeUnused();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the cache folder " + folder + " cannot be pruned; check that this user may write there", e);
        }
        return removed;
    }

    private void readRecords() throws IOException {
        for (var file : files(ReferenceCache.SUFFIX)) {
            try {
                var segments = RecordedCatalog.decode(Files.readAllBytes(file)).head().segments().stream()
                        .map(Segment::digest)
                        .toList();
                segmentsOf.put(name(file), segments);
                segments.forEach(segment -> uses.merge(segment, 1, Integer::sum));
            } catch (IOException e) {
                // Damaged: it would never be used.
                remove(file);
            }
        }
    }

    private long bytes() throws IOException {
        long bytes = 0;
        for (var record : segmentsOf.keySet()) {
            bytes += size(folder.resolve(record));
        }
        for (var segment : uses.keySet()) {
            bytes += size(segmentFile(segment));
        }
        return bytes;
    }

    private long forget(String record) throws IOException {
        var file = folder.resolve(record);
        long freed = size(file);
        for (var segment : segmentsOf.getOrDefault(record, List.of())) {
            if (uses.merge(segment, -1, Integer::sum) == 0) {
                freed += size(segmentFile(segment));
            }
        }
        segmentsOf.remove(record);
        remove(file);
        return freed;
    }

    private void removeUnused() throws IOException {
        for (var suffix : List.of(NameSegments.SUFFIX, NameSegments.TEMPORARY)) {
            for (var file : files(suffix)) {
                var digest = name(file).substring(0, name(file).length() - suffix.length());
                boolean settled = Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(SETTLED));
                if (settled && uses.getOrDefault(digest, 0) == 0) {
                    remove(file);
                }
            }
        }
    }

    private Path segmentFile(String digest) {
        return folder.resolve(digest + NameSegments.SUFFIX);
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private void remove(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            removed++;
        }
    }

    private List<Path> files(String suffix) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> name(file).endsWith(suffix)).sorted().toList();
        }
    }

    private static String name(Path file) {
        var name = file.getFileName();
        return name == null ? "" : name.toString();
    }
}
