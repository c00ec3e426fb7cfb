package io.fdlkeeper.catalog.duckdb.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A folder for temporary copies that only its owner may read, removed when it is closed.
 *
 * <p>A process that was killed leaves its folder, and what is in it may be what nobody should keep. So each holds a lock on a file in its
 * folder, and whoever makes a folder removes those beside it that nobody holds.
 */
public final class ScratchFolder implements AutoCloseable {

    private static final String NAME = "columns-of-files-";
    private static final String LOCK = "lock";

    /** This process's own: opening and closing one's lock file again would let go of the lock. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    private ScratchFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Makes one in a folder, which is made if missing. */
    public static ScratchFolder in(Path parent) {
        try {
            Files.createDirectories(parent);
            removeLeft(parent);
            Path path = Files.createTempDirectory(parent, NAME).toRealPath();
            HELD.add(path);
            FileChannel lock =
                    FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                throw new IOException("a new folder is locked already");
            }
            return new ScratchFolder(path, lock);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "no folder for temporary copies can be made in " + parent
                            + "; check that this user may write there",
                    e);
        }
    }

    private static void removeLeft(Path parent) throws IOException {
        List<Path> others;
        try (Stream<Path> entries = Files.list(parent)) {
            others = entries.filter(entry -> entry.getFileName().toString().startsWith(NAME))
                    .toList();
        }
        for (Path other : others) {
            if (HELD.contains(other.toRealPath())) {
                continue;
            }
            try (FileChannel held = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE)) {
                if (held.tryLock() != null) {
                    remove(other);
                }
            } catch (IOException e) {
                // Somebody else's, or just being made.
            }
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try (lock) {
            if (HELD.remove(path)) {
                remove(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary folder " + path + " cannot be removed: remove it by hand", e);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(entry);
            }
        }
    }
}
