package io.fdlkeeper.store.local;

import io.fdlkeeper.store.DeleteAnswer;
import io.fdlkeeper.store.DeleteRequest;
import io.fdlkeeper.store.DeleteStatus;
import io.fdlkeeper.store.ETag;
import io.fdlkeeper.store.GoAhead;
import io.fdlkeeper.store.ObjectDeleter;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.local.FileFacts.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes files and empty folders of the tree, never through a link.
 *
 * <p>Between the comparison of a tag and the removal lie a few microseconds in which a file could be replaced; the format writes files
 * once, so nobody does. A deletion counts as done when it is on disk.
 */
final class FolderDeleter implements ObjectDeleter {

    /** This many deletions take some milliseconds; asking for each would cost more than the deletion. */
    private static final int ASKED_EVERY = 64;

    private final FolderTree tree;

    FolderDeleter(FolderTree tree) {
        this.tree = tree;
    }

    @Override
    public List<DeleteAnswer> deleteIfUnchanged(List<DeleteRequest> requests, GoAhead goAhead) {
        var answers = new ArrayList<DeleteAnswer>(requests.size());
        var unsynced = new LinkedHashMap<String, List<Integer>>();
        try (var folders = new OneFolder()) {
            var goes = true;
            for (var request : requests) {
                goes = goes && (answers.size() % ASKED_EVERY != 0 || goAhead.stillHolds());
                var answer = goes
                        ? delete(folders, request.key(), request.etag())
                        : new DeleteAnswer(request.key(), DeleteStatus.NOT_ASKED, "");
                if (answer.status() == DeleteStatus.DELETED) {
                    unsynced.computeIfAbsent(request.key().folder(), absent -> new ArrayList<>())
                            .add(answers.size());
                }
                answers.add(answer);
            }
        }
        sync(unsynced, answers);
        return List.copyOf(answers);
    }

    /** The folder entered last, kept open while the next key is in it too: entering costs more than a deletion. */
    private final class OneFolder implements AutoCloseable {

        private List<String> folders = List.of();
        private @Nullable SecureDirectoryStream<Path> open;

        SecureDirectoryStream<Path> enter(List<String> wanted) throws IOException {
            var entered = open;
            if (entered == null || !folders.equals(wanted)) {
                close();
                entered = tree.open(wanted);
                folders = wanted;
                open = entered;
            }
            return entered;
        }

        @Override
        public void close() {
            var entered = open;
            open = null;
            if (entered != null) {
                try {
                    entered.close();
                } catch (IOException e) {
                    // It was only looked at and deleted in, which was answered for.
                }
            }
        }
    }

    private void sync(Map<String, List<Integer>> unsynced, List<DeleteAnswer> answers) {
        unsynced.forEach((folder, indexes) -> {
            try {
                tree.sync(folder);
            } catch (NoSuchFileException e) {
                // The folder went with its last file: there is nothing left to keep.
            } catch (IOException e) {
                var detail = "removed, but not known to be so on disk (" + Trouble.of(e) + ")";
                indexes.forEach(
                        index -> answers.set(index, failed(answers.get(index).key(), detail)));
            }
        });
    }

    private DeleteAnswer delete(OneFolder folders, ObjectKey key, ETag expected) {
        var address = Address.of(key);
        if (address.isEmpty()) {
            return refused(key, "no file of a folder has this key");
        }
        if (address.get().isReserved()) {
            return refused(key, "the name is reserved by the file system");
        }
        try {
            var folder = folders.enter(address.get().folders());
            return delete(folder, key, tree.name(address.get().name()), expected);
        } catch (IOException e) {
            folders.close();
            return unopened(key, e);
        }
    }

    private DeleteAnswer delete(SecureDirectoryStream<Path> folder, ObjectKey key, Path name, ETag expected)
            throws IOException {
        var found = FolderTree.look(folder, name);
        if (found.isEmpty()) {
            return absent(key);
        }
        if (!found.get().is(Kind.FILE)) {
            return refused(key, "it is no file but a folder, a link or something special");
        }
        if (!found.get().etag().equals(expected)) {
            return new DeleteAnswer(key, DeleteStatus.CHANGED, "");
        }
        try {
            folder.deleteFile(name);
            return deleted(key);
        } catch (NoSuchFileException e) {
            return absent(key);
        } catch (AccessDeniedException e) {
            return refused(key, needsPermission(key.folder()));
        } catch (IOException e) {
            // What is still there was not deleted, whatever else went wrong: a read-only disk, an immutable file.
            return FolderTree.look(folder, name).isPresent() ? refused(key, Trouble.of(e)) : absent(key);
        }
    }

    @Override
    public DeleteAnswer removeEmptyFolder(String folder) {
        var key = new ObjectKey(folder);
        var segments = Address.ofFolder(folder);
        if (segments.isEmpty() || segments.get().stream().anyMatch(Address::isReserved)) {
            return refused(key, "no folder of the repository has this name");
        }
        int last = segments.get().size() - 1;
        try (var parent = tree.open(segments.get().subList(0, last))) {
            return remove(parent, key, tree.name(segments.get().get(last)));
        } catch (IOException e) {
            return unopened(key, e);
        }
    }

    private DeleteAnswer remove(SecureDirectoryStream<Path> parent, ObjectKey key, Path name) throws IOException {
        var found = FolderTree.look(parent, name);
        if (found.isEmpty()) {
            return absent(key);
        }
        if (!found.get().is(Kind.FOLDER)) {
            return refused(key, "it is no folder");
        }
        try {
            parent.deleteDirectory(name);
            return deleted(key);
        } catch (NoSuchFileException e) {
            return absent(key);
        } catch (DirectoryNotEmptyException e) {
            return new DeleteAnswer(key, DeleteStatus.CHANGED, "it holds something");
        } catch (AccessDeniedException e) {
            return refused(key, needsPermission(parentOf(key.text())));
        } catch (IOException e) {
            return FolderTree.look(parent, name).isPresent() ? refused(key, Trouble.of(e)) : absent(key);
        }
    }

    private static String parentOf(String folder) {
        return folder.substring(0, folder.lastIndexOf('/', folder.length() - 2) + 1);
    }

    /** The folders that lead to the key could not be entered. */
    private DeleteAnswer unopened(ObjectKey key, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof NotDirectoryException) {
            return absent(key);
        }
        if (e instanceof LinkInPathException link) {
            return refused(
                    key, "its folder '" + link.getFile() + "' is a symbolic link; delete the file under its own name");
        }
        if (e instanceof AccessDeniedException) {
            return refused(key, needsPermission(key.folder()));
        }
        return failed(key, Trouble.of(e));
    }

    private String needsPermission(String folder) {
        return "permission denied; this process needs write and search permission on the folder " + tree.path(folder);
    }

    private static DeleteAnswer deleted(ObjectKey key) {
        return new DeleteAnswer(key, DeleteStatus.DELETED, "");
    }

    private static DeleteAnswer absent(ObjectKey key) {
        return new DeleteAnswer(key, DeleteStatus.ALREADY_ABSENT, "");
    }

    private static DeleteAnswer refused(ObjectKey key, String detail) {
        return new DeleteAnswer(key, DeleteStatus.REFUSED, detail);
    }

    private static DeleteAnswer failed(ObjectKey key, String detail) {
        return new DeleteAnswer(key, DeleteStatus.FAILED, detail);
    }
}
