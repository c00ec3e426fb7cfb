package io.fdlkeeper.store;

import java.util.Iterator;

/** One pass over a listing, in the order of UTF-8 bytes of the keys. */
public interface ListingPass extends Iterator<ListedObject>, AutoCloseable {

    @Override
    void close();
}
