package io.fdlkeeper.maintenance;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** Folders as prefixes to list. */
final class Folders {

    private Folders() {}

    /** Leaves out each folder that lies below another one of the set, since that is listed with it. */
    static List<String> outermost(SortedSet<String> sorted) {
        List<String> outermost = new ArrayList<>();
        for (String folder : sorted) {
            // What is below a folder follows it at once.
            if (outermost.isEmpty() || !folder.startsWith(outermost.get(outermost.size() - 1))) {
                outermost.add(folder);
            }
        }
        return outermost;
    }
}
