package io.fdlkeeper.store;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Sorts a spooled listing by key on disk: sorted runs of bounded size, then merges of bounded width until one is left. */
final class SpoolSort {

    private static final int MERGE_WIDTH = 64;
    private static final int MERGE_BUFFER = 1 << 14;

    private final Path directory;
    private final int runLength;

    /**
     * @param directory where the runs are put
     * @param runLength how many objects are in memory at once
     */
    SpoolSort(Path directory, int runLength) {
        this.directory = directory;
        this.runLength = runLength;
    }

    /**
     * Returns a sorted copy and leaves the source as it is.
     *
     * @throws RepeatedKeyException when a key is there twice
     */
    SpoolFile sort(SpoolFile source) {
        Deque<SpoolFile> runs = new ArrayDeque<>();
        try {
            cutIntoRuns(source, runs);
            // A single run is merged too: the merge is where a repeated key shows.
            do {
                mergeOldest(runs);
            } while (runs.size() > 1);
            return runs.remove();
        } catch (RuntimeException e) {
            runs.forEach(SpoolFile::delete);
            throw e;
        }
    }

    private void cutIntoRuns(SpoolFile source, Deque<SpoolFile> runs) {
        try (var objects = source.reader()) {
            var run = new ArrayList<ListedObject>();
            while (objects.hasNext()) {
                run.add(objects.next());
                if (run.size() == runLength || !objects.hasNext()) {
                    run.sort(Comparator.comparing(ListedObject::key));
                    var file = SpoolFile.createIn(directory);
                    runs.add(file);
                    try (var writer = file.writer()) {
                        run.forEach(writer::write);
                    }
                    run.clear();
                }
            }
        }
    }

    private void mergeOldest(Deque<SpoolFile> runs) {
        var group = runs.stream().limit(MERGE_WIDTH).toList();
        var merged = SpoolFile.createIn(directory);
        runs.add(merged);
        merge(group, merged);
        for (var done : group) {
            done.delete();
            runs.remove(done);
        }
    }

    private static void merge(List<SpoolFile> group, SpoolFile target) {
        var readers = new ArrayList<SpoolFile.Reader>();
        try (var writer = target.writer()) {
            group.forEach(file -> readers.add(file.reader(MERGE_BUFFER)));
            var heads = new PriorityQueue<SpoolFile.Reader>(
                    group.size(), Comparator.comparing(reader -> reader.peek().key()));
            heads.addAll(readers);
            @Nullable ObjectKey last = null;
            while (!heads.isEmpty()) {
                var head = heads.remove();
                var object = head.next();
                if (object.key().equals(last)) {
                    throw new RepeatedKeyException(object.key());
                }
                last = object.key();
                writer.write(object);
                if (head.hasNext()) {
                    heads.add(head);
                }
            }
        } finally {
            readers.forEach(SpoolFile.Reader::close);
        }
    }
}
