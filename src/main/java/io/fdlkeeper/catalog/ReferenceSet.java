package io.fdlkeeper.catalog;

import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;

/**
 * One run's set of names, gathered catalog by catalog on disk, so that memory does not grow with it.
 *
 * <p>Not safe for several threads.
 */
public interface ReferenceSet extends AutoCloseable {

    /**
     * Adds every name of a catalog, from the cache where the same object was read before, and records them there.
     *
     * <p>A refusal leaves the set as it was.
     */
    CatalogReading add(CatalogSource source, NameRole role);

    /** Says which catalogs will be added next, in this order, so that they can be opened ahead; changes nothing else. */
    default void expect(Collection<CatalogSource> sources) {}

    /**
     * Adds the names recorded earlier for a version whose catalog may be gone by now.
     *
     * @return false when no names of that version are known
     */
    boolean addRecorded(VersionId version, NameRole role);

    /** Gives every key named so far, in UTF-8 order of the keys and then of their references. */
    Iterator<NamedKey> inKeyOrder();

    /** Returns which of these keys a live catalog names, as of now. */
    Set<ObjectKey> liveAmong(Collection<ObjectKey> keys);

    /** Returns the live versions that name the key, for an explanation. */
    Set<VersionId> versionsNaming(ObjectKey key);

    @Override
    void close();
}
