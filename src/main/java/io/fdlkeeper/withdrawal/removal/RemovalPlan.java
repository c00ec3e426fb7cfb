package io.fdlkeeper.withdrawal.removal;

import io.fdlkeeper.withdrawal.ResidueItem;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** What stays to be done whatever a later find sees. */
    private static final Set<RemovalAction> REMAINING = Set.of(
            RemovalAction.WRITE_REFS_INDEX,
            RemovalAction.MARK,
            RemovalAction.DELETE_CATALOG,
            RemovalAction.DELETE_INDEX);

    public RemovalPlan {
        items = List.copyOf(items);
        blockers = List.copyOf(blockers);
        expectedResidue = List.copyOf(expectedResidue);
        readers = List.copyOf(readers);
    }

    /**
     * Adds what an earlier execution of the case left undone.
     *
     * <p>A find names no version whose file is gone already, and still its readers must be told why. Data files and tags are the new
     * find's alone: what is under their keys may be another content by now.
     */
    public RemovalPlan withUnfinished(List<RemovalResult> earlier) {
        Set<List<String>> planned = items.stream().map(RemovalPlan::name).collect(Collectors.toSet());
        List<RemovalItem> left = earlier.stream()
                .filter(result ->
                        result.location().equals(location) && !result.outcome().isGood())
                .filter(result ->
                        REMAINING.contains(result.item().action()) && result.outcome() != RemovalResult.Outcome.DRIFTED)
                .map(RemovalResult::item)
                .filter(item -> !planned.contains(name(item)))
                .toList();
        List<RemovalItem> all = Stream.concat(items.stream(), left.stream())
                .sorted(Comparator.comparing(RemovalItem::action))
                .toList();
        return new RemovalPlan(location, all, blockers, expectedResidue, readers);
    }

    private static List<String> name(RemovalItem item) {
        return List.of(item.action().id(), item.key());
    }
}
