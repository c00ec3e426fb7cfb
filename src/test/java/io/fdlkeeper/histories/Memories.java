package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.NamedKey;
import io.fdlkeeper.catalog.ReferenceSet;
import io.fdlkeeper.fakes.ForwardingState;
import io.fdlkeeper.gc.Ledger;
import io.fdlkeeper.gc.LedgerRow;
import io.fdlkeeper.gc.LedgerUnreadableException;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.repository.DocumentCache;
import io.fdlkeeper.repository.RootSet;
import io.fdlkeeper.repository.RootSetStore;
import io.fdlkeeper.repository.VersionId;
import io.fdlkeeper.store.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Ways to remember and to read wrongly. */
final class Memories {

    private Memories() {}

    /** Takes everything in the ledger for seen unreferenced long ago. */
    static final class SeenLongAgo extends ForwardingState {

        SeenLongAgo(StatePorts state) {
            super(state);
        }

        @Override
        public Ledger ledger() {
            return new Ledger() {
                @Override
                public Reading read(String repository) throws LedgerUnreadableException {
                    Reading right = state.ledger().read(repository);
                    List<LedgerRow> rows = new ArrayList<>();
                    right.rows()
                            .forEachRemaining(row -> rows.add(new LedgerRow(
                                    row.key(), row.etag(), row.lastModified(), Instant.EPOCH, row.everNamed())));
                    return new Reading() {
                        @Override
                        public Optional<Instant> observedAt() {
                            return right.observedAt();
                        }

                        @Override
                        public Iterator<LedgerRow> rows() {
                            return rows.iterator();
                        }

                        @Override
                        public void close() {
                            right.close();
                        }
                    };
                }

                @Override
                public Update begin(String repository) {
                    return state.ledger().begin(repository);
                }
            };
        }
    }

    /** Keeps neither the roots of the last run nor any document. */
    static final class Forgetful extends ForwardingState {

        Forgetful(StatePorts state) {
            super(state);
        }

        @Override
        public RootSetStore rootSets() {
            return new RootSetStore() {
                @Override
                public Optional<RootSet> last(String repository) {
                    return Optional.empty();
                }

                @Override
                public void save(String repository, RootSet roots) {
                    state.rootSets().save(repository, roots);
                }
            };
        }

        @Override
        public DocumentCache documents(String repository) {
            return DocumentCache.NONE;
        }
    }

    /** Opens sets that read catalogs in another way. */
    static Workplace.Catalogs reading(Workplace.Catalogs catalogs, Mistake.Reading reading) {
        return (location, reader, address) -> {
            ReferenceSet right = catalogs.open(location, reader, address);
            return new ReferenceSet() {
                @Override
                public CatalogReading add(CatalogSource source, NameRole role) {
                    return reading.read(right, source, role);
                }

                @Override
                public boolean addRecorded(VersionId version, NameRole role) {
                    return right.addRecorded(version, role);
                }

                @Override
                public Iterator<NamedKey> inKeyOrder() {
                    return right.inKeyOrder();
                }

                @Override
                public Set<ObjectKey> liveAmong(Collection<ObjectKey> keys) {
                    return right.liveAmong(keys);
                }

                @Override
                public Set<VersionId> versionsNaming(ObjectKey key) {
                    return right.versionsNaming(key);
                }

                @Override
                public void close() {
                    right.close();
                }
            };
        };
    }
}
