package io.fdlkeeper.store;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a listing on disk, in the order of UTF-8 bytes of its keys and without a repeated key, for any number of passes.
 *
 * <p>Order is checked key by key as the listing arrives; one that arrived out of order is sorted on disk before it is read. Memory
 * does not grow with the listing. Not for several threads.
 */
public final class ListingSpool implements AutoCloseable {

    /** How many foreign entries and empty folders are kept to be named; all are counted. */
    public static final int NAMED = 10_000;

    private static final int SORTED_IN_MEMORY = 20_000;

    private final SpoolSort sort;
    private final List<ForeignEntry> foreign = new ArrayList<>();
    private final Set<String> protectedKeys = new TreeSet<>(ObjectKey::compareUtf8);
    private final List<EmptyFolder> emptyFolders = new ArrayList<>();
    private SpoolFile file;
    private SpoolFile.@Nullable Writer writer;
    private boolean inOrder = true;
    private long count;
    private long bytes;
    private long foreignCount;

    private ListingSpool(Path directory, int sortedInMemory) {
        sort = new SpoolSort(directory, sortedInMemory);
        file = SpoolFile.createIn(directory);
        writer = file.writer();
    }

    /**
     * Lists everything under the prefix to its proven end.
     *
     * @param directory an existing folder for the temporary file
     * @throws RepeatedKeyException when a key is shown twice
     * @throws StoreException       when the listing fails, shows a key outside of the prefix, or cannot be kept
     */
    public static ListingSpool of(ObjectLister lister, String prefix, Path directory) {
        return of(lister, prefix, directory, SORTED_IN_MEMORY);
    }

    static ListingSpool of(ObjectLister lister, String prefix, Path directory, int sortedInMemory) {
        var spool = new ListingSpool(directory, sortedInMemory);
        try {
            lister.list(prefix, spool.new Arrival(prefix));
            spool.finish();
            return spool;
        } catch (RuntimeException | Error e) {
            try {
                spool.close();
            } catch (RuntimeException notRemoved) {
                e.addSuppressed(notRemoved);
            }
            throw e;
        }
    }

    /** Takes the listing as it comes. */
    private final class Arrival implements ListingSink {

        private final String prefix;
        private @Nullable ObjectKey last;

        Arrival(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public void object(ListedObject object) {
            requireAsked(object.key());
            if (last != null) {
                int order = last.compareTo(object.key());
                if (order == 0) {
                    throw new RepeatedKeyException(object.key());
                }
                inOrder &= order < 0;
            }
            last = object.key();
            requireNonNull(writer).write(object);
            count++;
            bytes += object.bytes();
        }

        /** A store that answers anything else was asked something else, or is none. */
        private void requireAsked(ObjectKey key) {
            if (!key.startsWith(prefix)) {
                throw new ListingIncompleteException(
                        prefix,
                        "The listing of '" + prefix + "' shows the key " + key + "; check the store's address.",
                        null);
            }
        }

        @Override
        public void foreign(ForeignEntry entry) {
            foreignCount++;
            entry.protects().ifPresent(protectedKeys::add);
            if (foreign.size() < NAMED) {
                foreign.add(entry);
            }
        }

        @Override
        public void emptyFolder(EmptyFolder folder) {
            if (emptyFolders.size() < NAMED) {
                emptyFolders.add(folder);
            }
        }
    }

    private void finish() {
        closeWriter();
        if (!inOrder) {
            var arrived = file;
            file = sort.sort(arrived);
            arrived.delete();
        }
    }

    /** Begins a pass from the first key; close it before the spool. */
    public ListingPass pass() {
        return file.reader();
    }

    /** Tells whether the listing arrived in order; one that did not was sorted. */
    public boolean arrivedInOrder() {
        return inOrder;
    }

    /** Returns the number of objects. */
    public long count() {
        return count;
    }

    /** Returns the bytes of all objects together. */
    public long bytes() {
        return bytes;
    }

    /** Returns the first {@value #NAMED} foreign entries. */
    public List<ForeignEntry> foreign() {
        return List.copyOf(foreign);
    }

    /** Returns the number of all foreign entries. */
    public long foreignCount() {
        return foreignCount;
    }

    /** Returns the first {@value #NAMED} empty folders; the next listing shows the others. */
    public List<EmptyFolder> emptyFolders() {
        return List.copyOf(emptyFolders);
    }

    /** Returns every key, or folder ending in a slash, that a foreign entry points at and so protects, sorted. */
    public Set<String> protectedKeys() {
        return new TreeSet<>(protectedKeys);
    }

    /** Tells what protects this key: itself, or a folder above it (empty text: the repository), pointed at by a foreign entry. */
    public Optional<String> protectorOf(ObjectKey key) {
        var text = key.text();
        if (protectedKeys.contains(text)) {
            return Optional.of(text);
        }
        for (int slash = text.lastIndexOf('/'); slash >= 0; slash = text.lastIndexOf('/', slash - 1)) {
            var folder = text.substring(0, slash + 1);
            if (protectedKeys.contains(folder)) {
                return Optional.of(folder);
            }
        }
        return protectedKeys.contains("") ? Optional.of("") : Optional.empty();
    }

    private void closeWriter() {
        if (writer != null) {
            var open = writer;
            writer = null;
            open.close();
        }
    }

    /** Removes the temporary file. */
    @Override
    public void close() {
        try {
            closeWriter();
        } finally {
            file.delete();
        }
    }
}
