package io.fdlkeeper.withdrawal.find;

import io.fdlkeeper.catalog.RepositoryAddress;
import io.fdlkeeper.store.ObjectStore;
import java.util.List;

/** Opens searches. */
@FunctionalInterface
public interface LeakSearches {

    /**
     * Opens a search of one repository for all selectors of a case.
     *
     * @throws BadSelectorException when a predicate cannot be parsed, with what is wrong and without the value
     */
    LeakSearch open(ObjectStore store, RepositoryAddress address, List<Selector> selectors);
}
