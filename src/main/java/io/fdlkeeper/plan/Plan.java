package io.fdlkeeper.plan;

import java.util.function.Consumer;

/** A frozen plan; its items are read from where it is kept, so a plan of a million items costs no memory. */
public interface Plan {

    PlanHeader header();

    /** Hands every item to the consumer, in the order of the plan. */
    void forEachItem(Consumer<PlanItem> consumer);

    /** Hands everything spared to the consumer, in the order of the plan. */
    void forEachSpared(Consumer<Spared> consumer);
}
