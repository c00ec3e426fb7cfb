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
    /** Takes our own mark back from a version that a ref or a hold protects, or that is restored. */
    UNMARK,
    /** Removes a folder that holds nothing. */
    REMOVE_FOLDER,
    /** Removes the delete marker that hides one object, so that the object is there again. */
    REMOVE_DELETE_MARKER,
    /** Aborts the unfinished uploads of one key. */
    ABORT_UPLOAD,
    /** Removes for good the old versions of one key that was deleted, and then its delete markers. */
    PURGE;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
