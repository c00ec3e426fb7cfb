package io.fdlkeeper.store.local;

import io.fdlkeeper.store.EmptyFolder;
import io.fdlkeeper.store.ForeignEntry;
import io.fdlkeeper.store.Level;
import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ListingIncompleteException;
import io.fdlkeeper.store.ListingSink;
import io.fdlkeeper.store.ObjectKey;
import io.fdlkeeper.store.ObjectLister;
import io.fdlkeeper.store.local.FileFacts.Kind;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Lists the tree in the order of the UTF-8 bytes of whole keys; holds the names of one folder per level in memory. */
final class FolderLister implements ObjectLister {

    private static final ListingSink IGNORING_FOREIGN = object -> {};

    private final FolderTree tree;
    private final Names names;

    /** Where the names in a folder come from; tests let it fail halfway. */
    @FunctionalInterface
    interface Names {
        Iterator<Path> in(SecureDirectoryStream<Path> folder) throws IOException;
    }

    FolderLister(FolderTree tree) {
        this(tree, SecureDirectoryStream::iterator);
    }

    FolderLister(FolderTree tree, Names names) {
        this.tree = tree;
        this.names = names;
    }

    /**
     * A file or a folder in a folder.
     *
     * @param sortName the name, with a slash behind a folder's, since every key below it goes on so
     */
    private record Entry(String sortName, FileFacts facts) {

        boolean isFolder() {
            return facts.is(Kind.FOLDER);
        }

        String name() {
            return isFolder() ? sortName.substring(0, sortName.length() - 1) : sortName;
        }
    }

    /** What is directly in a folder, sorted; nothing at all means not even something foreign. */
    private record Contents(List<Entry> entries, boolean nothingAtAll) {}

    @Override
    public void list(String prefix, ListingSink sink) {
        try (var folder = open(prefix)) {
            walk(folder, prefix, read(folder, prefix, sink), sink);
        } catch (NothingThereException e) {
            return;
        } catch (IOException e) {
            throw incomplete(prefix, e);
        }
    }

    @Override
    public Level listLevel(String prefix) {
        var folders = new ArrayList<String>();
        var objects = new ArrayList<ListedObject>();
        try (var folder = open(prefix)) {
            for (var entry : read(folder, prefix, IGNORING_FOREIGN).entries()) {
                if (entry.isFolder()) {
                    folders.add(entry.name());
                } else {
                    objects.add(entry.facts().as(new ObjectKey(prefix + entry.name())));
                }
            }
        } catch (NothingThereException e) {
            return new Level(List.of(), List.of());
        } catch (IOException e) {
            throw incomplete(prefix, e);
        }
        folders.sort(ObjectKey::compareUtf8);
        return new Level(folders, objects);
    }

    /** There is no such folder, which is as good as an empty one. */
    private static final class NothingThereException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private SecureDirectoryStream<Path> open(String prefix) throws IOException {
        var folders = Address.ofFolder(prefix)
                .filter(segments -> segments.stream().noneMatch(Address::isReserved))
                .orElseThrow(() -> new ListingIncompleteException(
                        prefix,
                        "'" + prefix + "' cannot be listed in the folder " + tree.root()
                                + ": no folder of the repository can have this name; check data_dir.",
                        null));
        try {
            return tree.open(folders);
        } catch (NoSuchFileException | NotDirectoryException e) {
            if (Files.isDirectory(tree.root())) {
                throw new NothingThereException();
            }
            throw e;
        }
    }

    private void walk(SecureDirectoryStream<Path> folder, String prefix, Contents contents, ListingSink sink) {
        for (var entry : contents.entries()) {
            var key = prefix + entry.sortName();
            if (entry.isFolder()) {
                step(folder, entry, key, sink);
            } else {
                sink.object(entry.facts().as(new ObjectKey(key)));
            }
        }
    }

    private void step(SecureDirectoryStream<Path> parent, Entry entry, String prefix, ListingSink sink) {
        var name = tree.name(entry.name());
        try (var folder = FolderTree.enter(parent, name)) {
            var contents = read(folder, prefix, sink);
            if (contents.nothingAtAll()) {
                sink.emptyFolder(new EmptyFolder(prefix, FolderTree.look(folder).lastModified()));
            }
            walk(folder, prefix, contents, sink);
        } catch (IOException e) {
            if (!isGone(parent, name, prefix)) {
                throw incomplete(prefix, e);
            }
        }
    }

    /** Only a folder that is itself gone may be passed over: it was removed since its parent was read, and held nothing then. */
    private static boolean isGone(SecureDirectoryStream<Path> parent, Path name, String prefix) {
        try {
            return FolderTree.look(parent, name).isEmpty();
        } catch (IOException e) {
            throw incomplete(prefix, e);
        }
    }

    private Contents read(SecureDirectoryStream<Path> folder, String prefix, ListingSink sink) throws IOException {
        var entries = new ArrayList<Entry>();
        boolean nothingAtAll = true;
        try {
            for (var paths = names.in(folder); paths.hasNext(); nothingAtAll = false) {
                entry(folder, paths.next().getFileName(), prefix, sink).ifPresent(entries::add);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparing(Entry::sortName, ObjectKey::compareUtf8));
        return new Contents(entries, nothingAtAll);
    }

    /** Empty for what is foreign and for what is gone again. */
    private Optional<Entry> entry(SecureDirectoryStream<Path> folder, Path path, String prefix, ListingSink sink)
            throws IOException {
        var name = path.toString();
        if (Address.isReserved(name)) {
            sink.foreign(new ForeignEntry(prefix + name, "reserved name", Optional.empty()));
            return Optional.empty();
        }
        if (!tree.isDecoded(path, name)) {
            // No key is spelled so, hence no catalog can name it and no deletion address it: it is none of the
            // repository's objects.
            sink.foreign(new ForeignEntry(prefix + name, "name not in UTF-8", Optional.empty()));
            return Optional.empty();
        }
        var facts = FolderTree.look(folder, path);
        if (facts.isEmpty()) {
            return Optional.empty();
        }
        switch (facts.get().kind()) {
            case FILE:
                return Optional.of(new Entry(name, facts.get()));
            case FOLDER:
                return Optional.of(new Entry(name + "/", facts.get()));
            case LINK:
                sink.foreign(new ForeignEntry(prefix + name, "symbolic link", tree.linkedKey(prefix + name)));
                return Optional.empty();
            default:
                sink.foreign(new ForeignEntry(prefix + name, "special file", Optional.empty()));
                return Optional.empty();
        }
    }

    private static ListingIncompleteException incomplete(String prefix, IOException e) {
        var folder = prefix.isEmpty() ? "The folder of the repository" : "The folder '" + prefix + "'";
        var message = e instanceof LinkInPathException link
                ? folder + " is reached through the symbolic link '" + link.getFile()
                        + "', which is not followed; put the folder itself in its place."
                : folder + " cannot be read to its end (" + Trouble.of(e) + "); make it readable and run again.";
        return new ListingIncompleteException(prefix, message, e);
    }
}
