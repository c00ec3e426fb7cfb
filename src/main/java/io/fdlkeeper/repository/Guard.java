package io.fdlkeeper.repository;

import java.util.Locale;

/** Every reason for which a whole job is refused; each has a line in the documentation, kept by a test. */
public enum Guard {
    REPOSITORY_DOCUMENT(Stops.EVERY_JOB, "fdl.json is missing or cannot be read, so this is no repository we know"),
    DATA_DIR(Stops.EVERY_JOB, "data_dir is empty, absolute, holds .. or overlaps versions/ or refs/"),
    UNKNOWN_FDL_MAJOR(Stops.EVERY_JOB, "the major version of the format is not 0"),
    REF_UNREADABLE(Stops.EVERY_JOB, "a ref, or HEAD, cannot be read as the format says"),
    REF_TO_MISSING_VERSION(Stops.EVERY_JOB, "a ref names a version that is not there"),
    REF_TO_UNFINISHED_VERSION(Stops.EVERY_JOB, "a ref names a version without version.json"),
    CATALOG_MISSING(Stops.EVERY_JOB, "a version has a record, but neither catalog nor mark"),
    RECORD_UNREADABLE(Stops.EVERY_JOB, "a version.json cannot be read"),
    ID_MISMATCH(Stops.EVERY_JOB, "a version's id is no UUIDv7 or not the name of its folder"),
    MARK_UNREADABLE(Stops.EVERY_JOB, "an expired.json beside a catalog is not a JSON object with a reason"),
    PARENT_MISSING(Stops.EVERY_JOB, "a record names a parent that neither the listing nor a direct look finds"),
    ROOT_VANISHED(Stops.EVERY_JOB, "a version or ref of the last good run is gone without trace"),
    ROOT_UNLISTED(Stops.EVERY_JOB, "a listing lacks an older key that a direct look finds"),
    CLOCK_SKEW(Stops.EVERY_JOB, "our clock and the store's differ by more than the limit, or ours went back"),
    LISTING_INCOMPLETE(Stops.EVERY_JOB, "a listing could not be read to a proven end"),
    LISTING_ORDER(Stops.EVERY_JOB, "a listing repeats a key, or hands keys in an order that cannot be mended"),
    FOREIGN_REPOSITORY(Stops.COLLECTION, "another repository lies under the data folder, or overlaps this one"),
    NEIGHBOUR_UNREADABLE(
            Stops.COLLECTION,
            "another repository of this keeper, which may name files of this one, cannot be read completely"),
    CATALOG_UNREADABLE(Stops.COLLECTION, "a catalog cannot be opened or read to its end"),
    CATALOG_TRUNCATED(Stops.COLLECTION, "a catalog's size is not the one its record tells"),
    CATALOG_SHA256_MISMATCH(Stops.COLLECTION, "a catalog's digest is not the one its record tells"),
    CATALOG_CHANGED(Stops.COLLECTION, "a catalog changed while it was read"),
    CATALOG_WAL(Stops.COLLECTION, "a write-ahead log lies beside a catalog, which may lack committed rows without it"),
    CATALOG_SQLITE(Stops.COLLECTION, "a catalog is a SQLite file"),
    CATALOG_ENCRYPTED(Stops.COLLECTION, "a catalog is an encrypted DuckDB file"),
    CATALOG_NAME(Stops.EVERY_JOB, "a record names a catalog outside its version's folder"),
    CATALOG_SHAPE(Stops.COLLECTION, "a catalog has unknown or missing tables or columns that may name files"),
    UNKNOWN_DUCKLAKE_VERSION(Stops.COLLECTION, "a catalog's DuckLake version is missing, doubled or unknown"),
    NO_DATA_PATH(Stops.COLLECTION, "a catalog has no data path, or several"),
    NULL_PATH(Stops.COLLECTION, "a row that names a file has no path, or does not say what it is relative to"),
    UNKNOWN_FILE_FORMAT(Stops.COLLECTION, "a row names a file that is neither Parquet nor Puffin"),
    VIEW_GLOB(Stops.COLLECTION, "a view or macro reads files of this repository by pattern or computed path"),
    DANGLING(Stops.COLLECTION, "a live version names a file that is not there"),
    ALIAS(Stops.COLLECTION, "a live file is found only under another spelling that no listed key matches"),
    NO_REFERENCES(Stops.COLLECTION, "a catalog names no file while its dataset.json counts rows"),
    LEDGER_UNREADABLE(Stops.COLLECTION, "the ledger of unreferenced files cannot be read"),
    STORE_PROBE(Stops.EVERY_JOB, "the store did not keep its promises when a probe object was written"),
    KEEPS_NOTHING(Stops.RETENTION, "the policy would keep no version at all"),
    RUN_UNKNOWN(Stops.RESTORE, "the run named is not in this state, is of another repository, or has not ended"),
    NO_OLD_VERSIONS(Stops.RESTORE, "the store keeps no old versions, so nothing can be taken back"),
    OPEN_WITHDRAWAL(Stops.EVERY_JOB, "a withdrawal that deleted files is still open");

    private final Stops stops;
    private final String meaning;

    Guard(Stops stops, String meaning) {
        this.stops = stops;
        this.meaning = meaning;
    }

    /** Returns the name scripts see: lower case with hyphens. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns what the guard means, in half a sentence. */
    public String meaning() {
        return meaning;
    }

    public Stops stops() {
        return stops;
    }

    /** Which jobs a guard stops. */
    public enum Stops {
        EVERY_JOB,
        COLLECTION,
        RETENTION,
        RESTORE
    }
}
