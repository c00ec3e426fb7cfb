package io.fdlkeeper.catalog;

import io.fdlkeeper.repository.Refusal;
import java.util.List;

/** What became of reading one catalog. */
public sealed interface CatalogReading {

    /** It was read to its end, and its names are in the set. */
    record Read(CatalogFacts facts) implements CatalogReading {}

    /** It could not be read completely; none of its names are in the set. */
    record Refused(List<Refusal> refusals) implements CatalogReading {

        public Refused {
            refusals = List.copyOf(refusals);
        }
    }
}
