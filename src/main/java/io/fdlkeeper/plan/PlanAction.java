package io.fdlkeeper.plan;

import java.util.Locale;

/** What a plan's item does. */
public enum PlanAction {
    /** Deletes one object. */
    DELETE,
    /** Takes a version out of retention: puts its mark, then deletes its catalogs. */
    EXPIRE,
    /** Deletes the catalogs of a version that is marked already. */
    FINISH,
    /** Takes our own mark back from a version that a ref or a hold protects. */
    UNMARK,
    /** Removes a folder that holds nothing. */
    REMOVE_FOLDER;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
