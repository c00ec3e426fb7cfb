package io.fdlkeeper.withdrawal.guard;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ListedObject;

/** What a case withdrew, as far as hashes tell. */
public interface Withdrawn {

    /** Tells whether the case took this version's catalogs away. */
    boolean version(VersionId id);

    /** Tells whether the case deleted the object of this key. */
    boolean key(String key);

    /** Tells whether the case deleted an object of this content, whatever its key. */
    boolean content(ListedObject object);
}
