package io.fdlkeeper.gc;

import java.util.Locale;

/** What a collection does with old contents that the store keeps of what was deleted. */
public enum OldVersions {
    /** They stay; whoever owns the bucket has rules for them, or wants them. */
    LEAVE,
    /** Those of what this keeper deleted go, a grace period after. */
    PURGE_OURS;

    /** Returns the word of the configuration and of a plan's settings. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
