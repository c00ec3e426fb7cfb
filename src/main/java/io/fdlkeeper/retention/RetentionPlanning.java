package io.fdlkeeper.retention;

import io.fdlkeeper.plan.Plan;
import io.fdlkeeper.repository.Refusal;
import java.util.List;

/** What became of planning a retention. */
public sealed interface RetentionPlanning {

    record Planned(Plan plan, RetentionDecision decision) implements RetentionPlanning {}

    record Refused(List<Refusal> refusals) implements RetentionPlanning {

        public Refused {
            refusals = List.copyOf(refusals);
        }
    }
}
