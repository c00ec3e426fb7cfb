package io.fdlkeeper.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The right to work in a state directory: an operating system's lock, which goes away with the process however that ends. */
final class DirectoryLock implements AutoCloseable {

    // Closing any channel on a file drops all locks this process has on it, so a directory of ours is never opened a
    // second time.
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;
    private final FileLock lock;
    private final @Nullable Object identity;

    private DirectoryLock(Path file, FileChannel channel, FileLock lock) throws IOException {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
        this.identity = identity(file);
    }

    /**
     * Takes the lock.
     *
     * @param file   the lock's file, under its real path
     * @param holder who we are, for whoever finds it taken
     * @throws StateInUseException when another process, or another part of this one, has it
     */
    static DirectoryLock take(Path file, String holder) {
        if (!HELD_HERE.add(file)) {
            throw inUse(file, "this process");
        }
        FileChannel channel = null;
        try {
            channel =
                    StateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(file, Files.readString(file).strip());
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((holder + "\n").getBytes(StandardCharsets.UTF_8)), 0);
            return new DirectoryLock(file, channel, lock);
        } catch (IOException | RuntimeException e) {
            closeQuietly(channel);
            HELD_HERE.remove(file);
            throw e instanceof StateException ours ? ours : StateFiles.failed("lock", file, e);
        }
    }

    /** Tells whether the lock is ours and is still that of the directory, which somebody may have moved away. */
    boolean isHeld() {
        try {
            return lock.isValid() && Objects.equals(identity, identity(file));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
        HELD_HERE.remove(file);
    }

    private static StateInUseException inUse(Path file, String holder) {
        String by = holder.isEmpty() ? "another process" : holder;
        return new StateInUseException("the state directory " + file.getParent() + " is in use by " + by
                + "; wait until it ends, or ask it instead, or name another directory");
    }

    private static @Nullable Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new StateException("cannot give back the lock of the state directory", e);
            }
        }
    }
}
