package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.CatalogFacts;
import io.fdlkeeper.catalog.CatalogReading;
import io.fdlkeeper.catalog.CatalogSource;
import io.fdlkeeper.catalog.NameRole;
import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.gc.GcSafety;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.repository.Version;
import io.fdlkeeper.store.ObjectStore;
import java.util.List;
import java.util.Set;

/** Mistakes a keeper could make, each planted where the keeper meets store, state or catalogs. */
enum Mistake implements Keeping {
    LIST_DATA_AFTER_ROOTS {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.RootsFirst(store).ports();
        }
    },
    SKIP_REQUESTS {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lens.Blind(store, key -> key.startsWith("refs/requests/")).ports();
        }
    },
    UNPROTECT_TAGS {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lens.Blind(store, key -> key.startsWith("refs/tags/")).ports();
        }
    },
    DROP_SECOND_CLOCK {
        @Override
        public StatePorts state(StatePorts state) {
            return new Memories.SeenLongAgo(state);
        }
    },
    COUNT_EXACTLY_AS_OLD_AS_OLDER {
        @Override
        public Rules rules(Rules rules) {
            GcSafety right = rules.safety();
            return new Rules(
                    rules.policy(),
                    new GcSafety(
                            right.grace().minusMillis(1),
                            right.graceUncommitted().minusMillis(1),
                            right.maxShare(),
                            right.skewWarn(),
                            right.skewLimit(),
                            right.rootCheckValid(),
                            right.suffixes()),
                    rules.batch());
        }
    },
    TAKE_UNREADABLE_CATALOG_FOR_EMPTY {
        @Override
        public Workplace.Catalogs catalogs(Workplace.Catalogs catalogs, ObjectStore store) {
            return Memories.reading(catalogs, (set, source, role) -> {
                CatalogReading reading = set.add(source, role);
                return reading instanceof CatalogReading.Refused ? new CatalogReading.Read(EMPTY) : reading;
            });
        }
    },
    IGNORE_DELETE_ROWS {
        @Override
        public CatalogText understood(CatalogText text) {
            return text.without(row -> row.kind() == CatalogText.Kind.DELETE);
        }
    },
    IGNORE_ENDED_ROWS {
        @Override
        public CatalogText understood(CatalogText text) {
            return text.without(row -> row.kind() == CatalogText.Kind.DATA && !row.current());
        }
    },
    TAKE_SCHEDULED_FOR_DEAD {
        @Override
        public CatalogText understood(CatalogText text) {
            List<String> scheduled = text.texts(CatalogText.Kind.SCHEDULED);
            return text.without(row -> row.kind() == CatalogText.Kind.DATA && scheduled.contains(row.text()));
        }
    },
    IGNORE_FURTHER_CATALOGS {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lens.Blind(store, key -> key.contains("/catalogs/")).ports();
        }
    },
    NEVER_LOOK_AGAIN {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.OneLook(store).ports();
        }
    },
    READ_NO_REFS_AFTER_THE_MARK {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.RefsOnceMarked(store).ports();
        }
    },
    DELETE_CATALOG_BEFORE_MARK {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.CatalogFirst(store).ports();
        }
    },
    LOOK_FOR_NO_PARENT {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.NoParentLook(store).ports();
        }

        @Override
        public StatePorts state(StatePorts state) {
            return new Memories.Forgetful(state);
        }
    },
    DELETE_WHATEVER_STANDS_THERE {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.AnyContent(store).ports();
        }
    },
    TAKE_UNFINISHED_FOR_NOTHING {
        @Override
        public ObjectStore store(ObjectStore store, Rules rules) {
            return new Lenses.FinishedOnly(store).ports();
        }
    },
    FORGET_MARKED_BUT_PROTECTED {
        @Override
        public Workplace.Catalogs catalogs(Workplace.Catalogs catalogs, ObjectStore store) {
            return Memories.reading(catalogs, (set, source, role) -> {
                boolean marked = store.reader()
                        .head(Version.key(source.version(), "expired.json"))
                        .isPresent();
                return set.add(source, marked && role == NameRole.LIVE ? NameRole.FORMER : role);
            });
        }
    };

    /** What an empty catalog with a few inlined rows says. */
    private static final CatalogFacts EMPTY =
            new CatalogFacts("1.0", "data/", 0, 0, 2, List.of(), Set.of(), Set.of(), Set.of(), List.of());

    /** Reads one catalog, rightly or not. */
    @FunctionalInterface
    interface Reading {
        CatalogReading read(io.fdlkeeper.catalog.ReferenceSet set, CatalogSource source, NameRole role);
    }
}
