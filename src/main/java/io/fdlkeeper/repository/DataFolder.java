package io.fdlkeeper.repository;

import java.util.List;
import java.util.Optional;

/** Judges whether a {@code data_dir} can be a data folder. Source: our decisions in the format's digest. */
final class DataFolder {

    private static final List<String> TAKEN = List.of("versions/", "refs/");

    private DataFolder() {}

    /** Returns what is wrong with it, as half a sentence; empty when it is good. */
    static Optional<String> fault(String dataDir) {
        if (dataDir.isEmpty() || dataDir.startsWith("/") || dataDir.contains("://")) {
            return Optional.of("is not a relative folder");
        }
        if (!dataDir.endsWith("/")) {
            return Optional.of("does not end with a slash");
        }
        for (String segment : dataDir.substring(0, dataDir.length() - 1).split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return Optional.of("holds an empty, . or .. segment");
            }
        }
        return TAKEN.stream()
                .filter(taken -> dataDir.startsWith(taken) || taken.startsWith(dataDir))
                .findFirst()
                .map(taken -> "overlaps " + taken);
    }
}
