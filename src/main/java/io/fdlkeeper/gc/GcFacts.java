package io.fdlkeeper.gc;

import io.fdlkeeper.hold.Holds;
import io.fdlkeeper.hold.Loss;
import io.fdlkeeper.repository.RepositoryView;
import io.fdlkeeper.store.ListingSpool;
import java.util.List;

/**
 * What was observed for one collection, and what else a plan is made of.
 *
 * @param view     refs and versions; their listing began after that of the data folder
 * @param listing  every object under the data folder, and the folders found empty
 * @param safety   the numbers that protect data
 * @param cap      the most one run takes
 * @param hidden   what the listing does not show
 * @param trustAge takes the second clock from evidence, by an operator's order
 */
public record GcFacts(
        RepositoryView view,
        ListingSpool listing,
        Holds holds,
        List<Loss> losses,
        GcSafety safety,
        RunCap cap,
        Hidden hidden,
        boolean trustAge) {}
