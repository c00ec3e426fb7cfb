package io.fdlkeeper.fakes;

import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

final class InMemoryLedger implements Ledger {

    private record Kept(Optional<Instant> observedAt, List<LedgerRow> rows) {
        static final Kept NOTHING = new Kept(Optional.empty(), List.of());
    }

    private final TreeMap<String, Kept> kept;
    private final TreeSet<String> damaged;

    InMemoryLedger() {
        kept = new TreeMap<>();
        damaged = new TreeSet<>();
    }

    InMemoryLedger(InMemoryLedger other) {
        kept = new TreeMap<>(other.kept);
        damaged = new TreeSet<>(other.damaged);
    }

    void damage(String repository) {
        damaged.add(repository);
    }

    @Override
    public Reading read(String repository) throws LedgerUnreadableException {
        if (damaged.contains(repository)) {
            throw new LedgerUnreadableException("the ledger of " + repository
                    + " is damaged; move it away, and the waiting time of every unreferenced file starts again");
        }
        var now = kept.getOrDefault(repository, Kept.NOTHING);
        return new Reading() {
            @Override
            public Optional<Instant> observedAt() {
                return now.observedAt();
            }

            @Override
            public Iterator<LedgerRow> rows() {
                return now.rows().iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Update begin(String repository) {
        return new OpenUpdate(repository);
    }

    private final class OpenUpdate implements Update {

        private final String repository;
        private final List<LedgerRow> rows = new ArrayList<>();
        private boolean open = true;

        OpenUpdate(String repository) {
            this.repository = repository;
        }

        @Override
        public void row(LedgerRow row) {
            requireOpen();
            if (!rows.isEmpty() && rows.get(rows.size() - 1).key().compareTo(row.key()) >= 0) {
                throw new IllegalArgumentException("rows of a ledger come in key order: " + row.key());
            }
            rows.add(row);
        }

        @Override
        public void commit(Instant observedAt) {
            requireOpen();
            open = false;
            kept.put(repository, new Kept(Optional.of(observedAt), List.copyOf(rows)));
            damaged.remove(repository);
        }

        @Override
        public void close() {
            open = false;
        }

        private void requireOpen() {
            if (!open) {
                throw new IllegalStateException("this ledger update is committed or given up");
            }
        }
    }
}
