package io.fdlkeeper.maintenance;

import io.fdlkeeper.gc.GcPlanner;
import io.fdlkeeper.repository.Refusal;
import io.fdlkeeper.repository.VersionState;
import io.fdlkeeper.run.JobKind;
import java.util.List;
import java.util.Optional;

/** Checks that every live version opens and that every file it names is there. Changes nothing. */
public final class VerifyRepository {

    private final Workplace workplace;
    private final Runs runs;

    public VerifyRepository(Workplace workplace) {
        this.workplace = workplace;
        this.runs = new Runs(workplace);
    }

    public JobReport run(ManagedRepository repository, Order order) {
        return runs.exclusively(repository, JobKind.VERIFY, order.actor(), run -> {
            Optional<JobReport> open = OpenWithdrawals.refused(workplace.state(), repository, JobKind.VERIFY);
            if (open.isPresent()) {
                return open.get();
            }
            Looking.Result result =
                    run.stage("observe", () -> new Looking(workplace, repository).atEverything(order.progress()));
            if (result instanceof Looking.Result.Refused refused) {
                return failed(repository, refused.refusals());
            }
            try (Look look = ((Looking.Result.Seen) result).look()) {
                Collection collection = new Collection(workplace, repository, look);
                List<Refusal> faults = run.stage(
                        "verify",
                        () -> GcPlanner.check(
                                collection.facts(false),
                                repository.store().reader(),
                                look.references(),
                                collection.roots(),
                                order.progress()));
                return faults.isEmpty() ? whole(repository, look) : failed(repository, faults);
            }
        });
    }

    private static JobReport whole(ManagedRepository repository, Look look) {
        return JobReport.of(
                        JobKind.VERIFY,
                        repository.location(),
                        JobOutcome.SUCCEEDED,
                        "all " + look.view().in(VersionState.LIVE).count()
                                + " live versions open, and every file they name is there")
                .withNotes(look.view().notes());
    }

    private static JobReport failed(ManagedRepository repository, List<Refusal> faults) {
        return JobReport.of(
                        JobKind.VERIFY,
                        repository.location(),
                        JobOutcome.VERIFICATION_FAILED,
                        faults.size() + " fault(s): " + faults.get(0).detail())
                .withRefusals(faults);
    }
}
