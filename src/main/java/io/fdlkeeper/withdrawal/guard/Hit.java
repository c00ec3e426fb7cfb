package io.fdlkeeper.withdrawal.guard;

import io.fdlkeeper.repository.VersionId;
import java.util.Locale;
import java.util.Optional;

/**
 * Withdrawn data that is back.
 *
 * @param version in which version; empty for a file that none names
 * @param what    what was seen, as half a sentence without the value; names a key, so it is for whoever asked and not for records
 */
public record Hit(Optional<VersionId> version, Kind kind, String what) {

    /** How it came back. */
    public enum Kind {
        /** The catalog of a withdrawn version is there again. */
        CATALOG_BACK,
        /** A new version's catalog shows it. */
        CATALOG_SHOWS,
        /** A file that was withdrawn is there again. */
        FILE_BACK,
        /** A new file holds it. */
        FILE_HOLDS;

        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Says it without the key, for records that are kept. */
    public String withoutKey() {
        return kind.id() + version.map(id -> " in version " + id).orElse("");
    }
}
