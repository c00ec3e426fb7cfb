package io.fdlkeeper.histories;

import io.fdlkeeper.store.ListedObject;
import io.fdlkeeper.store.fake.FakeStore;
import io.fdlkeeper.store.fake.Op;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** How the store misbehaves during one run. */
final class Weather {

    private final FakeStore store;
    private final Truth truth;
    private final Chance chance;

    Weather(FakeStore store, Truth truth, Chance chance) {
        this.store = store;
        this.truth = truth;
        this.chance = chance;
    }

    void fair() {
        store.faults().none();
        truth.lag(Duration.ZERO);
    }

    /** Draws one kind of bad weather. */
    void foul(Set<String> rootsKnown) {
        var faults = store.faults();
        switch (chance.below(11)) {
            case 0 -> faults.failWhen(call -> chance.happens(0.01));
            case 1 -> faults.failWhen(call -> call.op().changes() && chance.happens(0.2));
            case 2 -> faults.loseReplyWhen(call -> call.op().changes() && chance.happens(0.25));
            case 3 -> faults.refuseDeletes(key -> key.text().hashCode() % 3 == 0);
            case 4 ->
                faults.refuseWrites(
                        key -> key.text().endsWith("expired.json") && key.text().hashCode() % 2 == 0);
            case 5 -> {
                Duration behind = Duration.ofSeconds(chance.between(1, 600));
                faults.lag(behind);
                truth.lag(behind);
            }
            case 6 -> omitRoots(rootsKnown);
            case 7 -> faults.ignoreConditions();
            case 8 -> rearrange();
            case 9 -> faults.failWhen(call -> call.is(Op.READ) && chance.happens(0.05));
            default ->
                faults.omitFromListings(
                        key -> key.text().startsWith("data/") && key.text().hashCode() % 3 == 0);
        }
    }

    /** Hides whole versions, or parts of them, that something else names: only such can be missed by anybody. */
    private void omitRoots(Set<String> rootsKnown) {
        Set<String> hidden = new TreeSet<>();
        rootsKnown.stream().filter(id -> chance.happens(0.2)).forEach(hidden::add);
        hide(hidden, chance.happens(0.3));
    }

    /** Lets listings keep silent about these versions, or about their records only. */
    void hide(Set<String> hidden, boolean recordsOnly) {
        store.faults()
                .omitFromListings(key -> key.startsWith("versions/")
                        && hidden.contains(
                                key.text().substring(9, Math.min(45, key.text().length())))
                        && (!recordsOnly || key.text().endsWith("/version.json")));
    }

    private void rearrange() {
        switch (chance.below(4)) {
            case 0 ->
                store.faults()
                        .reorderListings(Comparator.comparing(ListedObject::bytes)
                                .thenComparing(
                                        Comparator.comparing(ListedObject::key).reversed()));
            case 1 ->
                store.faults().rearrangeListings(objects -> {
                    List<ListedObject> twice = new ArrayList<>(objects);
                    objects.stream()
                            .skip(objects.size() / 2)
                            .limit(1)
                            .forEach(object -> twice.add(objects.size() / 2, object));
                    return twice;
                });
            case 2 -> store.faults().breakListingsAfter(chance.below(20));
            default ->
                store.faults()
                        .rearrangeListings(objects -> objects.stream()
                                .filter(object -> !object.key().startsWith("data/")
                                        || object.key().text().hashCode() % 4 != 0)
                                .toList());
        }
    }
}
