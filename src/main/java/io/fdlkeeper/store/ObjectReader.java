package io.fdlkeeper.store;

import java.util.Optional;

/**
 * Reads objects by key. A key with a segment {@code .} or {@code ..} is never addressed: nothing is there.
 *
 * <p>Every method throws a {@link StoreException} when the store does not answer; only the store's own word makes an object absent.
 */
public interface ObjectReader {

    /**
     * Looks at one object directly; empty when the store says that it is not there.
     *
     * <p>A folder answers as it answers any reader: through links, and under another spelling where it folds case.
     */
    Optional<ListedObject> head(ObjectKey key);

    /**
     * Reads a small object whole.
     *
     * @param limit the most bytes accepted; a larger object is an error, since documents of the format are small
     * @throws StoreException when it cannot be read or is larger
     */
    Optional<StoredContent> read(ObjectKey key, int limit);

    /**
     * Opens a large object as a local file, in place where the store is a folder and as a temporary copy elsewhere.
     *
     * <p>The copy has exactly the bytes of the {@linkplain LocalFile#object() object} it names.
     */
    Optional<LocalFile> open(ObjectKey key);

    /**
     * Reads exactly these bytes of exactly this content, so that parts read one after the other belong together.
     *
     * @param object what a listing or a look showed
     * @param from   the first byte, counted from 0
     * @param length how many bytes, at least one and none past the object's end
     * @return empty when the key has another content by now, or none
     * @throws StoreException when the answer is another one than was asked for, such as the whole object or a page of a proxy
     */
    Optional<byte[]> range(ListedObject object, long from, int length);

    /**
     * Tells under which key a listing shows the object that this key opens.
     *
     * <p>The same key in an object store; in a folder another one where links or case folding lead elsewhere. Empty when nothing is
     * there, or when what is there lies outside the repository.
     */
    Optional<ObjectKey> listedAs(ObjectKey key);
}
