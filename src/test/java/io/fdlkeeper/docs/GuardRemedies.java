package io.fdlkeeper.docs;

import io.fdlkeeper.repository.Guard;

/** What to do about each guard. A guard without a line here does not compile. */
final class GuardRemedies {

    private GuardRemedies() {}

    static String of(Guard guard) {
        return switch (guard.stops()) {
            case EVERY_JOB -> ofEveryJob(guard);
            case COLLECTION, RETENTION, RESTORE -> ofOneJob(guard);
        };
    }

    private static String ofEveryJob(Guard guard) {
        return switch (guard) {
            case REPOSITORY_DOCUMENT ->
                "Name the folder that holds `fdl.json`. If the file is damaged, restore it from a copy.";
            case DATA_DIR -> "Correct `data_dir` in `fdl.json`: a folder of its own that ends in `/`, such as `data/`.";
            case UNKNOWN_FDL_MAJOR -> "Use a newer fdl-keeper.";
            case REF_UNREADABLE ->
                "Write the ref again: one version id and a newline. For `HEAD`: `ref: refs/heads/NAME`.";
            case REF_TO_MISSING_VERSION -> "Bring the version back from a copy, or move or delete the ref.";
            case REF_TO_UNFINISHED_VERSION -> "Let the writer finish the version, or move the ref.";
            case CATALOG_MISSING ->
                "Put the catalog back. If the version was meant to go, put its `expired.json` with the reason.";
            case RECORD_UNREADABLE -> "Restore the `version.json` from a copy.";
            case ID_MISMATCH -> "Give the folder the name that its record tells, or restore the right record.";
            case MARK_UNREADABLE -> "Write the mark again, or remove it if the version was not meant to go.";
            case PARENT_MISSING, ROOT_VANISHED ->
                "Find out who removed it. Bring it back, or accept the loss: `repo show` tells the digest, `repo accept DIGEST` accepts it.";
            case ROOT_UNLISTED ->
                "The store's listing cannot be trusted. Run again; if it stays so, look at the file system or store.";
            case CLOCK_SKEW -> "Set the clock of this machine, or of the file server, right.";
            case LISTING_INCOMPLETE ->
                "Let this user read every folder of the repository, then run again. An error is never taken for an empty folder.";
            case LISTING_ORDER ->
                "Run again; if it stays so, two entries of the store have the same key: look at them.";
            case CATALOG_NAME ->
                "Restore the right `version.json`: its `catalog.path` is a name inside its own folder.";
            case STORE_PROBE ->
                "Let this user write at the root of the repository. Where the store replaced an object that must be written once, do not use it.";
            case OPEN_WITHDRAWAL ->
                "Go on with the case that is named, with `withdraw execute` and then `withdraw verify`; what looks like damage"
                        + " meanwhile is its work.";
            default -> throw new AssertionError("say what to do about " + guard.id());
        };
    }

    private static String ofOneJob(Guard guard) {
        return switch (guard) {
            case FOREIGN_REPOSITORY -> "Give each repository a folder of its own; move the inner one away.";
            case NEIGHBOUR_UNREADABLE ->
                "Mend the other repository: `plan gc` on it tells what is wrong. Or take it out of the configuration if it never names files here.";
            case CATALOG_UNREADABLE, CATALOG_TRUNCATED, CATALOG_SHA256_MISMATCH ->
                "Restore the catalog from a copy, or wait until retention takes the version.";
            case CATALOG_CHANGED -> "Run again. A catalog is written once: find out who wrote to it.";
            case CATALOG_WAL -> "Publish the version again from a catalog that was closed.";
            case CATALOG_SQLITE -> "Publish the catalog as a DuckDB file.";
            case CATALOG_ENCRYPTED -> "Publish the catalog without encryption; the keeper has no key.";
            case CATALOG_SHAPE, UNKNOWN_DUCKLAKE_VERSION ->
                "Use a newer fdl-keeper that knows this catalog, or publish the version again with a known DuckLake version.";
            case NO_DATA_PATH, NULL_PATH -> "Publish the version again; the catalog is damaged.";
            case UNKNOWN_FILE_FORMAT -> "Use a newer fdl-keeper that knows the format.";
            case VIEW_GLOB -> "Let the view or macro name its files one by one, or read tables instead of files.";
            case DANGLING ->
                "Restore the file, or record that it is lost: `loss record KEY` or `loss record VERSION`. Then find out who deleted it.";
            case ALIAS -> "Give the file the spelling that the catalog uses.";
            case NO_REFERENCES ->
                "Compare the catalog with its publisher's, and publish it again if its rows are lost.";
            case LEDGER_UNREADABLE ->
                "Move the ledger file away. The second clock of every unreferenced file then starts again.";
            case RUN_UNKNOWN -> "Name an ended run of this repository, as `run list` shows it.";
            case NO_OLD_VERSIONS ->
                "Put the objects back from a copy. Turn versioning on to have this way out next time.";
            case KEEPS_NOTHING -> "Give the policy at least one rule, for example `last: 30`.";
            default -> throw new AssertionError("say what to do about " + guard.id());
        };
    }
}
