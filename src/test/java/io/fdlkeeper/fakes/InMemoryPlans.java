package io.fdlkeeper.fakes;

import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanHeader;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.plan.PlanStore;
import io.fdlkeeper.plan.Spared;
import io.fdlkeeper.plan.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

final class InMemoryPlans implements PlanStore {

    private static final int SHORTEST_PREFIX = 8;

    private final TreeMap<String, Plan> plans;

    InMemoryPlans() {
        plans = new TreeMap<>();
    }

    InMemoryPlans(InMemoryPlans other) {
        plans = new TreeMap<>(other.plans);
    }

    @Override
    public Draft draft() {
        return new OpenDraft();
    }

    @Override
    public Optional<Plan> find(String digest) {
        if (digest.length() < SHORTEST_PREFIX) {
            return Optional.empty();
        }
        var found = plans.tailMap(digest).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(digest))
                .toList();
        return found.size() == 1 ? Optional.of(found.get(0).getValue()) : Optional.empty();
    }

    @Override
    public void forgetBefore(Instant cutOff) {
        plans.values().removeIf(plan -> plan.header().observedAt().isBefore(cutOff));
    }

    private record KeptPlan(PlanHeader header, List<PlanItem> items, List<Spared> spared) implements Plan {
        @Override
        public void forEachItem(Consumer<PlanItem> consumer) {
            items.forEach(consumer);
        }

        @Override
        public void forEachSpared(Consumer<Spared> consumer) {
            spared.forEach(consumer);
        }
    }

    private final class OpenDraft implements Draft {

        private final List<PlanItem> items = new ArrayList<>();
        private final List<Spared> spared = new ArrayList<>();
        private boolean open = true;

        @Override
        public void item(PlanItem item) {
            requireOpen();
            items.add(item);
        }

        @Override
        public void spare(Spared entry) {
            requireOpen();
            spared.add(entry);
        }

        @Override
        public Plan freeze(PlanHeader header) {
            requireOpen();
            var told = new Totals(
                    items.size(), items.stream().mapToLong(PlanItem::bytes).sum());
            if (!header.items().equals(told)) {
                throw new IllegalArgumentException(
                        "the header tells of " + header.items() + ", the plan was given " + told);
            }
            open = false;
            var plan = new KeptPlan(header, List.copyOf(items), List.copyOf(spared));
            plans.put(header.digest(), plan);
            return plan;
        }

        @Override
        public void close() {
            open = false;
        }

        private void requireOpen() {
            if (!open) {
                throw new IllegalStateException("this plan is frozen or given up");
            }
        }
    }
}
