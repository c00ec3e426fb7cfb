package io.fdlkeeper.withdrawal.proof;

import java.time.Instant;

/** What the independent look saw. A certificate is only made where everything that is left over is named as residue. */
public record Verification(Instant at, Removed removed, Search search, Kept kept) {

    /** Nothing was looked at yet. */
    public static Verification begun(Instant at) {
        return new Verification(at, Removed.NONE, Search.NONE, Kept.NONE);
    }

    /** Adds what was seen in another repository of the same case. */
    public Verification plus(Verification other) {
        return new Verification(
                other.at, removed.plus(other.removed), search.plus(other.search), kept.plus(other.kept));
    }

    /**
     * What was to be removed and marked.
     *
     * @param keysAbsent     deleted keys that neither a listing nor a direct look shows, and deleted tags
     * @param marks          marks that stand
     * @param addressesAsked public addresses that answered that the file is gone
     */
    public record Removed(long keysAbsent, long marks, long addressesAsked) {

        static final Removed NONE = new Removed(0, 0, 0);

        Removed plus(Removed other) {
            return new Removed(
                    keysAbsent + other.keysAbsent, marks + other.marks, addressesAsked + other.addressesAsked);
        }
    }

    /**
     * The find, repeated over everything that is there now.
     *
     * @param files    distinct data files it considered
     * @param catalogs catalogs it read
     * @param found    files and versions it still finds, such as what a lock or a hold keeps
     * @param notAsked selectors it could not ask, since what they name is nowhere any more
     */
    public record Search(long files, long catalogs, long found, long notAsked) {

        static final Search NONE = new Search(0, 0, 0, 0);

        Search plus(Search other) {
            return new Search(
                    files + other.files, catalogs + other.catalogs, found + other.found, notAsked + other.notAsked);
        }
    }

    /**
     * What every kept version names.
     *
     * @param versions  kept versions that open with every file they name
     * @param filesRead distinct files of which rows were read
     * @param files     distinct files there are; more than were read where a sample was taken
     */
    public record Kept(long versions, long filesRead, long files) {

        static final Kept NONE = new Kept(0, 0, 0);

        Kept plus(Kept other) {
            return new Kept(versions + other.versions, filesRead + other.filesRead, files + other.files);
        }
    }
}
