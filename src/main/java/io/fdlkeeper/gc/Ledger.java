package io.fdlkeeper.gc;

import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;

/**
 * The ledger of what was seen unreferenced, by repository: the second of the two clocks.
 *
 * <p>A plain file in key order, replaced as a whole after each good observation. Losing it loses no safety: waiting starts again.
 */
public interface Ledger {

    /** Opens the rows of the last good observation; empty rows and no time where there was none. */
    Reading read(String repository) throws LedgerUnreadableException;

    /** Begins the rows of a new observation. */
    Update begin(String repository);

    /** The rows of the last good observation, in key order. */
    interface Reading extends AutoCloseable {

        Optional<Instant> observedAt();

        Iterator<LedgerRow> rows();

        @Override
        void close();
    }

    /** The rows of a new observation, to be handed over in key order; without a commit the old ones stay. */
    interface Update extends AutoCloseable {

        void row(LedgerRow row);

        /** Replaces the old rows, durably. */
        void commit(Instant observedAt);

        @Override
        void close();
    }
}
