package io.fdlkeeper.store.local;

import io.fdlkeeper.store.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A key that a folder can hold, split into its segments.
 *
 * @param folders the names of the folders that lead to it
 * @param name    the name in the last of them
 */
record Address(List<String> folders, String name) {

    /** What the names of files that are still being written begin with. */
    static final String TEMPORARY = ".fdl-keeper-tmp-";

    /** In bytes; the same in every file system of note. */
    private static final int LONGEST_NAME = 255;

    private static final Pattern SLASH = Pattern.compile("/");

    /** What file systems and storage boxes put beside a user's files: it is theirs, and copies in snapshots are no second life. */
    private static final Set<String> RESERVED = Set.of("lost+found", ".snapshot", ".zfs", "@eaDir", "#recycle");

    /** Empty for a key that no folder can hold, or that a file system would take for another one. */
    static Optional<Address> of(ObjectKey key) {
        return segments(key.text()).map(segments -> {
            int last = segments.size() - 1;
            return new Address(segments.subList(0, last), segments.get(last));
        });
    }

    /** The names of the folders of a prefix: none for the empty one. Empty for a prefix that no folder can have. */
    static Optional<List<String>> ofFolder(String prefix) {
        if (prefix.isEmpty()) {
            return Optional.of(List.of());
        }
        return prefix.endsWith("/") ? segments(prefix.substring(0, prefix.length() - 1)) : Optional.empty();
    }

    private static Optional<List<String>> segments(String text) {
        var segments = List.of(SLASH.split(text, -1));
        return segments.stream().allMatch(Address::canBeAName) ? Optional.of(segments) : Optional.empty();
    }

    private static boolean canBeAName(String segment) {
        return !segment.isEmpty()
                && !segment.equals(".")
                && !segment.equals("..")
                && segment.indexOf('\0') < 0
                && isWellFormed(segment)
                && segment.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME;
    }

    /** A lone surrogate has no UTF-8, and would be written as a question mark. */
    private static boolean isWellFormed(String segment) {
        return segment.chars().noneMatch(c -> Character.isSurrogate((char) c))
                || StandardCharsets.UTF_8.newEncoder().canEncode(segment);
    }

    static boolean isReserved(String name) {
        return RESERVED.contains(name) || name.startsWith(".nfs") || name.startsWith(TEMPORARY);
    }

    boolean isReserved() {
        return isReserved(name) || folders.stream().anyMatch(Address::isReserved);
    }

    /** The prefix of the folder it is in, ending in a slash; empty at the top. */
    String folder() {
        return folders.isEmpty() ? "" : String.join("/", folders) + "/";
    }
}
