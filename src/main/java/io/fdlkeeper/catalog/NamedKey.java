package io.fdlkeeper.catalog;

import io.fdlkeeper.store.ObjectKey;

/**
 * A key some catalog names, with all that names it.
 *
 * <p>One row of a catalog may be spelled in several ways. Then each spelling is a named key of its own with the same
 * {@link #reference()}, and the row is proven as soon as one of them is there.
 *
 * @param key          a key the row may mean
 * @param reference    the row's main spelling; equal to the key's text for the main spelling itself
 * @param live         a data or delete row of a live catalog names it
 * @param current      such a row that no snapshot has ended: not held by history only
 * @param released     a data or delete row of a recently released catalog names it
 * @param everNamed    any row of any catalog ever read names it, scheduled rows and former catalogs included; true if any of the above
 */
public record NamedKey(
        ObjectKey key, String reference, boolean live, boolean current, boolean released, boolean everNamed) {

    /** Tells whether this is the spelling a missing file is reported under. */
    public boolean isMainSpelling() {
        return key.text().equals(reference);
    }
}
