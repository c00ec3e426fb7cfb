package io.fdlkeeper.maintenance;

import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.store.ListingSpool;

/** One complete look at a repository for a collection: its data listed first, then its roots. Closing it removes temporary files. */
record Look(RepositoryView view, ListingSpool listing, ReferenceSet references, Uploads uploads)
        implements AutoCloseable {

    @Override
    public void close() {
        references.close();
        listing.close();
    }
}
