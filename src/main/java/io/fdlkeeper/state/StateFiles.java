package io.fdlkeeper.state;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files that only their owner can read, and that a crash leaves either as they were or as they were to be. */
final class StateFiles {

    private static final FileAttribute<?> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private StateFiles() {}

    /** Writes a file's content. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Creates a folder and those above it, each for its owner alone; one that is there stays as it is. */
    static Path folder(Path folder) {
        try {
            return Files.createDirectories(folder, PRIVATE_FOLDER);
        } catch (IOException e) {
            throw failed("create the folder", folder, e);
        }
    }

    /** Opens a file, creating it for its owner alone. */
    static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), PRIVATE_FILE);
    }

    /** Creates a file of a new name in the folder for temporary files. */
    static Path temporary(Path temporary, String name) {
        try {
            return Files.createTempFile(temporary, name + "-", "", PRIVATE_FILE);
        } catch (IOException e) {
            throw failed("create a file in", temporary, e);
        }
    }

    /** Creates a folder of a new name in the folder for temporary files. */
    static Path temporaryFolder(Path temporary, String name) {
        try {
            return Files.createTempDirectory(temporary, name + "-", PRIVATE_FOLDER);
        } catch (IOException e) {
            throw failed("create a folder in", temporary, e);
        }
    }

    /** Replaces a file as a whole, durably. */
    static void replace(Path file, Path temporary, Content content) {
        Path fresh = temporary(temporary, fileName(file));
        try (FileChannel channel = open(fresh, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            content.writeTo(out);
            channel.force(true);
        } catch (IOException e) {
            delete(fresh);
            throw failed("write", file, e);
        }
        moveInto(fresh, file);
    }

    /** Moves a file or folder, already forced to disk, to its final place, durably. */
    static void moveInto(Path fresh, Path target) {
        try {
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            deleteTree(fresh);
            throw failed("write", target, e);
        }
        sync(parent(target));
    }

    /** Reads bytes from the middle of a file; fewer where it ends before. */
    static byte[] read(FileChannel channel, long from, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && channel.read(buffer, from + buffer.position()) >= 0) {
            // Reads on until the buffer is full or the file ends.
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Forces a folder's entries to disk. */
    static void sync(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw failed("write", folder, e);
        }
    }

    /** Removes a file; one that is not there is as good as removed. */
    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed("remove", file, e);
        }
    }

    /** Removes a file, or a folder with all in it, following no link. */
    static void deleteTree(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                        throws IOException {
                    if (failure != null) {
                        throw failure;
                    }
                    Files.delete(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            // Gone already, which is what was asked for.
        } catch (IOException e) {
            throw failed("remove", root, e);
        }
    }

    /** Lets only the owner read and write a file that a library created. */
    static void makePrivate(Path file) {
        try {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw failed("set the mode of", file, e);
        }
    }

    /** Says in one sentence what could not be done with a file, and what to do about it. */
    static StateException failed(String act, Path path, Exception cause) {
        if (isDiskFull(cause)) {
            return new StateException(
                    "cannot " + act + " " + path + ": the disk is full; make room on it, then run again", cause);
        }
        String why = reason(
                cause instanceof UncheckedIOException unchecked && unchecked.getCause() != null
                        ? unchecked.getCause()
                        : cause);
        return new StateException(
                "cannot " + act + " " + path + " (" + why + "); check that it is ours to write, then run again", cause);
    }

    /** Names a failure without the name of a class, where its kind says enough. */
    private static String reason(Exception cause) {
        if (cause instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (cause instanceof FileSystemException failed && failed.getReason() != null) {
            return failed.getReason();
        }
        return cause instanceof IOException && cause.getMessage() != null && !(cause instanceof FileSystemException)
                ? cause.getMessage()
                : String.valueOf(cause);
    }

    /** Tells whether a failure, or what caused it, is a full disk or a used-up quota. */
    static boolean isDiskFull(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (message.contains("No space left on device") || message.contains("Disk quota exceeded")) {
                return true;
            }
        }
        return false;
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            throw new IllegalArgumentException("not a path in a folder: " + path);
        }
        return parent;
    }

    private static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }
}
