package io.fdlkeeper.store;

/** Lists a repository. */
public interface ObjectLister {

    /**
     * Hands every object whose key begins with the prefix to the sink, and returns only when the end was proven.
     *
     * <p>Adapters promise the order of UTF-8 bytes as far as their store does; callers check it all the same. A key with a segment
     * {@code .} or {@code ..} is handed over as foreign. A prefix under which there is nothing is an empty listing.
     *
     * @param prefix empty, or a key prefix ending in a slash
     * @throws ListingIncompleteException when anything under the prefix could not be read to its end
     * @throws StoreException             when the store does not answer
     */
    void list(String prefix, ListingSink sink);

    /**
     * Lists one level: the folders and the objects directly under the prefix.
     *
     * @param prefix empty, or a key prefix ending in a slash
     * @throws ListingIncompleteException as {@link #list}
     */
    Level listLevel(String prefix);
}
