package io.fdlkeeper.maintenance;

import io.fdlkeeper.run.Progress;
import io.fdlkeeper.run.StopToken;
import java.util.Optional;

/**
 * Who asks for a job, and how.
 *
 * @param actor      a login name, or {@code schedule}
 * @param planDigest the saved plan to execute, by its digest or a beginning of it; naming it approves it
 * @param trustAge   takes the second clock of a collection from evidence instead of the ledger
 */
public record Order(String actor, Optional<String> planDigest, boolean trustAge, Progress progress, StopToken stop) {

    public static Order by(String actor) {
        return new Order(actor, Optional.empty(), false, Progress.SILENT, StopToken.NEVER);
    }

    public Order withPlan(String digest) {
        return new Order(actor, Optional.of(digest), trustAge, progress, stop);
    }

    public Order trustingAge() {
        return new Order(actor, planDigest, true, progress, stop);
    }
}
