package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.run.TextIndex;
import java.time.Instant;
import java.util.Optional;

/** Lets objects wait the full grace again. */
final class SecondClock {

    private final Ledger ledgers;

    SecondClock(Ledger ledgers) {
        this.ledgers = ledgers;
    }

    /** Forgets that these keys were seen unreferenced; all others go on waiting as they did. */
    void beginAnew(String repository, TextIndex keys) {
        try (Ledger.Reading remembered = ledgers.read(repository)) {
            Optional<Instant> observedAt = remembered.observedAt();
            if (observedAt.isEmpty()) {
                return;
            }
            try (Ledger.Update update = ledgers.begin(repository)) {
                remembered.rows().forEachRemaining(row -> {
                    if (keys.get(row.key().text()) == TextIndex.ABSENT) {
                        update.row(row);
                    }
                });
                update.commit(observedAt.get());
            }
        } catch (LedgerUnreadableException e) {
            // Nothing is collected by a ledger that cannot be read, and the one after it begins anew.
        }
    }
}
