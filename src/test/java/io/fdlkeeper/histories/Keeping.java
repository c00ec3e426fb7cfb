package io.fdlkeeper.histories;

import io.fdlkeeper.catalog.fake.CatalogText;
import io.fdlkeeper.maintenance.StatePorts;
import io.fdlkeeper.maintenance.Workplace;
import io.fdlkeeper.store.ObjectStore;

/** Where a mistake can be planted: what the keeper sees of store, state and catalogs. Everything is right as it is. */
interface Keeping {

    Keeping RIGHT = new Keeping() {};

    /** Returns the store as one run sees it. */
    default ObjectStore store(ObjectStore store, Rules rules) {
        return store;
    }

    default StatePorts state(StatePorts state) {
        return state;
    }

    default Workplace.Catalogs catalogs(Workplace.Catalogs catalogs, ObjectStore store) {
        return catalogs;
    }

    /** Returns what a reader takes a catalog for. */
    default CatalogText understood(CatalogText text) {
        return text;
    }

    default Rules rules(Rules rules) {
        return rules;
    }
}
