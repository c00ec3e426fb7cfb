package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.ObjectStore;
import java.util.Optional;

/** Reads rows of data files, since a count alone is answered from statistics and proves nothing. */
@FunctionalInterface
public interface RowReads {

    /** Begins to read files of one repository. */
    Reading open(ObjectStore store);

    /** Reads file by file; safe for several threads. */
    interface Reading extends AutoCloseable {

        /**
         * Reads one column of every row of a file, or the first bytes of one that has no rows.
         *
         * @return why that was not possible, without values; empty when it was
         */
        Optional<String> fault(ListedObject file);

        @Override
        void close();
    }
}
