package io.fdlkeeper.withdrawal.proof;

import java.time.Instant;

/**
 * What the independent look saw. Everything it looked for was gone, or there is no certificate.
 *
 * @param keysAbsent      deleted keys that neither a listing nor a direct look shows, old versions included
 * @param marks           marks that stand
 * @param filesSearched   distinct data files that the repeated find considered
 * @param catalogsRead    catalogs it read
 * @param versionsOpened  kept versions that open with every file they name
 * @param filesRead       distinct kept files of which rows were read
 * @param filesKept       distinct kept files there are; more than were read where a sample was taken
 * @param addressesAsked  public addresses that answered that the file is gone
 */
public record Verification(
        Instant at,
        long keysAbsent,
        long marks,
        long filesSearched,
        long catalogsRead,
        long versionsOpened,
        long filesRead,
        long filesKept,
        long addressesAsked) {

    public Verification plus(Verification other) {
        return new Verification(
                other.at,
                keysAbsent + other.keysAbsent,
                marks + other.marks,
                filesSearched + other.filesSearched,
                catalogsRead + other.catalogsRead,
                versionsOpened + other.versionsOpened,
                filesRead + other.filesRead,
                filesKept + other.filesKept,
                addressesAsked + other.addressesAsked);
    }
}
