package io.fdlkeeper.store.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.List;
import java.util.Optional;

/**
 * The tree of folders of one repository, entered from its real root one segment at a time and without following a link.
 *
 * <p>Each step is relative to the folder opened before it, so a folder exchanged for a link on the way is not followed either.
 */
final class FolderTree {

    private final Path root;

    /** @param root the real path */
    FolderTree(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    /** The path of a folder by its prefix, or of a file by its key. */
    Path path(String key) {
        return root.resolve(key);
    }

    /**
     * Opens a folder.
     *
     * @throws NoSuchFileException   when it, or one above it, is not there
     * @throws LinkInPathException   when it, or one above it, is a symbolic link
     * @throws NotDirectoryException when it, or one above it, is something else
     */
    SecureDirectoryStream<Path> open(List<String> folders) throws IOException {
        var folder = openRoot();
        for (var name : folders) {
            try (var parent = folder) {
                folder = enter(parent, name(name));
            }
        }
        return folder;
    }

    private SecureDirectoryStream<Path> openRoot() throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new FileSystemException(root.toString(), null, "it is no longer on the file system it was on");
    }

    /** Opens a folder in this one; exceptions as of {@link #open}. */
    static SecureDirectoryStream<Path> enter(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        try {
            return parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw e;
        } catch (FileSystemException e) {
            var facts = look(parent, name);
            if (facts.isPresent() && facts.get().is(FileFacts.Kind.LINK)) {
                throw new LinkInPathException(name.toString());
            }
            if (facts.isPresent() && !facts.get().is(FileFacts.Kind.FOLDER)) {
                throw new NotDirectoryException(name.toString());
            }
            throw e;
        }
    }

    /** Looks at an entry itself, not at what a link points at; empty when it is not there. */
    static Optional<FileFacts> look(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            var view = folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            return Optional.of(FileFacts.of(view.readAttributes()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Looks at the folder itself. */
    static FileFacts look(SecureDirectoryStream<Path> folder) throws IOException {
        return FileFacts.of(
                folder.getFileAttributeView(BasicFileAttributeView.class).readAttributes());
    }

    Path name(String name) {
        return root.getFileSystem().getPath(name);
    }

    /** Tells whether the text is what the name's bytes say; bytes that are no UTF-8 are read as U+FFFD, and so may a real U+FFFD be. */
    boolean isDecoded(Path name, String text) {
        return text.indexOf('\ufffd') < 0 || name(text).equals(name);
    }

    /**
     * Tells where in the repository a link leads: a key, or a folder's prefix, which is empty for the repository itself.
     *
     * @return empty when it leads to nothing or out of the repository
     * @throws IOException when that cannot be told, so that the link's target could be ours
     */
    Optional<String> linkedKey(String link) throws IOException {
        try {
            var target = path(link).toRealPath();
            return inside(target).map(key -> key.isEmpty() || !Files.isDirectory(target) ? key : key + "/");
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new IOException("where the symbolic link '" + link + "' leads cannot be told: " + Trouble.of(e), e);
        }
    }

    /** The key of a real path; empty text for the root itself, no key outside. */
    Optional<String> inside(Path real) {
        return real.startsWith(root) ? Optional.of(root.relativize(real).toString()) : Optional.empty();
    }

    /** Waits until what was made or removed in the folder is on disk. */
    void sync(String folder) throws IOException {
        try (var channel = FileChannel.open(path(folder), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
