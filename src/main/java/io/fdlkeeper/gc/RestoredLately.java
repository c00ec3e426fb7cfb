package io.fdlkeeper.gc;

import io.fdlkeeper.store.ObjectKey;

/** Knows what this keeper deleted and took back within the grace period; its age alone would tell nothing of that. */
@FunctionalInterface
public interface RestoredLately {

    RestoredLately NOTHING = (key, everNamed) -> false;

    /**
     * Tells whether a key was restored not longer ago than its grace period.
     *
     * @param everNamed whether any catalog ever named it, which tells its grace
     */
    boolean holds(ObjectKey key, boolean everNamed);
}
