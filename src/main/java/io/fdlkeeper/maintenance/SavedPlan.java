package io.fdlkeeper.maintenance;

import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.plan.PlanItem;
import io.fdlkeeper.run.TextIndex;
import io.fdlkeeper.store.ETag;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Holds a saved plan, named by a person, against the plan that today's facts give. */
record SavedPlan(Plan saved, Plan fresh) {

    /** Returns why the saved plan is out of date, as one sentence; empty when what is left of it may be executed. */
    Optional<String> staleness(Duration validity) {
        if (saved.header().job() != fresh.header().job()
                || !saved.header().repository().equals(fresh.header().repository())) {
            return Optional.of("the plan named is of another job or repository: plan anew");
        }
        if (!saved.header().settings().equals(fresh.header().settings())) {
            return Optional.of(
                    "the plan named was made with other settings than now: plan anew and name the new digest");
        }
        Duration age =
                Duration.between(saved.header().observedAt(), fresh.header().observedAt());
        if (age.compareTo(validity) > 0) {
            return Optional.of("the plan named is " + age + " old, and plans are valid for " + validity
                    + ": plan anew and name the new digest");
        }
        boolean nothingLeft = saved.header().items().objects() > 0 && remaining() == 0;
        return nothingLeft
                ? Optional.of("nothing of the plan named is left to do: plan anew to see what there is now")
                : Optional.empty();
    }

    /** Tells whether an item of the saved plan is one of today's plan too. */
    Predicate<PlanItem> stillPlanned() {
        if (saved.header().digest().equals(fresh.header().digest())) {
            return item -> true;
        }
        TextIndex today = new TextIndex();
        fresh.forEachItem(item -> today.put(identity(item), 1));
        return item -> today.get(identity(item)) != TextIndex.ABSENT;
    }

    private long remaining() {
        if (saved.header().digest().equals(fresh.header().digest())) {
            return saved.header().items().objects();
        }
        long[] count = {0};
        Predicate<PlanItem> planned = stillPlanned();
        saved.forEachItem(item -> count[0] += planned.test(item) ? 1 : 0);
        return count[0];
    }

    private static String identity(PlanItem item) {
        return item.action() + "\n" + item.subject() + "\n"
                + item.etag().map(ETag::text).orElse("");
    }
}
