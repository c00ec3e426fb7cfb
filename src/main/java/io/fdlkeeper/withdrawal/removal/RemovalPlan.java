package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.withdrawal.ResidueItem;
import java.util.List;

/**
 * What a case does to one repository, in the order of execution.
 *
 * @param readers what readers will meet, in sentences
 */
public record RemovalPlan(
        String location,
        List<RemovalItem> items,
        List<Blocker> blockers,
        List<ResidueItem> expectedResidue,
        List<String> readers) {

    public RemovalPlan {
        items = List.copyOf(items);
        blockers = List.copyOf(blockers);
        expectedResidue = List.copyOf(expectedResidue);
        readers = List.copyOf(readers);
    }
}
