package io.fdlkeeper.store.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Set;
import java.util.UUID;

/** A file under a temporary name, its content on disk; closing removes the name, and the file with it unless it has another. */
final class TemporaryFile implements AutoCloseable {

    /** No write takes an hour, so a temporary name of that age is nobody's any more. */
    private static final long LEFTOVER_SECONDS = 3600;

    private final SecureDirectoryStream<Path> folder;
    private final Path name;
    private final FileFacts facts;

    private TemporaryFile(SecureDirectoryStream<Path> folder, Path name, FileFacts facts) {
        this.folder = folder;
        this.name = name;
        this.facts = facts;
    }

    static TemporaryFile write(SecureDirectoryStream<Path> folder, byte[] content) throws IOException {
        var name = Path.of(Address.TEMPORARY + UUID.randomUUID());
        try (var channel =
                folder.newByteChannel(name, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            for (var rest = ByteBuffer.wrap(content); rest.hasRemaining(); ) {
                channel.write(rest);
            }
            // The content must be on disk before any name shows it, or a crash could leave the name with nothing behind
            // it.
            ((FileChannel) channel).force(true);
        } catch (IOException e) {
            remove(folder, name);
            throw e;
        }
        var facts = FolderTree.look(folder, name).orElseThrow(() -> new NoSuchFileException(name.toString()));
        return new TemporaryFile(folder, name, facts);
    }

    Path name() {
        return name;
    }

    /** What the file system tells of it, the same under any name. */
    FileFacts facts() {
        return facts;
    }

    void takePermissionsOf(Path other) throws IOException {
        var theirs = folder.getFileAttributeView(other, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        var ours = folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        ours.setPermissions(theirs.readAttributes().permissions());
    }

    void moveOver(Path other) throws IOException {
        folder.move(name, folder, other);
    }

    /** Removes files under temporary names that a process left here when it was killed: those much older than this one. */
    void removeLeftovers() {
        try {
            for (Path entry : folder) {
                if (isLeftover(entry.getFileName())) {
                    remove(folder, entry.getFileName());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The write itself is done; what stays has a reserved name and is tried again at the next one.
        }
    }

    private boolean isLeftover(Path other) throws IOException {
        return other.toString().startsWith(Address.TEMPORARY)
                && FolderTree.look(folder, other)
                        .filter(found -> found.seconds() < facts.seconds() - LEFTOVER_SECONDS)
                        .isPresent();
    }

    @Override
    public void close() {
        remove(folder, name);
    }

    private static void remove(SecureDirectoryStream<Path> folder, Path name) {
        try {
            folder.deleteFile(name);
        } catch (IOException e) {
            // Moved to its name, or the disk fails: what stays has a reserved name, which no listing takes for an
            // object.
        }
    }
}
