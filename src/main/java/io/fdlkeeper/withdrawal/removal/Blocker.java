package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.repository.VersionId;
import java.util.Locale;
import java.util.Optional;

/**
 * What must be done first, by somebody else.
 *
 * @param ref     the ref it is about, where it is about one
 * @param version the version it is about, where it is about one
 * @param remedy  what the writer or operator does, as a sentence or a command
 */
public record Blocker(Kind kind, Optional<String> ref, Optional<VersionId> version, String remedy) {

    /** What stands in the way. */
    public enum Kind {
        BRANCH_HEAD,
        REQUEST,
        TAG,
        REF,
        UNFINISHED,
        HOLD,
        NO_CLEAN_VERSION;

        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
