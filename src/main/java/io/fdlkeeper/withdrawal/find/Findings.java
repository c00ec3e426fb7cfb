package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.repository.VersionId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a find saw in one repository.
 *
 * @param files      data files that hold the value, in key order; a key may stand twice with different old versions of it
 * @param oldCatalogs old versions of catalogs, which no reader meets, that show the value or name a file that holds it; their rows are -1
 * @param versions   versions found, by id
 * @param unreadable what could not be read and may hold the value
 * @param seen       every version whose catalogs were looked at; a later one was not
 * @param notes      sentences for people: places not searched, and why
 */
public record Findings(
        String location,
        List<FoundFile> files,
        List<FoundFile> oldCatalogs,
        List<FoundVersion> versions,
        List<Unreadable> unreadable,
        Scanned scanned,
        List<VersionId> seen,
        List<String> notes) {

    public Findings {
        files = List.copyOf(files);
        oldCatalogs = List.copyOf(oldCatalogs);
        versions = List.copyOf(versions);
        unreadable = List.copyOf(unreadable);
        seen = List.copyOf(seen);
        notes = List.copyOf(notes);
    }

    /**
     * A data file that holds the value, or was selected itself.
     *
     * @param rows          how many rows match; -1 where they were not counted, as for a file named by its key
     * @param etag          the content that was read
     * @param storeVersion  the old version of the key that was read, on a store that keeps them; empty for what readers meet
     * @param named         whether any catalog that was read names it; a file of none may be of somebody who still writes
     */
    public record FoundFile(
            String key, long rows, long bytes, String etag, Optional<String> storeVersion, boolean named) {}

    /** @param because at least one reason */
    public record FoundVersion(VersionId id, Set<Place> because) {

        public FoundVersion {
            because = Set.copyOf(because);
        }

        /** Tells whether it is to be withdrawn, not only reported. */
        public boolean isWithdrawn() {
            return because.stream().anyMatch(Place::withdraws);
        }
    }

    /** @param versions those that name it, where known */
    public record Unreadable(String key, String why, List<VersionId> versions) {

        public Unreadable {
            versions = List.copyOf(versions);
        }
    }

    /**
     * How much was looked at.
     *
     * @param files    distinct data files that were considered, those that statistics ruled out included
     * @param bytes    bytes read of data files and catalogs
     * @param catalogs distinct catalogs
     */
    public record Scanned(long files, long bytes, long catalogs) {

        public static final Scanned NOTHING = new Scanned(0, 0, 0);

        public Scanned plus(Scanned other) {
            return new Scanned(files + other.files, bytes + other.bytes, catalogs + other.catalogs);
        }
    }

    public boolean isComplete() {
        return unreadable.isEmpty();
    }

    public boolean isEmpty() {
        return files.isEmpty() && oldCatalogs.isEmpty() && versions.isEmpty();
    }
}
