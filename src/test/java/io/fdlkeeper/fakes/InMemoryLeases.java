package io.fdlkeeper.fakes;

import io.fdlkeeper.run.Lease;
import io.fdlkeeper.run.Leases;
import java.util.Optional;
import java.util.TreeMap;

final class InMemoryLeases implements Leases {

    private final TreeMap<String, HeldLease> held = new TreeMap<>();

    @Override
    public Optional<Lease> tryTake(String repository, String holder) {
        if (held.containsKey(repository)) {
            return Optional.empty();
        }
        var lease = new HeldLease(repository);
        held.put(repository, lease);
        return Optional.of(lease);
    }

    void lose(String repository) {
        held.remove(repository);
    }

    private final class HeldLease extends Lease {

        private final String repository;

        HeldLease(String repository) {
            this.repository = repository;
        }

        @Override
        public boolean isHeld() {
            return held.get(repository) == this;
        }

        @Override
        public void close() {
            held.remove(repository, this);
        }
    }
}
