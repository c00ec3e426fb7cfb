package io.fdlkeeper.store.local;

import io.fdlkeeper.store.ByteRange;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.LocalFile;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectReader;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.StoredContent;
import io.fdlkeeper.store.local.FileFacts.Kind;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Reads files of the tree.
 *
 * <p>A direct look answers as the file system answers any reader: through links and folded case. {@link #listedAs} says which key that
 * is. Content is read within the repository alone.
 */
final class FolderReader implements ObjectReader {

    /** A document that changes under every one of so many reads is being rewritten without pause. */
    private static final int ATTEMPTS = 5;

    private final FolderTree tree;
    private final Spelling spelling;

    FolderReader(FolderTree tree) {
        this(tree, Spelling.onDisk());
    }

    FolderReader(FolderTree tree, Spelling spelling) {
        this.tree = tree;
        this.spelling = spelling;
    }

    @Override
    public Optional<ListedObject> head(ObjectKey key) {
        try {
            return look(key).map(facts -> facts.as(key));
        } catch (IOException e) {
            throw unreadable(key, e);
        }
    }

    private Optional<FileFacts> look(ObjectKey key) throws IOException {
        if (Address.of(key).isEmpty()) {
            return Optional.empty();
        }
        var path = tree.path(key.text());
        try {
            return Optional.of(facts(path)).filter(facts -> facts.is(Kind.FILE));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileSystemException e) {
            if (endsInAFile(path)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static FileFacts facts(Path path, LinkOption... options) throws IOException {
        return FileFacts.of(Files.readAttributes(path, BasicFileAttributes.class, options));
    }

    /** Tells whether one of the folders on the path is a file, so that there can be nothing below it. */
    private boolean endsInAFile(Path path) {
        for (var above = path.getParent(); above != null && !above.equals(tree.root()); above = above.getParent()) {
            if (Files.isRegularFile(above)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<StoredContent> read(ObjectKey key, int limit) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                var path = realPath(key);
                if (path.isEmpty()) {
                    return Optional.empty();
                }
                var content = readUnchanged(key, path.get(), limit);
                if (content.isPresent()) {
                    return content;
                }
            }
        } catch (IOException e) {
            throw unreadable(key, e);
        }
        throw new StoreException("The file " + tree.path(key.text()) + " changed during each of " + ATTEMPTS
                + " reads; run again when nobody rewrites it.");
    }

    /** Empty when the file was exchanged, changed or removed while it was read. */
    private Optional<StoredContent> readUnchanged(ObjectKey key, Path path, int limit) throws IOException {
        try (var channel = Files.newByteChannel(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            var before = facts(path, LinkOption.NOFOLLOW_LINKS);
            if (before.bytes() > limit) {
                throw new StoreException("The file " + path + " has " + before.bytes() + " bytes, more than the "
                        + limit + " that such a document may have; look at it by hand.");
            }
            var content = Channels.newInputStream(channel).readNBytes(Math.min(limit, Integer.MAX_VALUE - 1) + 1);
            var after = facts(path, LinkOption.NOFOLLOW_LINKS);
            boolean unchanged = before.equals(after) && content.length == after.bytes();
            return unchanged ? Optional.of(new StoredContent(after.as(key), content)) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<LocalFile> open(ObjectKey key) {
        try {
            var path = realPath(key);
            if (path.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new InPlace(
                    path.get(), facts(path.get(), LinkOption.NOFOLLOW_LINKS).as(key)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(key, e);
        }
    }

    @Override
    public Optional<byte[]> range(ListedObject object, long from, int length) {
        var range = new ByteRange(from, length, object.bytes());
        try {
            var path = realPath(object.key());
            return path.isEmpty() ? Optional.empty() : readUnchanged(object, path.get(), range);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(object.key(), e);
        }
    }

    /** Empty when the file is another one than the one seen, before or after its bytes were read. */
    private static Optional<byte[]> readUnchanged(ListedObject object, Path path, ByteRange range) throws IOException {
        try (var channel = Files.newByteChannel(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (!isStill(object, path)) {
                return Optional.empty();
            }
            var content =
                    Channels.newInputStream(channel.position(range.from())).readNBytes(range.length());
            return content.length == range.length() && isStill(object, path) ? Optional.of(content) : Optional.empty();
        }
    }

    private static boolean isStill(ListedObject object, Path path) throws IOException {
        return facts(path, LinkOption.NOFOLLOW_LINKS).etag().equals(object.etag());
    }

    private record InPlace(Path path, ListedObject object) implements LocalFile {
        @Override
        public void close() {}
    }

    @Override
    public Optional<ObjectKey> listedAs(ObjectKey key) {
        try {
            if (look(key).isEmpty()) {
                return Optional.empty();
            }
            var real = tree.path(key.text()).toRealPath();
            if (tree.inside(real).isEmpty()) {
                return Optional.empty();
            }
            return tree.inside(spelling.of(tree.root(), real)).map(ObjectKey::new);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(key, e);
        }
    }

    /** The real path of a file; empty when there is none. */
    private Optional<Path> realPath(ObjectKey key) throws IOException {
        if (look(key).isEmpty()) {
            return Optional.empty();
        }
        try {
            var real = tree.path(key.text()).toRealPath();
            if (tree.inside(real).isEmpty()) {
                throw new StoreException("The file " + tree.path(key.text()) + " is a link out of the repository, to "
                        + real + "; put the file itself in its place.");
            }
            return Optional.of(real);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private StoreException unreadable(ObjectKey key, IOException e) {
        return new StoreException(
                "The file " + tree.path(key.text()) + " cannot be read (" + Trouble.of(e)
                        + "); make it readable and run again.",
                e);
    }
}
