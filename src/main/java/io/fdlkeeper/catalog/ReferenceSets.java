package io.fdlkeeper.catalog;

import io.fdlkeeper.store.ObjectReader;

/** Opens an empty set of names for one run over one repository. */
@FunctionalInterface
public interface ReferenceSets {

    ReferenceSet open(ObjectReader reader, RepositoryAddress address);
}
