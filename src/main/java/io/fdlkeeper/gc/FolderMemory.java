package io.fdlkeeper.gc;

import io.fdlkeeper.store.ObjectKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells table folders in which something would go although no catalog ever named anything there: perhaps somebody else's.
 *
 * <p>Keys come sorted, so a folder's keys lie together and a stack of the open folders is all it has to keep.
 */
final class FolderMemory {

    private static final int SHOWN = 20;

    private final Deque<Open> stack = new ArrayDeque<>();
    private final Set<String> unknown = new TreeSet<>();

    /** Notes a key some catalog named at some time. */
    void named(ObjectKey key) {
        open(key).named = true;
    }

    /** Notes a candidate no catalog ever named. */
    void neverNamedCandidate(ObjectKey key) {
        open(key).candidate = true;
    }

    /** Ends the walk and returns the folders found, not every one. */
    Set<String> unknownFolders() {
        while (!stack.isEmpty()) {
            close();
        }
        return unknown;
    }

    private Open open(ObjectKey key) {
        String folder = tableFolder(key);
        while (!stack.isEmpty() && !folder.startsWith(stack.element().folder)) {
            close();
        }
        for (Open open : stack) {
            if (open.folder.equals(folder)) {
                return open;
            }
        }
        Open opened = new Open(folder);
        stack.push(opened);
        return opened;
    }

    private void close() {
        Open closed = stack.pop();
        if (closed.candidate && !closed.named && unknown.size() < SHOWN) {
            unknown.add(closed.folder);
        }
    }

    /** Partition folders, {@code key=value/}, belong to the table above them. */
    private static String tableFolder(ObjectKey key) {
        String folder = key.folder();
        while (!folder.isEmpty()) {
            int start = folder.lastIndexOf('/', folder.length() - 2) + 1;
            if (folder.indexOf('=', start) < 0) {
                break;
            }
            folder = folder.substring(0, start);
        }
        return folder;
    }

    private static final class Open {

        private final String folder;
        private boolean named;
        private boolean candidate;

        Open(String folder) {
            this.folder = folder;
        }
    }
}
