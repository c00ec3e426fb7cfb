package io.fdlkeeper.store.local;

import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectWriter;
import io.fdlkeeper.store.StoreException;
import io.fdlkeeper.store.WriteAnswer;
import io.fdlkeeper.store.local.FileFacts.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.List;
import java.util.Optional;

/**
 * Writes files that appear whole or not at all: under a temporary name in the same folder, to disk, then under their own.
 *
 * <p>A hard link gives a new file its name, since of all ways to name a file only that one fails where the name exists and never shows
 * half a file. A replacement is a rename; only within this process are comparison and rename one step, so several processes that
 * replace the same key need a lease among them.
 */
final class FolderWriter implements ObjectWriter {

    /** How often the folder may be removed, as an empty one, before the file is in it. */
    private static final int ATTEMPTS = 3;

    private final FolderTree tree;
    private final Linking linking;

    /** Gives an existing file a second name; tests let it fail as on a file system that cannot. */
    @FunctionalInterface
    interface Linking {
        void link(Path name, Path existing) throws IOException;
    }

    FolderWriter(FolderTree tree) {
        this(tree, Files::createLink);
    }

    FolderWriter(FolderTree tree, Linking linking) {
        this.tree = tree;
        this.linking = linking;
    }

    @Override
    public WriteAnswer createOnce(ObjectKey key, byte[] content) {
        return answer(key, address -> {
            for (int attempt = 1; ; attempt++) {
                try (var folder = openOrCreate(address.folders())) {
                    return create(folder, address, key, content);
                } catch (NoSuchFileException e) {
                    if (attempt == ATTEMPTS) {
                        throw e;
                    }
                }
            }
        });
    }

    private WriteAnswer create(SecureDirectoryStream<Path> folder, Address address, ObjectKey key, byte[] content)
            throws IOException {
        var name = tree.name(address.name());
        if (FolderTree.look(folder, name).isPresent()) {
            return new WriteAnswer.ConditionFailed();
        }
        try (var temporary = TemporaryFile.write(folder, content)) {
            link(folder, address, temporary);
            tree.sync(address.folder());
            temporary.removeLeftovers();
            return new WriteAnswer.Written(temporary.facts().as(key));
        } catch (FileAlreadyExistsException e) {
            return new WriteAnswer.ConditionFailed();
        } catch (CannotLinkException e) {
            return new WriteAnswer.Refused(
                    "no hard link can be made in " + tree.path(address.folder()) + " (" + Trouble.of(e)
                            + "), and without one a file cannot be created safely; keep the repository on a file system that has them");
        }
    }

    private void link(SecureDirectoryStream<Path> folder, Address address, TemporaryFile temporary) throws IOException {
        var directory = tree.path(address.folder());
        try {
            linking.link(directory.resolve(address.name()), directory.resolve(temporary.name()));
        } catch (FileAlreadyExistsException e) {
            // A network file system may repeat a link whose answer was lost: then the file that is there is this one.
            if (!FolderTree.look(folder, tree.name(address.name())).equals(Optional.of(temporary.facts()))) {
                throw e;
            }
        } catch (NoSuchFileException | AccessDeniedException e) {
            throw e;
        } catch (FileSystemException e) {
            throw new CannotLinkException(Trouble.of(e));
        } catch (UnsupportedOperationException e) {
            throw new CannotLinkException("it has none");
        }
    }

    private static final class CannotLinkException extends IOException {
        private static final long serialVersionUID = 1L;

        CannotLinkException(String why) {
            super(why);
        }
    }

    /** Opens the folders that lead to a file, making those that are missing. */
    private SecureDirectoryStream<Path> openOrCreate(List<String> folders) throws IOException {
        for (int depth = 0; depth < folders.size(); depth++) {
            try (var parent = tree.open(folders.subList(0, depth))) {
                var name = tree.name(folders.get(depth));
                if (FolderTree.look(parent, name).isEmpty()) {
                    makeFolder(String.join("/", folders.subList(0, depth + 1)));
                    tree.sync(String.join("/", folders.subList(0, depth)));
                }
            }
        }
        return tree.open(folders);
    }

    private void makeFolder(String folder) throws IOException {
        try {
            Files.createDirectory(tree.path(folder));
        } catch (FileAlreadyExistsException e) {
            // Somebody was faster; opening it tells whether it is a folder.
        }
    }

    @Override
    public synchronized WriteAnswer replace(ObjectKey key, byte[] content, ETag expected) {
        return answer(key, address -> {
            try (var folder = tree.open(address.folders())) {
                return replace(folder, address, key, content, expected);
            } catch (NoSuchFileException e) {
                return new WriteAnswer.ConditionFailed();
            }
        });
    }

    private WriteAnswer replace(
            SecureDirectoryStream<Path> folder, Address address, ObjectKey key, byte[] content, ETag expected)
            throws IOException {
        var name = tree.name(address.name());
        if (!hasTag(folder, name, expected)) {
            return new WriteAnswer.ConditionFailed();
        }
        try (var temporary = TemporaryFile.write(folder, content)) {
            temporary.takePermissionsOf(name);
            if (!hasTag(folder, name, expected)) {
                return new WriteAnswer.ConditionFailed();
            }
            temporary.moveOver(name);
            tree.sync(address.folder());
            return new WriteAnswer.Written(temporary.facts().as(key));
        }
    }

    private static boolean hasTag(SecureDirectoryStream<Path> folder, Path name, ETag expected) throws IOException {
        return FolderTree.look(folder, name)
                .filter(facts -> facts.is(Kind.FILE) && facts.etag().equals(expected))
                .isPresent();
    }

    @FunctionalInterface
    private interface Write {
        WriteAnswer at(Address address) throws IOException;
    }

    private WriteAnswer answer(ObjectKey key, Write write) {
        var address = Address.of(key);
        if (address.isEmpty() || address.get().isReserved()) {
            return new WriteAnswer.Refused("no file of the repository can have the key " + key);
        }
        try {
            return write.at(address.get());
        } catch (LinkInPathException e) {
            return new WriteAnswer.Refused("the folder '" + e.getFile() + "' on the way to " + key
                    + " is a symbolic link; put a folder in its place");
        } catch (NotDirectoryException e) {
            return new WriteAnswer.Refused(e.getFile() + " on the way to " + key + " is no folder");
        } catch (AccessDeniedException e) {
            return new WriteAnswer.Refused(
                    "permission denied; this process needs write and search permission on the folder "
                            + tree.path(address.get().folder()));
        } catch (IOException e) {
            throw unwritable(key, e);
        }
    }

    private StoreException unwritable(ObjectKey key, IOException e) {
        return new StoreException(
                "The file " + tree.path(key.text()) + " cannot be written (" + Trouble.of(e)
                        + "); give the file system space or make it writable, and run again.",
                e);
    }
}
